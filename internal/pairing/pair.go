// Package pairing makes the pairs of a round: preset tables, groups, Swiss, king
// of the hill, round robin, byes and starts (R2.3, R2.4, R3.1-R3.11, R5.7). Every function is pure
// (R3.9): it reads its arguments, changes none of them, and gives the same pairs
// on any machine. It never computes a standing, never knows which rounds are open,
// and stores nothing.
//
// Players are named by their seeds, from 1. Fields are paired for a whole round at
// a time; the table numbers are the places in the answer, from 1 (R3.10).
package pairing

import (
	"fmt"
	"strconv"
)

// Pair is two players who meet, or one who has the bye.
type Pair struct {
	// First and Second are seeds. Before the starts are settled (Starts, R3.11) First
	// is the better one: of the lower seed in a preset round, higher in the standings
	// otherwise. A Second of 0 is the bye of First.
	First  int `json:"first"`
	Second int `json:"second,omitempty"`

	// Why says in a plain English sentence why the two meet (R3.8), for the players
	// and the printed sheet.
	Why string `json:"why"`
}

// Ranked is a player of a Swiss or king-of-the-hill round. Lists of them are in order
// of standing, seed deciding among equals (R4.4), without the player who has the bye.
type Ranked struct {
	Seed       int
	HalfPoints int // two for a win, one for a draw
	Rank       int // in the standings; shared ranks are as shown there
}

// mustBeEven stops a caller who forgot to take the bye out (R3.6): a fault of the
// program, not of a person.
func mustBeEven(order []Ranked) {
	if len(order)%2 != 0 {
		panic(fmt.Sprintf("pairing: %d players cannot be paired; one of them has the bye", len(order)))
	}
}

// wins writes half points as wins: "1 win", "3.5 wins".
func wins(halfPoints int) string {
	switch {
	case halfPoints == 2:
		return "1 win"
	case halfPoints%2 == 0:
		return strconv.Itoa(halfPoints/2) + " wins"
	default:
		return strconv.Itoa(halfPoints/2) + ".5 wins"
	}
}

// meet is the heart of every sentence: who meets whom, by rank.
func meet(a, b Ranked) string {
	return fmt.Sprintf("rank %d meets rank %d", a.Rank, b.Rank)
}

// before says which order a round is paired on: the standings after the round before it, or the
// seeds where it is the first.
func before(round int, preposition string) string {
	if round == 1 {
		return preposition + " the order of the seeds"
	}
	return fmt.Sprintf("%s the standings after round %d", preposition, round-1)
}
