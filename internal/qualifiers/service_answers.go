package qualifiers

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
)

// AnswerStore keeps answers, deadlines, links and rulings.
type AnswerStore interface {
	// Person is who a record belongs to, by the merges in force; fault.ResourceNotFound where there
	// is no such record.
	Person(ctx context.Context, record uuid.UUID) (uuid.UUID, error)
	// LockPlayer keeps others from answering for a player, or ruling on his seats, until the
	// transaction ends.
	LockPlayer(ctx context.Context, tour, player uuid.UUID) error

	Replies(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]Reply, error)
	SaveReplies(ctx context.Context, tour uuid.UUID, replies []Reply) error
	ClaimsOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]Claim, error)
	RowsOf(ctx context.Context, tour uuid.UUID, players []uuid.UUID) ([]ListRow, error)
	LatestReported(ctx context.Context, tour uuid.UUID) (civil.Date, error)

	Deadline(ctx context.Context, tour, player uuid.UUID) (time.Time, error) // zero: none
	SetDeadline(ctx context.Context, tour, player uuid.UUID, deadline time.Time) error

	LinkKey(ctx context.Context) ([]byte, error)
	SaveLink(ctx context.Context, l IssuedLink) error
	// LockLink reads what is kept of a link, under a lock; fault.LinkInvalid where nothing is.
	LockLink(ctx context.Context, l Link) (IssuedLink, error)
	UseLink(ctx context.Context, l Link, at time.Time) error
	WithdrawLinks(ctx context.Context, tour, player uuid.UUID, at time.Time) error

	InvitationStore

	Rulings(ctx context.Context, satellites []uuid.UUID) ([]Ruling, error)
	SaveRulings(ctx context.Context, tour uuid.UUID, rulings []Ruling) error
	Outcomes(ctx context.Context, tour uuid.UUID, satellites []uuid.UUID) ([]Outcome, error)
}

// Invitation is what is known of one qualifier's answer: his seats, his answer in force, all that
// were recorded, and by when he has to answer.
type Invitation struct {
	PlayerID uuid.UUID
	Row      *ListRow // nil: he is not in the list
	Reply    *Reply   // in force; nil: none
	Replies  []Reply  // all, in order
	Claims   []Claim
	Deadline time.Time // zero: none
}

// Answer is what the list says, or will say once the worker has followed.
func (i Invitation) Answer() Answer {
	if i.Reply == nil {
		return Invited
	}
	return i.Reply.Answer
}

// Invitation reads what is known of a qualifier.
func (v *Service) Invitation(ctx context.Context, tour, record uuid.UUID) (i Invitation, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		i, err = v.invitation(ctx, tour, record)
		return err
	})
	return i, err
}

func (v *Service) invitation(ctx context.Context, tour, record uuid.UUID) (Invitation, error) {
	player, err := v.Store.Person(ctx, record)
	if err != nil {
		return Invitation{}, err
	}
	i, players := Invitation{PlayerID: player}, []uuid.UUID{player}
	if i.Replies, err = v.Store.Replies(ctx, tour, players); err != nil {
		return i, err
	}
	if r, answered := InForce(i.Replies); answered {
		i.Reply = &r
	}
	if i.Claims, err = v.Store.ClaimsOf(ctx, tour, players); err != nil {
		return i, err
	}
	rows, err := v.Store.RowsOf(ctx, tour, players)
	if err != nil {
		return i, err
	}
	if len(rows) > 0 {
		i.Row = &rows[0]
	}
	i.Deadline, err = v.Store.Deadline(ctx, tour, player)
	return i, err
}

// act reads a qualifier under his lock, lets decide say which replies are new or changed, keeps
// them and tells the worker. It gives the qualifier as he is then.
func (v *Service) act(ctx context.Context, tour, record uuid.UUID, decide func(context.Context, Invitation) ([]Reply, error)) (i Invitation, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		player, err := v.Store.Person(ctx, record)
		if err != nil {
			return err
		}
		if err := v.Store.LockPlayer(ctx, tour, player); err != nil {
			return err
		}
		if i, err = v.invitation(ctx, tour, player); err != nil {
			return err
		}
		replies, err := decide(ctx, i)
		if err != nil || len(replies) == 0 {
			return err
		}
		if err := v.Store.SaveReplies(ctx, tour, replies); err != nil {
			return err
		}
		if err := v.Announcer.Changed(ctx, tour, Change{Players: []uuid.UUID{player}}); err != nil {
			return err
		}
		if err := tell(v.Herald, replies, func(r Reply) error { return v.Herald.Answered(ctx, tour, r) }); err != nil {
			return err
		}
		i, err = v.invitation(ctx, tour, player)
		return err
	})
	return i, err
}

