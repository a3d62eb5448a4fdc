package app_test

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/app"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/postgres"
	"github.com/nast-tour/nast/internal/qualifiers"
)

// postman keeps what he is given, or fails as he is told.
type postman struct {
	fail error
	sent []mail.Letter
}

func (p *postman) Send(_ context.Context, l mail.Letter) error {
	if p.fail == nil {
		p.sent = append(p.sent, l)
	}
	return p.fail
}

// postOffice does by hand what the worker does of mail, under its role.
type postOffice struct {
	season
	*postman
	service *mail.Service
	nudge   *qualifiers.Nudge
}

func (y season) postOffice() postOffice {
	y.stage.t.Helper()
	y.workerHasReminded()
	db := y.database.Open(y.stage.t, postgres.WorkerRole)
	lists, man := postgres.Qualifiers{DB: db}, &postman{}
	post := &mail.Service{
		Outbox: postgres.Outbox{DB: db}, Sender: man, Enclosures: qualifiers.Enclosed{Store: lists, Now: y.clock.now}, Now: y.clock.now, NewID: app.NewID,
	}
	nudge := &qualifiers.Nudge{Store: lists, Post: post, PublicURL: publicURL, From: "The organisers", Now: y.clock.now}
	return postOffice{y, man, post, nudge}
}

// workerHasReminded waits for the reminders that the worker looks for when it starts. Afterwards it
// does so every hour of the real clock, which a test does not reach; were one still to come, it would
// be written at the time to which the test has moved its own clock.
func (y season) workerHasReminded() {
	y.stage.t.Helper()
	jobs := newRecords(y.stage.t, y.database)
	eventually(y.stage.t, "the worker to have reminded", func() bool {
		return len(jobs.texts(`SELECT DISTINCT kind FROM river.river_job
			WHERE kind IN ('remind_dues', 'chase_reports', 'remind_answers') AND state = 'completed'`)) == 3
	})
}

// deliver sends what waits and gives what was sent.
func (p postOffice) deliver() []mail.Letter {
	p.stage.t.Helper()
	p.sent = nil
	_, err := p.service.SendWaiting(p.stage.t.Context())
	require.NoError(p.stage.t, err)
	return p.sent
}

// reachable is a satellite of 14 players, who have given addresses, and
// its standing.
func (y season) reachable(name string) (uuid.UUID, []api.Standing) {
	y.stage.t.Helper()
	s := y.register(name, 5)
	y.sanction(s.ID)
	y.enter(s.ID, 14, name)
	for _, e := range y.entrants(s.ID) {
		email := strings.ToLower(e.FamilyName) + "@example.org"
		ok[api.Entrant](y.stage.t)(client.OK(y.director.UpdateEntrantWithResponse(y.stage.t.Context(), s.ID, e.ID, nil, api.EntrantPatch{Email: &email})))
	}
	y.start(s.ID)
	y.play(s.ID, 1, 5)
	y.report(s.ID)
	return s.ID, y.standing(s.ID)
}

func (y season) inviteAll(deadline time.Time, byMail bool) *api.InvitedAll {
	y.stage.t.Helper()
	return ok[api.InvitedAll](y.stage.t)(client.OK(y.stage.organiser.InviteQualifiersWithResponse(y.stage.t.Context(), slug, nil,
		api.InviteAll{Deadline: deadline, Mail: &byMail, Note: ptr("The final is in Reno.")})))
}

func (y season) outbox() []api.Mail {
	y.stage.t.Helper()
	list := ok[api.MailList](y.stage.t)(client.OK(y.stage.organiser.ListOutboxWithResponse(y.stage.t.Context(), nil)))
	var invitations []api.Mail
	for _, m := range list.Items {
		if strings.HasPrefix(m.Key, "invitation/") || strings.HasPrefix(m.Key, "answer-reminder/") {
			invitations = append(invitations, m)
		}
	}
	return invitations
}

var linkInLetter = regexp.MustCompile(regexp.QuoteMeta(publicURL) + `/a/([A-Za-z0-9_-]{40,})\b`)

