package main

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// overseen makes the fake answer an overview, and invitations of two.
func (b *bundle) overseen(o api.Overview, invited api.InvitedAll) {
	b.fake.tours = []api.Tour{{Slug: "nast-2", Name: "Second tour"}}
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.HasSuffix(r.URL.Path, "/overview"):
			answer(w, 200, o)
		case strings.HasSuffix(r.URL.Path, "/qualifiers/invite"):
			answer(w, 200, invited)
		default:
			return false
		}
		return true
	}
}

func TestTheOverviewIsAPageToRead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	none, day := api.OverseenList{Items: []api.Overseen{}}, func(n int) time.Time { return time.Date(2026, time.March, n, 12, 0, 0, 0, time.UTC) }
	reminded := day(28)
	late := api.Overseen{
		Name: "Boise", Director: api.Named{Name: "Dan\x1b[2J"}, Status: "finished", Entrants: 24, DaysPast: 20, DaysLate: 6,
		LateFee: api.Money{Amount: 550, Currency: "USD"}, RemindedAt: &reminded,
	}
	o := api.Overview{
		Tour: "nast-2", Name: "Second tour", AsOf: day(30), Reminders: true, Satellites: api.OverviewStatuses{Proposed: 12, Finished: 1},
		Coming: none, Running: none, Unreported: none, Silent: none, Reported: none, Late: api.OverseenList{Count: 1, Items: []api.Overseen{late}},
		Entries: 350, Players: 310, Seats: api.OverviewSeats{Held: 40, Vacant: 2, GivenUp: 5},
		Answers: api.OverviewAnswers{Qualified: 52, Accepted: 21, Declined: 13, Open: 18, Overdue: 4},
		Money:   []api.OverviewMoney{{Due: api.Money{Amount: 26400, Currency: "USD"}, Received: api.Money{Amount: 10000, Currency: "USD"}, Outstanding: api.Money{Amount: 16400, Currency: "USD"}, Overdue: api.Money{Amount: 16400, Currency: "USD"}, OverdueDues: 1}},
		Final: api.OverviewFinal{
			Players: 24, Accepted: 21, BuyIns: 3, BuyInPlaces: 3, Unpaid: 1, Waiting: 2,
			Event: &api.OverviewFinalEvent{Name: "Final", Status: api.Sanctioned, StartsOn: openapi_types.Date{Time: day(29)}},
			Pool:  []api.OverviewPool{{Due: api.Money{Amount: 298200, Currency: "USD"}, Received: api.Money{Amount: 184400, Currency: "USD"}}},
		},
		NeedsDecision: []api.Matter{
			{Kind: "to_sanction", Count: 12, Items: []api.MatterItem{{Name: "Nampa", Detail: "Eve, 2026-05-02"}}},
			{Kind: "dead_mail", Count: 1, Items: []api.MatterItem{}},
		},
	}
	b.overseen(o, api.InvitedAll{})
	page := b.must("tour", "overview")
	for _, part := range []string{
		"Second tour as of 2026-03-30 12:00 UTC", "12 satellites are to be sanctioned: nast satellite sanction", "Nampa (Eve, 2026-05-02)", "and 11 more",
		"1 letter was given up", "12 proposed, 1 finished", "310 in 350 entries", "40 held, 2 vacant (5 given up)", "52 qualified: 21 accepted, 13 declined, 18 open (4 overdue)",
		"due 264.00 USD, received 100.00 USD, outstanding 164.00 USD, overdue 164.00 USD of 1 due", "Late reports: 1", "5.50 USD", "2026-03-28",
		"field of 24: 21 accepted, 3 bought in (1 not paid, 2 waiting for a place); Final on 2026-03-29 is sanctioned", "2982.00 USD, received 1844.00 USD",
	} {
		require.Contains(t, page, part)
	}
	require.NotContains(t, page, "\x1b")
	require.NotContains(t, page, "Nobody is reminded")
	require.Contains(t, b.must("tour", "overview", "--json"), `"overdue_dues": 1`)
}

// The command that the page names for a matter exists.
func TestEveryMatterHasACommand(t *testing.T) {
	t.Parallel()
	doc, err := api.Load()
	require.NoError(t, err)
	kinds := doc.Components.Schemas["Matter"].Value.Properties["kind"].Value.Enum
	require.Len(t, matterTexts, len(kinds))
	root := newApp(strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" }).root()
	for _, kind := range kinds {
		text, known := matterTexts[api.MatterKind(kind.(string))]
		require.True(t, known, kind)
		var words []string
		for _, word := range strings.Fields(text.command)[1:] {
			if word[0] < 'a' {
				break // what stands for something, or a flag
			}
			words = append(words, word)
		}
		c, rest, err := root.Find(words)
		require.NoError(t, err, text.command)
		require.Empty(t, rest, text.command)
		require.True(t, c.Runnable(), text.command)
		for _, word := range strings.Fields(text.command) {
			if flag, isFlag := strings.CutPrefix(word, "--"); isFlag {
				require.NotNil(t, c.Flags().Lookup(flag), text.command)
			}
		}
	}
}

func TestEverybodyIsInvitedAtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	deadline := time.Date(2026, time.August, 31, 23, 59, 59, 0, time.UTC)
	mailbox := "ann@example.org"
	b.overseen(api.Overview{}, api.InvitedAll{
		Deadline: deadline, Invited: []api.Invited{{PlayerID: uuid.New(), Name: "Lee, Ann", MailedTo: &mailbox}},
		Skipped: []api.NotInvited{{PlayerID: uuid.New(), Name: "Kim, Bo", Why: "address_unknown", Detail: "No address is known."}},
	})
	code, _, stderr := b.nast("", "seat", "invite")
	require.Equal(t, exitUsage, code)
	require.Contains(t, stderr, "--deadline")
	require.False(t, slices.ContainsFunc(b.fake.log, func(l string) bool { return strings.HasPrefix(l, "POST") }))

	said := b.must("seat", "invite", "--deadline", "2026-08-31", "--note", "In Reno.")
	require.Equal(t, map[string]any{"deadline": "2026-08-31T23:59:59Z", "mail": true, "note": "In Reno."}, b.last())
	for _, part := range []string{"2026-08-31 23:59 UTC", "ann@example.org", "Kim, Bo", "No address is known."} {
		require.Contains(t, said, part)
	}
	path := "/a/TOKEN"
	b.overseen(api.Overview{}, api.InvitedAll{Deadline: deadline, Invited: []api.Invited{{Name: "Lee, Ann", Path: &path}}, Skipped: []api.NotInvited{}})
	require.Contains(t, b.must("seat", "invite", "--deadline", "2026-08-31", "--mail=false"), b.fake.url+"/a/TOKEN")
	require.Equal(t, false, b.last()["mail"])
	address := "https://tour.example.org/a/TOKEN"
	b.overseen(api.Overview{}, api.InvitedAll{Deadline: deadline, Invited: []api.Invited{{Name: "Lee, Ann", Path: &path, URL: &address}}, Skipped: []api.NotInvited{}})
	require.Contains(t, b.must("seat", "invite", "--deadline", "2026-08-31", "--mail=false"), address, "the address that players reach, not the one used here")
}
