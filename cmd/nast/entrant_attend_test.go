package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

// R2.5: before the start, checking in and withdrawing only say who is there.
func TestCheckInAndWithdrawBeforeTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := b.fake.addSatellite("Boise", 3)
	for i := range s.entrants {
		s.entrants[i].Seed, s.entrants[i].InField = nil, false
	}
	out := b.must("entrant", "withdraw", "player1", "player2", "-s", "boise")
	require.Contains(t, out, "Player1, Ann is not here.\nPlayer2, Ann is not here.\n")
	require.Contains(t, out, "3 entrants, 1 to play, 2 absent.")
	require.Contains(t, b.must("entrant", "checkin", "player1"), "3 entrants, 2 to play, 1 absent.")

	code, _, errs := b.nast("", "entrant", "checkin", "player2", "nobody")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, `no entrant is called "nobody"`)
	require.False(t, s.entrants[1].Present, "with one name mistyped nobody is checked in")
}

// Where the second of two is refused, what was done with the first is still told.
func TestWithdrawalTellsWhatWasDoneBeforeARefusal(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.Status = api.InPlay
	b.fake.before = func(w http.ResponseWriter, r *http.Request) bool {
		refused := strings.HasSuffix(r.URL.Path, s.entrants[4].ID.String()+"/withdraw")
		if refused {
			refuse(w, 409, "wrong_status", "Not now.", nil)
		}
		return refused
	}
	code, out, errs := b.nast("", "entrant", "withdraw", "player3", "player5", "player1")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, "Not now.")
	require.Contains(t, out, "now  Player3, Ann (3) misses the round")
	require.False(t, s.entrants[0].Withdrawn, "those after him are left")
}

// R3.12, R4.7: the director is told which pairs change when a player leaves.
func TestWithdrawalInPlayTellsThePairsThatChange(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.Status = api.InPlay
	b.fake.pair(s, 2)
	s.rounds[0].State = api.RoundStateOpen
	out := b.must("entrant", "withdraw", "player3", "--reason", "left ill")
	require.Equal(t, strings.Join([]string{
		"Player3, Ann has withdrawn.",
		"  Round 2 (planned)",
		"    was  table 2: Player3, Ann (3) - Player4, Ann (4)",
		"    now  Player3, Ann (3) misses the round. Withdrawn: missed.",
		"    now  Player4, Ann (4) has the bye. Left without an opponent.",
		"  Rounds 3 to 6 will be paired without Player3, Ann.", "",
	}, "\n"), out)
	require.Contains(t, b.must("entrant", "return", "player3"), "Player3, Ann plays again, as seed 3.\n  No pair changes")
	require.NotContains(t, b.must("round", "show", "2"), "Player3, Ann (3)  bye", "a round missed is no bye")
}

// R4.8: entering late says which rounds were missed.
func TestLateEntrySaysWhatItMeans(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	s.Status = api.InPlay
	s.entrants[6].InField, s.entrants[6].Present = false, false
	s.rounds[0].Games = s.rounds[0].Games[:3]
	require.Equal(t, strings.Join([]string{
		"Player7, Ann plays from round 2 on, as seed 7.",
		"  Round 1 (planned)",
		"    now  Player7, Ann (7) misses the round. Entered late: missed.",
		"  Rounds 2 to 6 will be paired with Player7, Ann.", "",
	}, "\n"), b.must("entrant", "checkin", "7"))
	require.Contains(t, b.must("entrant", "add", "Lee, Ann"), "Entered Lee, Ann, unrated.\nLee, Ann plays, as seed 8.\n")
}

func TestEligibilityNeedsAReason(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	code, _, errs := b.nast("", "entrant", "eligible", "player2", "--no")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "--reason")
	require.Contains(t, b.must("entrant", "eligible", "player2", "--no", "--reason", "x"), "Player2, Ann takes no prize and no seat.")
	require.False(t, s.entrants[1].Eligible)
	require.Contains(t, b.must("entrant", "eligible", "player2", "--reason", "x"), "Player2, Ann can take a prize and a seat.")
}

func TestEntrantListNotesWhatIsSpecial(t *testing.T) {
	t.Parallel()
	three, five, because := 3, 5, "a standby who joined for round 3"
	for note, e := range map[string]api.Entrant{
		"":                             {Present: true, InField: true, Eligible: true},
		"absent":                       {},
		"withdrawn":                    {Present: true, InField: true, Withdrawn: true},
		"late, from round 3":           {Present: true, InField: true, Eligible: true, JoinedFor: &three},
		"standby":                      {Present: true, Standby: true},
		"standby, called at the start": {Present: true, Standby: true, InField: true, Eligible: true},
		"standby, called for round 3; not eligible: " + because: {
			Present: true, Standby: true, InField: true, JoinedFor: &three, IneligibleBecause: &because,
		},
		"keeps table 5": {Present: true, InField: true, Eligible: true, ReservedTable: &five},
	} {
		require.Equal(t, note, entrantNote(e))
	}
}

// R6.2: what was paid at the door is told beside the books, with who has not paid in full.
func TestPaidAtTheDoor(t *testing.T) {
	t.Parallel()
	usd := func(cents int64) api.Money { return api.Money{Amount: cents, Currency: "USD"} }
	paid := api.Entrant{Name: "Lee, Ann", Present: true, Fee: usd(3000), Paid: usd(3000)}
	half := api.Entrant{Name: "Kim, Bo", Present: true, Fee: usd(3000), Paid: usd(1050)}
	away := api.Entrant{Name: "Orr, Cy", Fee: usd(3000)}
	require.Equal(t, "Paid at the door: 40.50 USD by 2 of 3. Not in full: Kim, Bo.", paidSummary([]api.Entrant{paid, half, away}))
	require.Equal(t, "Paid at the door: 30.00 USD by 1 of 1.", paidSummary([]api.Entrant{paid}))
	require.Equal(t, "Paid at the door: nothing yet.", paidSummary([]api.Entrant{away}))
	require.Equal(t, "a; b; c; d; e; f; g; h and 2 more", few(strings.Split("abcdefghij", "")))
}

// R2.2: one screen before the start names the standby who would play.
func TestSatellitePreviewBeforeTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := b.fake.addSatellite("Boise", 5)
	for i := range s.entrants {
		s.entrants[i].Seed, s.entrants[i].InField = nil, false
	}
	s.entrants[3].Standby, s.entrants[4].Present = true, false
	out := b.must("satellite", "preview", "boise")
	require.Contains(t, out, "   3  Player3, Ann    1980  0.00 USD\n")
	require.Contains(t, out, "Not here: Player5, Ann\nStanding by: Player4, Ann\n")
	require.Contains(t, out, "The number is odd: the first standby plays, Player4, Ann.")
	require.Empty(t, b.fake.requests("POST"), "looking changes nothing")
}

func TestReservedTable(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := inPlay(b)
	require.Contains(t, b.must("entrant", "edit", "player3", "--table", "1"), "keeps table 1")
	require.Equal(t, 1, *s.entrants[2].ReservedTable)
}
