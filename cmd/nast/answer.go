package main

import (
	"cmp"
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) answerCommand() *cobra.Command {
	var tour string
	c := group("answer", "Record what qualifiers answer, and send them links (organiser)",
		`A qualifier answers once for all his seats (R5.5): himself by a link, or by what the organiser
records for him. The national list follows within seconds.`,
		a.answerShowCommand(&tour), a.answerSetCommand(&tour), a.answerTakeBackCommand(&tour), a.answerLinkCommand(&tour))
	c.PersistentFlags().StringVar(&tour, "tour", "", "tour: slug or part of the name (default: the only one)")
	return c
}

// qualifier finds a player of the list of a tour.
func (a *app) qualifier(c *cobra.Command, tour, wanted string) (*client.Service, string, api.Qualifier, error) {
	var none api.Qualifier
	var named []string
	if tour != "" {
		named = []string{tour}
	}
	service, t, err := a.serviceAndTour(c, named)
	if err != nil {
		return nil, "", none, err
	}
	list, err := service.QualifierList(c.Context(), t.Slug)
	if err != nil {
		return nil, "", none, err
	}
	q, err := choice[api.Qualifier]{
		noun: "qualifier", lists: "nast qualifiers " + t.Slug,
		id:    func(q api.Qualifier) string { return q.PlayerID.String() },
		names: func(q api.Qualifier) []string { return []string{q.Name, text(q.AssociationID)} },
	}.pick(slice(list.Items), wanted)
	return service, t.Slug, q, err
}

// invitationOf does something to the invitation of a qualifier and shows it.
func (a *app) invitationOf(c *cobra.Command, tour, wanted string, do func(ctx context.Context, s *client.Service, slug string, q api.Qualifier) (*api.Invitation, error)) error {
	service, slug, q, err := a.qualifier(c, tour, wanted)
	if err != nil {
		return err
	}
	i, err := do(c.Context(), service, slug, q)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(i)
	}
	a.fields("Player", q.Name, "Answer", words(string(i.Answer)), "Deadline", instant(i.Deadline))
	table := display.NewTable("At", "Answer", "Recorded by", "Note", "Taken back")
	for _, r := range i.Replies {
		table.Row(instant(&r.At), words(string(r.Answer)), r.By, r.Note, instant(r.TakenBackAt))
	}
	if len(i.Replies) == 0 {
		return nil
	}
	return table.Write(a.out)
}

func instant(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

func (a *app) answerShowCommand(tour *string) *cobra.Command {
	return &cobra.Command{
		Use: "show PLAYER", Short: "Show what a qualifier has answered",
		Long:    `Shows the answer in force, by when he has to answer, and all that was recorded.`,
		Example: `  nast answer show "Lee, Ann"`,
		Args:    exactly(1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.invitationOf(c, *tour, args[0], func(ctx context.Context, s *client.Service, slug string, q api.Qualifier) (*api.Invitation, error) {
				return client.OK(s.GetAnswerWithResponse(ctx, slug, q.PlayerID))
			})
		},
	}
}

func (a *app) answerSetCommand(tour *string) *cobra.Command {
	var note string
	c := &cobra.Command{
		Use: "set PLAYER ANSWER", Short: "Record an answer: accepted, declined or no_answer",
		Long: `Records what a qualifier has answered, in the place of what was recorded before. Declining gives
up all his seats. After the deadline only no_answer is taken; a new link has a new deadline.`,
		Example: `  nast answer set "Lee, Ann" accepted --note "by telephone"`,
		Args:    exactly(2, "a player and his answer"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.invitationOf(c, *tour, args[0], func(ctx context.Context, s *client.Service, slug string, q api.Qualifier) (*api.Invitation, error) {
				return client.OK(s.PutAnswerWithResponse(ctx, slug, q.PlayerID,
					api.AnswerRecord{Answer: api.AnswerRecordAnswer(args[1]), Note: optional(note)}))
			})
		},
	}
	c.Flags().StringVar(&note, "note", "", "what there is to remember of it")
	return c
}

func (a *app) answerTakeBackCommand(tour *string) *cobra.Command {
	return &cobra.Command{
		Use: "take-back PLAYER", Short: "Take an answer back, so that the player is invited again",
		Long:    `Takes the answer in force back (R5.5). It stays on record; the seats are as if it were not.`,
		Example: `  nast answer take-back "Lee, Ann"`,
		Args:    exactly(1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.invitationOf(c, *tour, args[0], func(ctx context.Context, s *client.Service, slug string, q api.Qualifier) (*api.Invitation, error) {
				return client.OK(s.TakeAnswerBackWithResponse(ctx, slug, q.PlayerID))
			})
		},
	}
}

func (a *app) answerLinkCommand(tour *string) *cobra.Command {
	var deadline string
	c := &cobra.Command{
		Use: "link PLAYER", Short: "Make a link by which a qualifier answers himself",
		Long: `Makes a link to a page where the qualifier accepts or declines, without an account: good once and
until the deadline. Whoever has the link can answer, so send it to him alone. Links that were made
for him before are good no more.`,
		Example: `  nast answer link "Lee, Ann"
  nast answer link "Lee, Ann" --deadline 2026-08-31`,
		Args: exactly(1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			body := api.AnswerLinkCreate{}
			var err error
			if body.Deadline, err = endOfDay(c, "deadline", deadline); err != nil {
				return err
			}
			service, slug, q, err := a.qualifier(c, *tour, args[0])
			if err != nil {
				return err
			}
			link, err := client.Created(service.CreateAnswerLinkWithResponse(c.Context(), slug, q.PlayerID, nil, body))
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(link)
			}
			return a.showLink(q, link)
		},
	}
	c.Flags().StringVar(&deadline, "deadline", "", "last day to answer, in UTC (default: as before, or in two weeks)")
	return c
}

// showLink shows where a qualifier answers, by the address that the service knows for itself or else by
// the one that is used here.
func (a *app) showLink(q api.Qualifier, link *api.AnswerLink) error {
	to, err := a.access()
	if err != nil {
		return err
	}
	a.say("For %s, to answer by %s:", display.Clean(q.Name), instant(&link.Deadline))
	a.print("%s", cmp.Or(text(link.URL), to.url+link.Path))
	return nil
}

// endOfDay is the last second, in UTC, of the day that a flag names; nil without it.
func endOfDay(c *cobra.Command, flag, day string) (*time.Time, error) {
	date, err := changedDate(c, flag, day)
	if err != nil || date == nil {
		return nil, err
	}
	end := date.Add(24*time.Hour - time.Second)
	return &end, nil
}
