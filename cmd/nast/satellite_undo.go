package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) satelliteUndoCommand() *cobra.Command {
	var reason string
	var yes bool
	c := &cobra.Command{
		Use:   "undo [SATELLITE]",
		Short: "Take the last act back",
		Long: `Takes the last act back, whoever did it, where it can be taken back: what the organiser decides
and a report cannot. The act is shown first and you are asked, unless --yes is given or nobody
can be asked; the pairs that change by it are shown. The log keeps both. Undoing an undo does the
act again.`,
		Example: `  nast satellite undo --reason "withdrew the wrong player"`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			return a.undo(c.Context(), service, s, reason, yes)
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	c.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return a.satelliteFlag(c)
}

func (a *app) undo(ctx context.Context, service *client.Service, s *api.Satellite, reason string, yes bool) error {
	log, err := client.Collect(service.Log(ctx, s.ID))
	if err != nil {
		return err
	}
	if len(log) == 0 {
		return told("there is no act to take back")
	}
	last := log[len(log)-1]
	sentence := "The last act is no. " + actLine(s, &last) + "."
	switch {
	case yes || !a.terminal(a.in):
		a.say("%s", sentence)
	case !a.confirm(ctx, sentence+" Take it back?"):
		a.say("It was left as it is.")
		return nil
	}
	hall, err := a.watchPairs(ctx, service, s)
	if err != nil {
		return err
	}
	// Only the act that was shown: what somebody else has done since stays.
	now, err := client.OK(service.UndoActWithResponse(ctx, s.ID, nil, api.Undo{Seq: &last.Seq, Reason: optional(reason)}))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(now)
	}
	a.say("Taken back.")
	if s.Status == api.InPlay && now.Status == api.InPlay {
		return hall.tell(ctx, nil)
	}
	a.say("%s is %s.", display.Clean(now.Name), words(string(now.Status)))
	return nil
}

// actLine writes an act of the log as a sentence, in the time of the venue.
func actLine(s *api.Satellite, e *api.LogEntry) string {
	line := fmt.Sprintf("%d, %s: %s", e.Seq, e.At.In(zoneOf(s)).Format(time.TimeOnly), actWords(e.Act))
	if about := few(subjects(e)); about != "" {
		line += " (" + about + ")"
	}
	line += ", by " + e.Actor.Name
	if reason := text(e.Reason); reason != "" {
		line += ", because: " + reason
	}
	return display.Clean(line)
}

// subjects names what an act was about, as far as its name says of which kind that is: entrants,
// tables, rounds. Other changes followed from it.
func subjects(e *api.LogEntry) []string {
	about, _, _ := strings.Cut(e.Act, ".")
	if about == "result" {
		about = "game"
	}
	var names []string
	for _, c := range e.Changes {
		state := value(c.After)
		if state == nil {
			state = value(c.Before)
		}
		if string(c.Kind) != about {
			continue
		}
		switch about {
		case "entrant":
			name, _ := state["name"].(map[string]any)
			names = append(names, fmt.Sprintf("%v, %v", name["family"], firstOf(fmt.Sprint(name["given"]), "-")))
		case "game":
			names = append(names, fmt.Sprintf("round %v, table %v", state["round"], state["table"]))
		case "round":
			names = append(names, fmt.Sprintf("round %v", state["number"]))
		}
	}
	return names
}

// actWords writes the name of an act, such as entrant.check_in, as words.
func actWords(act string) string { return strings.ReplaceAll(words(act), ".", ": ") }

// confirm asks a person yes or no.
func (a *app) confirm(ctx context.Context, question string) bool {
	_, _ = fmt.Fprintf(a.err, "%s [y/N] ", question)
	lines := newLines(ctx, a.in)
	return lines.Scan() && strings.HasPrefix(strings.ToLower(strings.TrimSpace(lines.Text())), "y")
}

func (a *app) satelliteVerifyCommand() *cobra.Command {
	return a.satelliteFlag(&cobra.Command{
		Use:   "verify [SATELLITE]",
		Short: "Rebuild a satellite from its log and compare",
		Long: `Rebuilds a satellite from its log, act by act, and compares it with what is kept. Where the two
do not agree the differences are listed and the exit code is 1.`,
		Example: `  nast satellite verify boise`,
		Args:    between(0, 1, "a satellite"),
		RunE: func(c *cobra.Command, args []string) error {
			service, s, err := a.serviceAndSatellite(c, args)
			if err != nil {
				return err
			}
			found, err := client.OK(service.VerifySatelliteWithResponse(c.Context(), s.ID))
			if err != nil {
				return err
			}
			return a.showVerification(s, found)
		},
	})
}

func (a *app) showVerification(s *api.Satellite, found *api.Verification) error {
	if a.json {
		if err := a.printJSON(found); err != nil {
			return err
		}
	}
	if found.Agrees {
		a.say("%s agrees with its log of %s.", display.Clean(s.Name), counted(int(found.Acts), "act"))
		return nil
	}
	a.warn("%s does not agree with its log of %s:", display.Clean(s.Name), counted(int(found.Acts), "act"))
	for _, difference := range found.Differences {
		a.warn("  %s", display.Clean(difference))
	}
	a.warn("Nothing is lost by this: tell whoever runs the server, with the log (nast satellite log --jsonl -o FILE).")
	return errShown
}

func (a *app) satelliteReopenCommand() *cobra.Command {
	return a.actCommand(satelliteAct{
		verb: "reopen", short: "Let a reported satellite be corrected (organiser)", needsReason: true,
		long: `Lets a reported satellite be corrected. The national list and the due stay as issued until the
satellite is reported again; that report says what no longer follows.`,
		example: `  nast satellite reopen boise --reason "Round 2, table 5 was wrong"`,
		do: func(ctx context.Context, s *client.Service, id uuid.UUID, body api.Act) (*api.Satellite, error) {
			return client.OK(s.ReopenSatelliteWithResponse(ctx, id, nil, body))
		},
		next: func(*api.Satellite) string { return " Correct it, then report it again: nast report make" },
	})
}
