package pairing

import "math/bits"

// calendar fills several rounds at once without a rematch, by trying everything (C2.8). A
// cell is a player in a round; the next cell to be filled is always one with the fewest
// opponents left, so that a dead end is seen early. Nobody has two full-point byes.
//
// A calendar is a value: each trial goes on with a copy, but for the count of trials.
type calendar struct {
	past
	trials  *int // left before it gives up
	rounds  int
	present [MaxChessRounds]uint16 // by round, who plays
	free    [MaxChessRounds]uint16 // by round, who has no opponent yet
	odd     uint16                 // the set of rounds whose full-point bye is still to be given

	// turn is by round the opponent of the first player present, once he has one.
	turn [MaxChessRounds]uint16
	// first has by player his opponent in the first of the rounds.
	first [mostAhead]int
}

// asBye stands for the full-point bye among opponents.
const asBye = 15

// newCalendar begins the rounds of the given players. It gives up, and so finds nothing, after
// a number of trials.
func newCalendar(p past, present []uint16, trials *int) calendar {
	c := calendar{past: p, rounds: len(present), trials: trials}
	for r, players := range present {
		c.present[r], c.free[r] = players, players
		c.odd |= uint16(bits.OnesCount16(players)%2) << r
	}
	return c
}

// fill gives the opponents in the first round of a full calendar, if there is one.
func (c calendar) fill() (first [mostAhead]int, ok bool) {
	if *c.trials == 0 {
		return first, false
	}
	*c.trials--
	round, player, opponents := c.tightest()
	if round == c.rounds {
		return c.first, true
	}
	for ; opponents != 0; opponents &= opponents - 1 {
		next := c
		next.put(round, player, bits.TrailingZeros16(opponents))
		if first, ok = next.fill(); ok {
			return first, true
		}
	}
	return first, false
}

// tightest is a cell with the fewest opponents, and these; a round beyond the last when all
// are filled.
func (c *calendar) tightest() (round, player int, opponents uint16) {
	useful := c.useful()
	round, least := c.rounds, bits.UintSize
	for r := range c.rounds {
		order := c.inTurn(r)
		for free := c.free[r]; free != 0; free &= free - 1 {
			i := bits.TrailingZeros16(free)
			can := c.opponents(r, i, order) & useful[i]
			if n := bits.OnesCount16(can); n < least {
				round, player, opponents, least = r, i, can, n
				if n == 0 {
					return round, player, opponents
				}
			}
		}
	}
	return round, player, opponents
}

// useful counts the rounds that everybody still has to play against the opponents he has
// left. Who has no more than he needs has to meet all of them, so somebody else can be
// bound to such players and lose his choice. The answer has by player those he may still
// meet, the bye included; nobody where the count does not come out.
func (c *calendar) useful() (useful [mostAhead]uint16) {
	var left [mostAhead]int // rounds to be played
	var bound uint16        // the set of those who have to meet everybody they can
	for r := range c.rounds {
		for free := c.free[r]; free != 0; free &= free - 1 {
			i := bits.TrailingZeros16(free)
			left[i]++
			useful[i] |= c.free[r] &^ (1 << i)
			if c.odd&(1<<r) != 0 {
				useful[i] |= 1 << asBye
			}
		}
	}
	for i := range useful {
		useful[i] &^= c.met[i]
		if c.had&(1<<i) != 0 {
			useful[i] &^= 1 << asBye
		}
		if bits.OnesCount16(useful[i]) == left[i] {
			bound |= 1 << i
		}
	}
	for i := range useful {
		switch must := useful[i] & bound; {
		case bits.OnesCount16(must) > left[i] || bits.OnesCount16(useful[i]) < left[i]:
			useful[i] = 0
		case bits.OnesCount16(must) == left[i]:
			useful[i] = must
		}
	}
	return useful
}

// opponents of a player in a round, the bye included. The first player present has only
// those that are in turn.
func (c *calendar) opponents(round, i int, inTurn uint16) uint16 {
	can := c.free[round] &^ c.met[i] &^ (1 << i)
	if c.odd&(1<<round) != 0 && c.had&(1<<i) == 0 {
		can |= 1 << asBye
	}
	pivot := bits.TrailingZeros16(c.present[round])
	switch {
	case i == pivot:
		can &= inTurn
	case inTurn&(1<<i) == 0:
		can &^= 1 << pivot
	}
	return can
}

// inTurn is the set of opponents that the first player present may have in a round. Rounds
// in which the same play can change places, so that only one order need be tried: that in
// which he meets his opponents by number, the bye last.
func (c *calendar) inTurn(round int) uint16 {
	can := ^uint16(0)
	for r := range c.rounds {
		if c.turn[r] == 0 || c.present[r] != c.present[round] {
			continue
		}
		if r < round {
			can &^= c.turn[r]<<1 - 1 // only higher ones
		} else {
			can &= c.turn[r] - 1 // only lower ones
		}
	}
	return can
}

// put fills a cell, and that of the opponent.
func (c *calendar) put(round, i, j int) {
	c.free[round] &^= 1 << i
	if pivot := bits.TrailingZeros16(c.present[round]); i == pivot {
		c.turn[round] = 1 << j
	} else if j == pivot {
		c.turn[round] = 1 << i
	}
	if j == asBye {
		c.odd &^= 1 << round
		c.had |= 1 << i
		return
	}
	c.free[round] &^= 1 << j
	c.meet(i, j)
	if round == 0 {
		c.first[i], c.first[j] = j, i
	}
}
