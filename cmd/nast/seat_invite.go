package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// inviteFlags are how qualifiers are invited.
type inviteFlags struct {
	tour, deadline, note string
	mail                 bool
}

func (a *app) seatInviteCommand() *cobra.Command {
	var f inviteFlags
	c := &cobra.Command{
		Use:   "invite [PLAYER]",
		Short: "Invite qualifiers to the final, each by a link of his own (organiser)",
		Long: `Sends each qualifier a mail with the link by which he accepts or declines, without an account, until
the deadline. Without PLAYER it is everybody on the list who has neither answered nor a link that is
good as long; do it as often as you like, nobody is invited twice. Who is not invited is listed with
the reason. With --mail=false nothing is sent, and the links are shown for you to send.

Three days before the deadline who has not answered is reminded, once, unless the tour has reminders
off. The addresses are those that players gave when they entered.`,
		Example: `  nast seat invite --deadline 2026-08-31 --note "The final is in Reno on 10 October."
  nast seat invite "Lee, Ann" --deadline 2026-08-31
  nast seat invite --deadline 2026-08-31 --mail=false`,
		Args: between(0, 1, "a player"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				return a.inviteOne(c, args[0], f)
			}
			return a.inviteAll(c, f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.tour, "tour", "", "tour: slug or part of the name (default: the only one)")
	flags.StringVar(&f.deadline, "deadline", "", "last day to answer, in UTC (needed for all; for one as before, or in two weeks)")
	flags.StringVar(&f.note, "note", "", "what else the mail says, such as when and where the final is")
	flags.BoolVar(&f.mail, "mail", true, "send the links by mail (=false: show them)")
	return c
}

func (a *app) inviteOne(c *cobra.Command, wanted string, f inviteFlags) error {
	body := api.AnswerLinkCreate{Mail: &f.mail, Note: optional(f.note)}
	var err error
	if body.Deadline, err = endOfDay(c, "deadline", f.deadline); err != nil {
		return err
	}
	service, slug, q, err := a.qualifier(c, f.tour, wanted)
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
	if link.MailedTo != nil {
		a.say("The invitation of %s goes to %s; the answer is due by %s.", display.Clean(q.Name), display.Clean(*link.MailedTo), instant(&link.Deadline))
		return nil
	}
	return a.showLink(q, link)
}

func (a *app) inviteAll(c *cobra.Command, f inviteFlags) error {
	deadline, err := endOfDay(c, "deadline", f.deadline)
	if err != nil {
		return err
	}
	if deadline == nil {
		return usage("say by when to answer: --deadline 2026-08-31")
	}
	var named []string
	if f.tour != "" {
		named = []string{f.tour}
	}
	service, t, err := a.serviceAndTour(c, named)
	if err != nil {
		return err
	}
	all, err := client.OK(service.InviteQualifiersWithResponse(c.Context(), t.Slug, nil,
		api.InviteAll{Deadline: *deadline, Mail: &f.mail, Note: optional(f.note)}))
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(all)
	}
	return a.showInvited(all)
}

func (a *app) showInvited(all *api.InvitedAll) error {
	to, err := a.access()
	if err != nil {
		return err
	}
	a.say("Invited: %d, to answer by %s.", len(all.Invited), instant(&all.Deadline))
	if len(all.Invited) > 0 {
		table := display.NewTable("Player", "Mail to")
		if all.Invited[0].Path != nil {
			table = display.NewTable("Player", "Link")
		}
		for _, i := range all.Invited {
			where := text(i.MailedTo)
			if i.Path != nil {
				where = cmp.Or(text(i.URL), to.url+*i.Path)
			}
			table.Row(i.Name, where)
		}
		if err := table.Write(a.out); err != nil {
			return err
		}
	}
	if len(all.Skipped) == 0 {
		return nil
	}
	a.say("\nNot invited: %d.", len(all.Skipped))
	table := display.NewTable("Player", "Why")
	for _, s := range all.Skipped {
		table.Row(s.Name, s.Detail)
	}
	return table.Write(a.out)
}
