package qualifiers

import (
	"cmp"
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// Skip is why somebody is not invited with the others.
type Skip string

// Why somebody is not invited.
const (
	SkipAnswered  Skip = "answered"        // there is nothing to ask any more
	SkipErased    Skip = "erased"          // nobody knows who he is (R8.2)
	SkipStands    Skip = "link_stands"     // he has a link that is good as long or longer
	SkipNoAddress Skip = "address_unknown" // nowhere to send it
)

// Skipped is somebody who is not invited with the others, and why.
type Skipped struct {
	PlayerID uuid.UUID
	Name     string
	Why      Skip
	Detail   string
}

// candidate is somebody on the list with what decides whether he is invited with the others.
type candidate struct {
	ListRow
	reply   Reply
	replied bool
	erased  bool
	contact Contact
	link    LiveLink
	linked  bool
}

// skip says why he is not to be invited; empty: he is. An invitation never takes time from anybody,
// and who has one that is good as long gets no other, unless its letter was given up.
func (c candidate) skip(a Asking) (Skip, string) {
	good := c.linked && !c.link.Deadline.Before(a.Deadline)
	switch {
	case c.erased:
		return SkipErased, "The person was erased on request."
	case c.replied:
		return SkipAnswered, "The answer is recorded: " + strings.ReplaceAll(string(c.reply.Answer), "_", " ") + "."
	case a.ByMail && c.contact.Email == "":
		return SkipNoAddress, "No address is known. Add it to the entry of the player, or give him a link yourself."
	case good && (!a.ByMail || c.link.UnderWay):
		return SkipStands, "There is a link that is good until " + c.link.Deadline.Format("2006-01-02 15:04 UTC") + "."
	}
	return "", ""
}

// keepsLink says whether he is invited by the link that he has: it is good as long, and was never
// mailed.
func (c candidate) keepsLink(a Asking) bool {
	return a.ByMail && c.linked && !c.link.Written && !c.link.Deadline.Before(a.Deadline)
}

// InviteAll invites everybody on the list who has neither answered nor a link that is good as long,
// and says who was not invited and why. Doing it again invites nobody twice. Its errors are those of
// Invite, but that a player without an address is skipped.
func (v *Service) InviteAll(ctx context.Context, tour uuid.UUID, a Asking) (invited []Invitee, skipped []Skipped, err error) {
	if a.Deadline.IsZero() {
		return nil, nil, fault.AtField("/deadline", "required", "Say by when to answer.")
	}
	if err := v.checkAsking(&a); err != nil {
		return nil, nil, err
	}
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		invited, skipped = nil, nil
		e, err := v.errand(ctx, tour, a)
		if err != nil {
			return err
		}
		all, err := v.candidates(ctx, tour)
		if err != nil {
			return err
		}
		for _, c := range all {
			if why, detail := c.skip(a); why != "" {
				skipped = append(skipped, Skipped{PlayerID: c.PlayerID, Name: c.Name, Why: why, Detail: detail})
				continue
			}
			i, err := v.inviteAmong(ctx, e, c)
			if err != nil {
				return err
			}
			invited = append(invited, i)
		}
		return nil
	})
	return invited, skipped, err
}

// inviteAmong invites one of all, by the link that he has if it will do.
func (v *Service) inviteAmong(ctx context.Context, e errand, c candidate) (Invitee, error) {
	i := Invitee{Invitation: Invitation{PlayerID: c.PlayerID, Row: &c.ListRow}, Name: c.Name}
	if c.keepsLink(e.Asking) {
		i.Deadline = c.link.Deadline
		err := v.mailLink(ctx, e, &i, c.link.Link, c.contact)
		return i, err
	}
	if c.linked && c.link.Deadline.After(e.Deadline) {
		e.Deadline = c.link.Deadline // its letter was given up; the time that it gave was not
	}
	err := v.invite(ctx, e, &i, c.contact)
	return i, err
}

// candidates are all on the list, in its order and under their locks.
func (v *Service) candidates(ctx context.Context, tour uuid.UUID) ([]candidate, error) {
	rows, err := v.Store.AllRows(ctx, tour)
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		ids[i] = row.PlayerID
	}
	if err := v.Store.LockPlayers(ctx, tour, ids); err != nil {
		return nil, err
	}
	replies, err := v.Store.Replies(ctx, tour, ids)
	if err != nil {
		return nil, err
	}
	inForce := RepliesInForce(replies)
	contacts, err := v.Store.Contacts(ctx, ids)
	if err != nil {
		return nil, err
	}
	erased, err := v.Store.Erased(ctx, ids)
	if err != nil {
		return nil, err
	}
	links, err := v.Store.LiveLinks(ctx, tour, v.Now().UTC())
	if err != nil {
		return nil, err
	}
	all := make([]candidate, len(rows))
	for i, row := range Placed(rows) {
		c := candidate{ListRow: row, erased: erased[row.PlayerID], contact: contacts[row.PlayerID]}
		c.reply, c.replied = inForce[row.PlayerID]
		c.link, c.linked = links[row.PlayerID]
		c.Name = cmp.Or(c.Name, row.PlayerID.String())
		all[i] = c
	}
	return all, nil
}
