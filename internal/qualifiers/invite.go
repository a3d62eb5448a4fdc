package qualifiers

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/mail"
)

// answerWithin is how long a qualifier has to answer where nobody says otherwise.
const answerWithin = 14 * 24 * time.Hour

// Asking is how qualifiers are invited.
type Asking struct {
	Deadline time.Time // by when to answer; zero: as before, or in two weeks
	ByMail   bool      // the link is sent, and not only given
	Note     string    // what else the letter says
}

// Contact is where a person gets his mail (R8.1).
type Contact struct {
	Record uuid.UUID // the one of his records that gave it, in the field it played in last
	Email  string
}

// LiveLink is a link by which its player may still answer.
type LiveLink struct {
	IssuedLink
	Written  bool // an invitation with it is in the outbox
	UnderWay bool // and was sent, or still will be
}

// InvitationStore keeps what inviting many needs. Players are persons.
type InvitationStore interface {
	// LockPlayers is LockPlayer of many, in one order.
	LockPlayers(ctx context.Context, tour uuid.UUID, players []uuid.UUID) error
	// Contacts are the addresses of those of whom one is known.
	Contacts(ctx context.Context, players []uuid.UUID) (map[uuid.UUID]Contact, error)
	// Erased are those of them who were erased (R8.2).
	Erased(ctx context.Context, players []uuid.UUID) (map[uuid.UUID]bool, error)
	// LiveLinks are those of a tour, by player; of two the one issued last.
	LiveLinks(ctx context.Context, tour uuid.UUID, now time.Time) (map[uuid.UUID]LiveLink, error)
}

// Post takes letters, once for each key, in the transaction of the context.
type Post interface {
	Post(ctx context.Context, d mail.Draft) (isNew bool, err error)
}

// Invitee is somebody who is invited, with the link by which he answers.
type Invitee struct {
	Invitation
	Name     string
	Token    string
	MailedTo string // empty: not mailed
}

// Invite gives a qualifier a link by which he answers without an account, good once and until the
// deadline. Links from before are good no more. It refuses a deadline that has passed, a player
// without a seat (no_seat), and, where the link is to be mailed, a player who has answered
// (answer_given) or of whom no address is known (no_address), and a service that does not know its own
// (public_url_unset).
func (v *Service) Invite(ctx context.Context, tour, record uuid.UUID, a Asking) (Invitee, error) {
	if err := v.checkAsking(&a); err != nil {
		return Invitee{}, err
	}
	var invited Invitee
	_, err := v.act(ctx, tour, record, func(ctx context.Context, i Invitation) ([]Reply, error) {
		if len(i.Claims) == 0 {
			return nil, fault.New(fault.NoSeat, "The player has no seat in the final, so there is nothing to invite him to.")
		}
		now := v.Now().UTC()
		switch {
		case a.Deadline.IsZero() && i.Deadline.After(now):
			a.Deadline = i.Deadline
		case a.Deadline.IsZero():
			a.Deadline = now.Add(answerWithin).Truncate(time.Second)
		}
		contact, err := v.contact(ctx, i, a)
		if err != nil {
			return nil, err
		}
		e, err := v.errand(ctx, tour, a)
		if err != nil {
			return nil, err
		}
		invited = Invitee{Invitation: i}
		return nil, v.invite(ctx, e, &invited, contact)
	})
	return invited, err
}

// contact is where the link of a qualifier is mailed to, if it is to be. It refuses to ask him by mail
// what he has answered.
func (v *Service) contact(ctx context.Context, i Invitation, a Asking) (Contact, error) {
	if !a.ByMail {
		return Contact{}, nil
	}
	if i.Reply != nil {
		return Contact{}, fault.New(fault.AnswerGiven, "The answer was given already: %s. Take it back before you invite the player again.", i.Reply.Answer)
	}
	contacts, err := v.Store.Contacts(ctx, []uuid.UUID{i.PlayerID})
	if err != nil {
		return Contact{}, err
	}
	contact, known := contacts[i.PlayerID]
	if !known {
		return Contact{}, fault.New(fault.NoAddress, "No address of the player is known. Add it to his entry (nast entrant edit --email), "+
			"or make the link without mail and give it to him yourself.")
	}
	return contact, nil
}

// checkAsking refuses a deadline that has passed, and to mail links that would lead nowhere.
func (v *Service) checkAsking(a *Asking) error {
	a.Note = strings.TrimSpace(a.Note)
	if !a.Deadline.IsZero() {
		a.Deadline = a.Deadline.UTC().Truncate(time.Second)
		if !a.Deadline.After(v.Now()) {
			return fault.AtField("/deadline", "out_of_range", "The deadline has to lie ahead.")
		}
	}
	if a.ByMail && (v.PublicURL == "" || v.Post == nil) {
		return fault.New(fault.PublicURLUnset, "The service does not know under which address qualifiers reach it. "+
			"Whoever runs it sets NAST_PUBLIC_URL, as https://tour.example.org; until then make links without mail and send them yourself.")
	}
	return nil
}

// errand is what is the same for everybody who is invited at once.
type errand struct {
	Asking
	tour uuid.UUID
	name string // of the tour
	key  []byte // that links are signed with
	now  time.Time
}

func (v *Service) errand(ctx context.Context, tour uuid.UUID, a Asking) (errand, error) {
	e := errand{Asking: a, tour: tour, now: v.Now().UTC()}
	t, err := v.Tours.ByID(ctx, tour)
	if err != nil {
		return e, err
	}
	e.name = t.Name
	e.key, err = v.Store.LinkKey(ctx)
	return e, err
}

// invite makes a link in the place of those before, and mails it where that is asked for.
func (v *Service) invite(ctx context.Context, e errand, i *Invitee, to Contact) error {
	link := IssuedLink{Link: Link{TourID: e.tour, PlayerID: i.PlayerID, Deadline: e.Deadline, Nonce: v.Random()}, IssuedAt: e.now}
	if err := v.Store.WithdrawLinks(ctx, e.tour, i.PlayerID, e.now); err != nil {
		return err
	}
	if err := v.Store.SetDeadline(ctx, e.tour, i.PlayerID, e.Deadline); err != nil {
		return err
	}
	if err := v.Store.SaveLink(ctx, link); err != nil {
		return err
	}
	i.Token, i.Deadline = link.Token(e.key), e.Deadline
	if !e.ByMail {
		return nil
	}
	return v.mailLink(ctx, e, i, link.Link, to)
}

// mailLink puts the invitation into the outbox; of one link there is one.
func (v *Service) mailLink(ctx context.Context, e errand, i *Invitee, l Link, to Contact) error {
	w := letter{Tour: e.name, Link: l, To: to, PublicURL: v.PublicURL, From: v.From, Note: e.Note}
	for _, c := range i.Claims { // of somebody whom the worker has not listed yet
		w.Name, w.Seats = c.Name, append(w.Seats, c.Seat)
	}
	if i.Row != nil {
		w.Name, w.Seats = i.Row.Name, i.Row.Satellites
	}
	i.MailedTo = to.Email
	_, err := v.Post.Post(ctx, w.invitation())
	return err
}