// Everybody on the list is invited by a link of his own, once; the link is nowhere but in his letter.
func TestEverybodyIsInvitedByMailOnce(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	_, d := y.reachable("Duluth")
	y.listed(d[0].Name, d[1].Name)
	office := y.postOffice()
	deadline := y.clock.now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Second)
	first := y.inviteAll(deadline, true)
	require.Len(t, first.Invited, 2)
	require.Empty(t, first.Skipped)
	require.Nil(t, first.Invited[0].Path, "what is mailed is shown to nobody else")
	for _, m := range y.outbox() {
		require.Contains(t, m.Body, publicURL+"/a/"+mail.Enclosure)
		require.False(t, linkInLetter.MatchString(m.Body), "the outbox can be read by others than the player")
		require.Contains(t, m.Body, "place ")
		require.Contains(t, m.Body, "Duluth")
		require.Contains(t, m.Body, "The final is in Reno.")
		require.Contains(t, m.Body, deadline.Format("2 January 2006, 15:04")+" UTC")
	}
	again := y.inviteAll(deadline, true)
	require.Empty(t, again.Invited)
	require.Equal(t, api.NotInvitedWhy("link_stands"), again.Skipped[0].Why)
	require.Empty(t, y.inviteAll(deadline.Add(-24*time.Hour), true).Invited, "nobody loses time")

	sent := office.deliver()
	require.Len(t, sent, 2)
	require.Empty(t, office.deliver())
	tokens := map[string]string{}
	for _, l := range sent {
		found := linkInLetter.FindStringSubmatch(l.Body)
		require.NotNil(t, found, l.Body)
		tokens[l.To] = found[1]
	}
	kept := y.rows("SELECT to_jsonb(m)::text FROM mail_outbox m")
	for _, token := range tokens {
		require.NotContains(t, kept, token, "nor is it kept once it is sent")
	}
	ann := y.row(d[0].Name)
	address := addressOf(d[0].Name)
	require.Contains(t, tokens, address)
	ok[api.OwnInvitation](t)(client.OK(y.stage.organiser.PutByLinkWithResponse(t.Context(), tokens[address], api.OwnAnswer{Answer: "accepted"})))
	eventually(t, "the answer in the list", func() bool { return y.row(ann.Name).Answer == "accepted" })

	got := y.send(call{key: organiserKey, method: http.MethodPost, path: "/v1/tours/" + slug + "/qualifiers/" + ann.PlayerID.String() + "/link", body: `{"mail":true}`})
	require.EqualValues(t, "answer_given", got.problem(t).Code, "nobody is asked what he has answered")

	later := y.inviteAll(deadline.Add(24*time.Hour), true)
	require.Len(t, later.Invited, 1, "more time is a new invitation")
	require.Equal(t, d[1].Name, later.Invited[0].Name)
	require.Equal(t, []api.NotInvited{{PlayerID: ann.PlayerID, Name: ann.Name, Why: "answered", Detail: "The answer is recorded: accepted."}}, later.Skipped)
}

// addressOf is where a player of reachable gets his mail.
func addressOf(name string) string {
	family, _, _ := strings.Cut(name, ",")
	return strings.ToLower(family) + "@example.org"
}

// rows is what a query gives, as text, seen with the rights of an administrator.
func (y season) rows(query string) string {
	y.stage.t.Helper()
	admin, err := pgx.Connect(y.stage.t.Context(), y.database.AdminURL())
	require.NoError(y.stage.t, err)
	defer func() { require.NoError(y.stage.t, admin.Close(context.Background())) }()
	rows, err := admin.Query(y.stage.t.Context(), query)
	require.NoError(y.stage.t, err)
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(y.stage.t, err)
	return strings.Join(lines, "\n")
}

