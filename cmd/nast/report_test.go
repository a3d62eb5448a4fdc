package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestStandingsTable(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addSatellite("Boise", 2)
	require.Equal(t, ""+
		"Rank  Name          Seed  Rating  Won-Lost  Points  Spread\n"+
		"   1  Player1, Ann     1    2000     4-1-1     4.5    +100\n"+
		"   2  Player2, Ann     2    1990     4-1-1     4.5     +99\n", b.must("-q", "standings", "-s", "boise"))
}

func TestReportNamesTiesAndHowToDecideThem(t *testing.T) {
	t.Parallel()
	b := setup(t)
	s := b.fake.addSatellite("Boise", 3)
	s.entrants[1].Name, s.entrants[1].FamilyName = "Kim, Bo", "Kim"
	s.report.UnresolvedTies = []api.Tie{{
		Stake: api.StakeSeat, FromPlace: 1, ToPlace: 2,
		Entrants: []api.TiedEntrant{{EntrantID: s.entrants[0].ID, Name: "Player1, Ann"}, {EntrantID: s.entrants[1].ID, Name: "Kim, Bo"}},
	}}
	out := b.must("report", "show", "-s", "boise")
	require.Contains(t, out, "Tied for a seat, places 1 to 2 (to be decided): Player1, Ann; Kim, Bo")
	require.Contains(t, out, "nast report decide --order")

	code, _, errs := b.nast("", "report", "make")
	require.Equal(t, exitRefused, code)
	require.Contains(t, errs, "Decide the ties first.")

	b.must("report", "decide", "--order", "kim,player1", "--payout", "2=60.00", "--reason", "Play-off")
	var sent api.Decisions
	b.lastBody("PUT /v1/satellites/"+s.ID.String()+"/report/decisions", &sent)
	require.Equal(t, s.entrants[1].ID, (*sent.SeatOrder)[0])
	require.Equal(t, s.entrants[0].ID, (*sent.SeatOrder)[1])
	require.Equal(t, api.Payout{Place: 2, Amount: api.Fee{Amount: 6000, Currency: "USD"}}, (*sent.Payouts)[0])

	b.must("report", "decide", "--order", "Kim, Bo", "--order", "Player1, Ann", "--reason", "Lot")
	require.Contains(t, b.must("report", "make"), "Due to the Final Event: 36.00 USD")

	for _, args := range [][]string{{"--reason", "x"}, {"--order", "kim"}, {"--payout", "first=1", "--reason", "x"}, {"--order", "nobody,kim", "--reason", "x"}} {
		code, _, _ := b.nast("", append([]string{"report", "decide"}, args...)...)
		require.Equal(t, exitUsage, code, args)
	}
}
