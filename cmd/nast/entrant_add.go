package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) entrantAddCommand() *cobra.Command {
	var f entrantFlags
	c := &cobra.Command{
		Use:   "add NAME...",
		Short: "Enter players",
		Long: `Enters one or more players. Write names as "Family, Given"; without a comma the last word is
taken for the family name, and what was understood is shown.

With "-" the players are read from standard input, one on each line, the name first and then,
separated by semicolons or tabs and in any order, the rating, the association number and
the words standby or absent. The flags count for all of them. A line that is refused is told
with its number; the others are entered.

In play they enter late, until the last round is open. Then you are told from which round on
they play, what the rounds they missed count, and whom they meet in the rounds to come.`,
		Example: `  nast entrant add "Lee, Ann" --rating 1500 --id AA001234 --paid 30.00
  nast entrant add "Lee, Ann" "Kim, Bo" "Núñez, Zoë"
  nast entrant add - < emails.txt          with lines like: Lee, Ann; 1500; AA001234`,
		Args: between(1, 1000, "the name, as \"Family, Given\", in quotes"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 1 && anyChanged(c, "id", "email") {
				return usage("--id and --email are of one player; enter him alone")
			}
			service, s, err := a.serviceAndSatellite(c, nil)
			if err != nil {
				return err
			}
			common, err := f.patch(c, s)
			if err != nil {
				return err
			}
			hall, err := a.watchPairs(c.Context(), service, s)
			if err != nil {
				return err
			}
			adding := adding{app: a, service: service, satellite: s, hall: hall, added: []api.Entrant{}}
			if len(args) == 1 && args[0] == "-" {
				return adding.lines(c.Context(), common)
			}
			return adding.names(c.Context(), args, common)
		},
	}
	f.add(c)
	return c
}

// adding enters players one by one.
type adding struct {
	*app
	service   *client.Service
	satellite *api.Satellite
	hall      *pairWatch
	added     []api.Entrant
}

// newEntrant is a player with the particulars that count for all.
func newEntrant(name string, common api.EntrantPatch) api.EntrantCreate {
	family, given := splitName(name)
	return api.EntrantCreate{
		FamilyName: family, GivenName: optional(given), Suffix: common.Suffix, AssociationID: common.AssociationID,
		Rating: common.Rating, Standby: common.Standby, Present: common.Present, Fee: common.Fee, Paid: common.Paid,
		Email: common.Email, Team: common.Team, Grade: common.Grade,
	}
}

func (d *adding) names(ctx context.Context, names []string, common api.EntrantPatch) error {
	for _, name := range names {
		if err := d.one(ctx, newEntrant(name, common)); err != nil {
			return err
		}
	}
	return d.finish(ctx, 0)
}

func (d *adding) lines(ctx context.Context, common api.EntrantPatch) error {
	failed := 0
	lines := newLines(ctx, d.in)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		entrant, err := parseEntrantLine(lines.Text(), common)
		if err == nil {
			err = d.one(ctx, entrant)
		}
		var refused *client.RefusedError
		var wrong *usageError
		switch {
		case err == nil:
		case aboutLine(err) && errors.As(err, &refused):
			d.warn("line %d: %s", n, reasonOf(refused))
			failed++
		case errors.As(err, &wrong):
			d.warn("line %d: %s", n, wrong.message)
			failed++
		default:
			d.warn("line %d was not entered, nor were those after it.", n)
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return d.finish(ctx, failed)
}

// reasonOf is what a refusal says, in one line.
func reasonOf(r *client.RefusedError) string {
	if len(r.Fault.Fields) == 0 {
		return firstOf(display.Clean(r.Fault.Detail), r.Title)
	}
	var parts []string
	for _, field := range r.Fault.Fields {
		parts = append(parts, place(field.Pointer)+": "+display.Clean(field.Detail))
	}
	return strings.Join(parts, "; ")
}

func (d *adding) one(ctx context.Context, body api.EntrantCreate) error {
	made, err := client.Created(d.service.CreateEntrantWithResponse(ctx, d.satellite.ID, nil, body))
	if err != nil {
		return err
	}
	d.added = append(d.added, *made)
	if !d.json && d.quiet {
		d.print("%s", made.ID)
	}
	rating := "unrated"
	if made.Rating != nil && *made.Rating > 0 {
		rating = strconv.Itoa(*made.Rating)
	}
	d.say("Entered %s, %s.", display.Clean(fullName(*made)), rating)
	return nil
}

func (d *adding) finish(ctx context.Context, failed int) error {
	switch {
	case d.json:
		if err := d.listJSON(d.added); err != nil {
			return err
		}
	case d.satellite.Status == api.InPlay && len(d.added) > 0:
		if err := d.tellLate(ctx); err != nil {
			return err
		}
	}
	if failed > 0 {
		d.warn("%d entered, %d refused.", len(d.added), failed)
		return errShown
	}
	return nil
}

// tellLate says what it means that players entered in play.
func (d *adding) tellLate(ctx context.Context) error {
	for _, e := range d.added {
		d.say("%s %s.", display.Clean(fullName(e)), whereabouts(e))
	}
	return d.hall.tell(ctx, d.added)
}

// splitName takes "Family, Given" or "Given Family" apart.
func splitName(name string) (family, given string) {
	name = strings.Join(strings.Fields(name), " ")
	if family, given, comma := strings.Cut(name, ","); comma {
		return strings.TrimSpace(family), strings.TrimSpace(given)
	}
	if i := strings.LastIndex(name, " "); i >= 0 {
		return name[i+1:], name[:i]
	}
	return name, ""
}

var fieldSeparator = regexp.MustCompile(`\s*[;\t]\s*`)

// parseEntrantLine reads "Lee, Ann; 1500; AA001234; standby".
func parseEntrantLine(line string, common api.EntrantPatch) (api.EntrantCreate, error) {
	fields := fieldSeparator.Split(strings.TrimSpace(line), -1)
	entrant := newEntrant(fields[0], common)
	for _, field := range fields[1:] {
		yes, no := true, false
		rating, err := strconv.Atoi(field)
		switch {
		case field == "":
		case err == nil:
			entrant.Rating = &rating
		case strings.EqualFold(field, "standby"):
			entrant.Standby = &yes
		case strings.EqualFold(field, "absent"):
			entrant.Present = &no
		case strings.EqualFold(field, "unrated"):
			entrant.Rating = nil
		case strings.ContainsFunc(field, unicode.IsDigit) && !strings.ContainsAny(field, " @"):
			id := field
			entrant.AssociationID = &id
		default:
			return entrant, usage("%q is not a rating, an association number, standby or absent", field)
		}
	}
	if entrant.FamilyName == "" {
		return entrant, &usageError{fmt.Sprintf("there is no name in %q", line)}
	}
	return entrant, nil
}
