package sheet_test

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/sheet"
)

// person gives the id of the player with a seed.
func person(seed int) uuid.UUID { return uuid.UUID{15: byte(seed)} }

// names are of every script, and one of them tries to be a page.
var names = []string{"Núñez, Zoë", "山田, 花子", "O'Brien, Seán", "<b>Lee</b>, Ann & Bo", "כהן, דוד"}

func ptr[T any](value T) *T { return &value }

// pairOf is a game that is to be played; a second of 0 is nobody.
func pairOf(round, table, first, second int) api.Game {
	g := api.Game{
		Round: round, Kind: api.GameKindGame, Why: "Worked out by hand.",
		First: api.Side{EntrantID: person(first), Seed: first, Name: names[first-1]},
	}
	if table > 0 {
		g.Table = &table
	}
	if second > 0 {
		g.Second = &api.Opponent{EntrantID: person(second), Seed: second, Name: names[second-1]}
	}
	return g
}

func (b *bundle) round(number int, method api.RoundMethod, state api.RoundState, games ...api.Game) {
	b.Rounds = append(b.Rounds, api.Round{Round: number, Method: method, State: state, Games: games})
}

func scored(g api.Game, first, second int) api.Game {
	g.FirstScore, g.SecondScore = &first, &second
	return g
}

func ofKind(g api.Game, kind api.GameKind) api.Game {
	g.Kind = kind
	return g
}

// bundle is an event that is half played.
type bundle struct{ sheet.Event }

// after puts down the standings after the next round, best first: seed, rank, wins, losses, draws,
// byes and spread of each, worked out by R4.1 to R4.4.
func (b *bundle) after(rows ...[7]int) {
	st := api.Standings{AfterRound: len(b.After) + 1}
	for _, row := range rows {
		one := api.Standing{
			EntrantID: person(row[0]), Name: names[row[0]-1], Seed: row[0], Rank: row[1], Rating: b.Entrants[row[0]-1].Rating,
			Wins: row[2], Losses: row[3], Draws: row[4], Points: float32(row[2]) + float32(row[4])/2, Byes: row[5], Spread: row[6],
		}
		one.Withdrawn = row[0] == 5 && st.AfterRound > 2
		st.Standings = append(st.Standings, one)
	}
	b.After = append(b.After, st)
}

// setup gives five players and a standby who does not play. Seed 5 is absent in round 2 and has
// withdrawn by round 3, which lacks a result; round 4 is planned without him, 5 and 6 are not
// paired.
func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{}
	b.Satellite = api.Satellite{Name: "Boise & Nampa", Rounds: 6, Venue: api.Venue{Name: "Grace Church Hall", City: "Boise", Region: "ID", Country: "US"}}
	require.NoError(t, json.Unmarshal([]byte(`"2026-03-14"`), &b.Satellite.StartsOn))
	for i, rating := range []int{1850, 1700, 1500, 1400, 0} {
		b.Entrants = append(b.Entrants, api.Entrant{ID: person(i + 1), Name: names[i], Seed: ptr(i + 1), InField: true, Present: true, Rating: &rating})
	}
	b.Entrants[2].Suffix, b.Entrants[4].Rating = "Jr.", nil
	b.Entrants = append(b.Entrants, api.Entrant{ID: person(6), Name: "Standby, Sam", Standby: true, Present: true})

	drawn := scored(pairOf(1, 2, 4, 3), 400, 400)
	drawn.FirstPenalty = 10
	b.round(1, api.RoundMethodPreset, api.RoundStateComplete,
		scored(pairOf(1, 1, 1, 2), 412, 388), drawn, ofKind(pairOf(1, 0, 5, 0), api.GameKindBye))
	b.after([7]int{5, 1, 1, 0, 0, 1, 50}, [7]int{1, 2, 1, 0, 0, 0, 24}, [7]int{3, 3, 0, 0, 1, 0, 0}, [7]int{4, 4, 0, 0, 1, 0, -10}, [7]int{2, 5, 0, 1, 0, 0, -24})

	absent := ofKind(pairOf(2, 1, 2, 5), api.GameKindForfeit)
	absent.Forfeit = ptr(api.ForfeitSideSecond)
	b.round(2, api.RoundMethodPreset, api.RoundStateComplete,
		scored(pairOf(2, 2, 3, 1), 350, 450), absent, ofKind(pairOf(2, 0, 4, 0), api.GameKindBye))
	b.after([7]int{1, 1, 2, 0, 0, 0, 124}, [7]int{4, 2, 1, 0, 1, 1, 40}, [7]int{2, 3, 1, 1, 0, 0, 26}, [7]int{5, 4, 1, 1, 0, 1, 0}, [7]int{3, 5, 0, 1, 1, 0, -100})

	b.round(3, api.RoundMethodSwiss, api.RoundStateOpen,
		pairOf(3, 1, 1, 4), scored(pairOf(3, 2, 2, 3), 300, 310), ofKind(pairOf(3, 0, 5, 0), api.GameKindForfeit))
	soFar := [][7]int{{1, 1, 2, 0, 0, 0, 124}, {4, 2, 1, 0, 1, 1, 40}, {3, 3, 1, 1, 1, 0, -90}, {2, 4, 1, 2, 0, 0, 16}, {5, 5, 1, 2, 0, 1, -50}}
	b.after(soFar...)
	b.round(4, api.RoundMethodKingOfTheHill, api.RoundStatePlanned, pairOf(4, 1, 3, 1), pairOf(4, 2, 4, 2))
	b.after(soFar...)
	return b
}