// Who has not answered is reminded once, with the link that he has; a letter that was given up is
// written anew; one whose link was replaced before it was sent is dropped.
func TestWhoHasNotAnsweredIsRemindedOnce(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	_, d := y.reachable("Duluth")
	y.listed(d[0].Name, d[1].Name)
	office := y.postOffice()
	deadline := y.clock.now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Second)
	y.inviteAll(deadline, true)
	first := office.deliver()
	y.answers(d[0].Name, "declined")
	remind := func() int {
		posted, err := office.nudge.Remind(t.Context())
		require.NoError(t, err)
		return posted
	}
	require.Zero(t, remind(), "in good time")
	y.clock.advance(27*24*time.Hour + time.Hour)
	require.Equal(t, 1, remind(), "three days before, and who has answered is not asked")
	require.Zero(t, remind())
	sent := office.deliver()
	require.Len(t, sent, 1)
	require.Equal(t, addressOf(d[1].Name), sent[0].To)
	require.Contains(t, sent[0].Subject, "Will you play")
	tokenOf := func(letters []mail.Letter, to string) string {
		for _, l := range letters {
			if l.To == to {
				return linkInLetter.FindStringSubmatch(l.Body)[1]
			}
		}
		return ""
	}
	require.Equal(t, tokenOf(first, sent[0].To), tokenOf(sent, sent[0].To), "the link that he has")

	// More time: the letter lapses, as no server takes it, and the next invitation is a new one.
	office.fail = context.DeadlineExceeded
	later := deadline.Add(60 * 24 * time.Hour)
	require.Len(t, y.inviteAll(later, true).Invited, 1)
	require.Empty(t, office.deliver())
	require.Empty(t, y.inviteAll(later, true).Invited, "it is still on its way")
	y.clock.advance(mail.Freshness + time.Hour)
	require.Len(t, y.inviteAll(later.Add(-24*time.Hour), true).Invited, 1, "it was given up")
	asked := ok[api.Invitation](t)(client.OK(y.stage.organiser.GetAnswerWithResponse(t.Context(), slug, y.row(d[1].Name).PlayerID)))
	require.Equal(t, later, asked.Deadline.UTC(), "the time that it gave was not")
	// Replaced by a link that is given by hand: the letter would lead to a page that says so.
	ok[api.AnswerLink](t)(client.Created(y.stage.organiser.CreateAnswerLinkWithResponse(t.Context(), slug, y.row(d[1].Name).PlayerID, nil, api.AnswerLinkCreate{})))
	office.fail = nil
	require.Empty(t, office.deliver())
	require.EqualValues(t, "dropped", y.outbox()[0].State)
	// He is on the list with a link of his own, which was never mailed: that one is.
	mailed := y.inviteAll(later, true)
	require.Len(t, mailed.Invited, 1)
	require.Len(t, office.deliver(), 1)
	quiet := ok[api.Tour](t)(client.OK(y.stage.organiser.UpdateTourWithResponse(t.Context(), slug, nil, api.TourPatch{Reminders: ptr(false)})))
	require.False(t, quiet.Reminders, "although a satellite has started")
	y.clock.advance(later.Sub(y.clock.now()) - 24*time.Hour)
	require.Zero(t, remind(), "the organiser wants nobody reminded")
}