// Record records an answer for a player (R5.5); by is who records it. The same answer again changes
// nothing. Its errors are those of Answering.Answer.
func (v *Service) Record(ctx context.Context, tour, record uuid.UUID, answer Answer, note, by string) (Invitation, error) {
	return v.act(ctx, tour, record, func(ctx context.Context, i Invitation) ([]Reply, error) {
		return v.answer(ctx, tour, i, Reply{Answer: answer, Via: ByOrganiser, By: by, Note: strings.TrimSpace(note)})
	})
}

// tell tells a herald, where there is one, of each thing.
func tell[T any](h Herald, things []T, of func(T) error) error {
	if h == nil {
		return nil
	}
	for _, thing := range things {
		if err := of(thing); err != nil {
			return err
		}
	}
	return nil
}

func (v *Service) answer(ctx context.Context, tour uuid.UUID, i Invitation, r Reply) ([]Reply, error) {
	latest, err := v.Store.LatestReported(ctx, tour)
	if err != nil {
		return nil, err
	}
	r.ID, r.PlayerID, r.At = v.NewID(), i.PlayerID, v.Now().UTC()
	r.Day = AnswerDay(r.At, latest)
	return Answering{Replies: i.Replies, Claims: i.Claims, Deadline: i.Deadline}.Answer(r)
}

// TakeAnswerBack takes the answer in force back, so that the player is invited again (R5.5).
// Without one it changes nothing.
func (v *Service) TakeAnswerBack(ctx context.Context, tour, record uuid.UUID, by string) (Invitation, error) {
	return v.act(ctx, tour, record, func(_ context.Context, i Invitation) ([]Reply, error) {
		back, answered := TakeBack(i.Replies, v.Now(), by)
		if !answered {
			return nil, nil
		}
		return []Reply{back}, nil
	})
}

// OwnInvitation is an invitation as the qualifier himself sees it.
type OwnInvitation struct {
	Tour     string // its name
	Name     string // short where the tour says so (R8.2)
	Answer   Answer
	Deadline time.Time
	Used     bool // the link has been used
	Seats    []Seat
}

// ByLink reads what a link is for. It refuses a forged link (link_invalid), one whose deadline has
// passed (link_expired) and one that was withdrawn (link_used); one that was used is shown with the
// answer that was given.
func (v *Service) ByLink(ctx context.Context, token string) (own OwnInvitation, err error) {
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		l, err := v.openLink(ctx, token)
		if err != nil {
			return err
		}
		if err := l.Check(); err != nil && l.UsedAt.IsZero() {
			return err
		}
		i, err := v.invitation(ctx, l.TourID, l.PlayerID)
		if err != nil {
			return err
		}
		t, err := v.Tours.ByID(ctx, l.TourID)
		own = OwnInvitation{Tour: t.Name, Answer: i.Answer(), Deadline: l.Deadline, Used: !l.UsedAt.IsZero()}
		if i.Row != nil {
			own.Name, own.Seats = i.Row.Name, i.Row.Satellites
		}
		if t.Shown.ShortNames { // a link can come into other hands (R8.2)
			own.Name = players.ParseWritten(own.Name).Short()
		}
		return err
	})
	return own, err
}

// openLink finds what is kept of a link, and locks it.
func (v *Service) openLink(ctx context.Context, token string) (IssuedLink, error) {
	key, err := v.Store.LinkKey(ctx)
	if err != nil {
		return IssuedLink{}, err
	}
	link, err := ParseLink(key, token, v.Now())
	if err != nil {
		return IssuedLink{}, err
	}
	return v.Store.LockLink(ctx, link)
}

// AnswerByLink takes a qualifier's own answer, accepted or declined, and uses the link up.
func (v *Service) AnswerByLink(ctx context.Context, token string, answer Answer, note string) (i Invitation, err error) {
	if answer != Accepted && answer != Declined {
		return Invitation{}, fault.AtField("/answer", "unknown_value", "The answer is accepted or declined.")
	}
	err = v.Store.InTx(ctx, func(ctx context.Context) error {
		l, err := v.openLink(ctx, token)
		if err != nil {
			return err
		}
		if err := l.Check(); err != nil {
			return err
		}
		i, err = v.act(ctx, l.TourID, l.PlayerID, func(ctx context.Context, i Invitation) ([]Reply, error) {
			replies, err := v.answer(ctx, l.TourID, i, Reply{Answer: answer, Via: ByLink, By: "the player", Note: strings.TrimSpace(note)})
			if err != nil {
				return nil, err
			}
			return replies, v.Store.UseLink(ctx, l.Link, v.Now().UTC())
		})
		return err
	})
	return i, err
}
