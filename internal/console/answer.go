package console

import (
	"context"
	"net/http"
	"net/url"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// Answers are the invitations that qualifiers answer themselves; *qualifiers.Service has them.
type Answers interface {
	// ByLink reads what the token of a link is for; fault.LinkInvalid, LinkExpired or LinkUsed where
	// it opens nothing.
	ByLink(ctx context.Context, token string) (qualifiers.OwnInvitation, error)
	// AnswerByLink takes the answer, once.
	AnswerByLink(ctx context.Context, token string, answer qualifiers.Answer, note string) (qualifiers.Invitation, error)
}

// invitation is an invitation as its page shows it.
type invitation struct {
	qualifiers.OwnInvitation
}

// By is the deadline in words. It is in UTC, which the page says: the qualifier's own time is not
// known.
func (i invitation) By() string {
	return i.Deadline.UTC().Format("Monday, 2 January 2006, 15:04") + " UTC"
}

// Asks says that the page asks for an answer.
func (i invitation) Asks() bool { return !i.Used && i.Answer == qualifiers.Invited }

// Accepted says that he plays.
func (i invitation) Accepted() bool { return i.Answer == qualifiers.Accepted }

// Declined says that he does not.
func (i invitation) Declined() bool { return i.Answer == qualifiers.Declined }

func (c *Console) showInvitation(w http.ResponseWriter, r *http.Request, token string) error {
	p, err := c.invitationPage(r, token)
	if err != nil {
		return err
	}
	write(w, http.StatusOK, "invitation", p)
	return nil
}

// takeAnswer records the answer and leads back to the page, so that loading it again sends nothing.
func (c *Console) takeAnswer(w http.ResponseWriter, r *http.Request, token string) error {
	if err := r.ParseForm(); err != nil {
		return unreadable(err)
	}
	_, err := c.answers.AnswerByLink(r.Context(), token, qualifiers.Answer(r.PostForm.Get("answer")), "")
	if err == nil {
		seeOther(w, "/a/"+url.PathEscape(token))
		return nil
	}
	if fault.CodeOf(err).Kind() != fault.Invalid {
		return shut(err)
	}
	p, pageErr := c.invitationPage(r, token)
	if pageErr != nil {
		return pageErr
	}
	return &refusedForm{fault.Wrap(err, fault.InvalidRequest, "Choose one of the two answers."), "invitation", p}
}

func (c *Console) invitationPage(r *http.Request, token string) (page, error) {
	own, err := c.answers.ByLink(r.Context(), token)
	if err != nil {
		return page{}, shut(err)
	}
	return page{Title: "Your seat in the Final Event", Invitation: &invitation{own}}, nil
}

// shut shows why a link opens nothing, without asking for the code of a game.
func shut(err error) error {
	switch fault.CodeOf(err).Kind() {
	case fault.NotFound, fault.Conflict:
		return &refusedForm{err, "shut", page{Title: fault.CodeOf(err).Title()}}
	}
	return err
}