// What cannot be mailed is said, with what to do; without mail the links come in the answer.
func TestWhatCannotBeMailedIsSaid(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	_, d := y.held("Duluth", "Duluth") // nobody has given an address
	list := y.listed(d[0].Name, d[1].Name)
	path := "/v1/tours/" + slug + "/qualifiers/"
	link := call{key: organiserKey, method: http.MethodPost, path: path + list[0].PlayerID.String() + "/link", body: `{"mail":true}`}
	got := y.send(link)
	require.Equal(t, http.StatusConflict, got.status)
	require.EqualValues(t, "no_address", got.problem(t).Code)
	deadline := y.clock.now().Add(30 * 24 * time.Hour)
	all := y.inviteAll(deadline, true)
	require.Empty(t, all.Invited)
	require.Equal(t, api.NotInvitedWhy("address_unknown"), all.Skipped[1].Why)
	require.Empty(t, y.outbox())
	overview := ok[api.Overview](t)(client.OK(y.stage.organiser.GetOverviewWithResponse(t.Context(), slug)))
	require.Equal(t, api.OverviewAnswers{Qualified: 2, Open: 2, NotAsked: 2}, overview.Answers, "nobody was asked")

	byHand := y.inviteAll(deadline, false)
	require.Len(t, byHand.Invited, 2)
	require.Equal(t, publicURL+*byHand.Invited[0].Path, *byHand.Invited[0].URL)
	page := y.send(call{method: http.MethodGet, path: *byHand.Invited[0].Path})
	require.Equal(t, http.StatusOK, page.status)
	require.Len(t, y.inviteAll(deadline, false).Skipped, 2)
	got = y.send(call{key: organiserKey, method: http.MethodPost, path: path + "invite", body: `{"deadline":"2020-01-01T00:00:00Z"}`})
	require.Equal(t, http.StatusBadRequest, got.status)
	require.Equal(t, "/deadline", (*got.problem(t).Errors)[0].Pointer)

	y.clock.advance(31 * 24 * time.Hour)
	a := y.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/tours/" + slug + "/overview"})
	late := read[api.Overview](t, a)
	require.Equal(t, 2, late.Answers.Overdue)
	require.Equal(t, api.MatterKind("answers_overdue"), late.NeedsDecision[0].Kind)
	require.Len(t, late.NeedsDecision[0].Items, 2)
	again := y.send(call{key: organiserKey, method: http.MethodGet, path: "/v1/tours/" + slug + "/overview", header: map[string]string{"If-None-Match": a.header.Get("ETag")}})
	require.Equal(t, http.StatusNotModified, again.status)

	nowhere := newService(t, func(s *setup) { s.database, s.noPublicURL = &y.database, true })
	got = nowhere.send(link)
	require.Equal(t, http.StatusConflict, got.status)
	require.EqualValues(t, "public_url_unset", got.problem(t).Code)
	require.Contains(t, got.problem(t).Detail, "NAST_PUBLIC_URL")
}

// An erased person's mail is not sent, and where it was sent is forgotten (R8.2).
func TestTheMailOfAnErasedPersonIsDropped(t *testing.T) {
	t.Parallel()
	y := newSeason(t, "keeps_one_seat", "lapses")
	_, d := y.reachable("Duluth")
	y.listed(d[0].Name, d[1].Name)
	office := y.postOffice()
	deadline := y.clock.now().Add(30 * 24 * time.Hour)
	y.inviteAll(deadline, true)
	require.Len(t, office.deliver(), 2)
	y.inviteAll(deadline.Add(24*time.Hour), true)
	ann := y.row(d[0].Name)
	card := ok[api.PlayerCard](t)(client.OK(y.stage.organiser.ErasePlayerWithResponse(t.Context(), ann.PlayerID, nil)))
	family, _, _ := strings.Cut(ann.Name, ",")
	kept := strings.ToLower(y.rows("SELECT to_jsonb(m)::text FROM mail_outbox m"))
	require.NotContains(t, kept, addressOf(ann.Name))
	require.NotContains(t, kept, strings.ToLower(family))
	sent := office.deliver()
	require.Len(t, sent, 1, "only the other one's")
	require.Equal(t, addressOf(d[1].Name), sent[0].To)
	for _, s := range y.inviteAll(deadline.Add(48*time.Hour), true).Skipped {
		require.Equal(t, []any{card.Name, api.NotInvitedWhy("erased")}, []any{s.Name, s.Why})
	}

	office.fail = errors.New("550 <" + addressOf(d[1].Name) + ">: unknown")
	y.inviteAll(deadline.Add(72*time.Hour), true)
	require.Empty(t, office.deliver())
	y.clock.advance(mail.Kept + 48*time.Hour)
	_, err := office.service.Forget(t.Context())
	require.NoError(t, err)
	require.NotContains(t, y.rows("SELECT to_jsonb(m)::text FROM mail_outbox m"), "@", "of everybody, after a while")
	require.NotEmpty(t, y.outbox(), "that there was a letter is known for good")
}
