package satellite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/pairing"
	"github.com/nast-tour/nast/internal/standings"
)

// OpenRound gives out the pairs of a planned round; from then on they stand
// (R3.12). A round that is open already stays as it is.
func (s *Satellite) OpenRound(number int) error {
	r, err := s.PairedRound(number)
	if err != nil {
		return err
	}
	if r.State != Planned {
		return nil
	}
	if err := s.allow("opened for a round", InPlay); err != nil {
		return err
	}
	s.openThrough(number)
	return nil
}

// openThrough opens a planned round and those before it: the pairs of a round
// cannot stand while those of an earlier one may still change. A round in which
// nobody is left to meet anybody is complete with that.
func (s *Satellite) openThrough(number int) {
	for i := range s.Rounds[:number] {
		r := &s.Rounds[i]
		if r.State != Planned {
			continue
		}
		r.State = Open
		if len(s.MissingTables(r.Number)) == 0 {
			r.State = Complete
		}
	}
}

// PairRound pairs a round by its rule on the standings after the round before
// (R3.3, R3.4, R3.6, R3.7), or of a round robin by the seeds (R5.7). Every
// earlier result that the rule needs has to be in (R4.5); the error names the
// missing tables. A paired round stays as it is.
func (s *Satellite) PairRound(number int, newID NewID) error {
	if err := s.checkRound(number); err != nil {
		return err
	}
	if _, paired := s.RoundByNumber(number); paired {
		return nil
	}
	if err := s.allow("paired", InPlay); err != nil {
		return err
	}
	if next := len(s.Rounds) + 1; number != next {
		return fault.New(fault.RoundNotPaired, "Round %d comes next; round %d can be paired after it.", next, number)
	}
	rule, err := s.rule(number)
	if err != nil {
		return err
	}
	if !rule.Method.Fixed() {
		if err := s.needResults(number - 1); err != nil {
			return err
		}
	}
	s.callStandby(number)
	if players := len(s.pool(number)); players < 2 {
		return fault.New(fault.TooFewPlayers, "Only %d players are left; there is nobody to pair. Finish the satellite early, with a reason.", players)
	}
	pairs, err := s.pairs(number, rule, s.paired())
	if err != nil {
		return err
	}
	s.addRound(number, rule.Method, pairs, newID)
	return nil
}

// paired are the seeds of those who are to be paired.
func (s *Satellite) paired() map[int]bool {
	paired := map[int]bool{}
	for _, e := range s.Entrants {
		if e.active() {
			paired[e.Seed] = true
		}
	}
	return paired
}

// pairs pairs a Swiss or king-of-the-hill round of the given seeds: the bye
// first (R3.6), then the others as if he were not there; in chess by its own
// rules (C2). A round robin is of all who started (R5.7).
func (s *Satellite) pairs(number int, rule pairing.Rule, who map[int]bool) ([]pairing.Pair, error) {
	if s.Chess {
		return s.chessPairs(number, who)
	}
	if rule.Method == pairing.MethodRoundRobin {
		return pairing.RoundRobin(len(s.startField()), rule.RobinRound)
	}
	var order []pairing.Ranked
	byes := map[int]int{}
	for place, row := range s.standings(number - 1) {
		if !who[row.Seed] {
			continue
		}
		ranked := pairing.Ranked{Seed: row.Seed, HalfPoints: row.HalfPoints, Rank: row.Rank}
		if number == 1 {
			ranked.Rank = place + 1 // nobody has played; the seeds are the order
		}
		order = append(order, ranked)
		byes[row.Seed] = row.Byes
	}
	var bye []pairing.Pair
	if len(order)%2 == 1 {
		seed := pairing.Bye(order, func(seed int) int { return byes[seed] })
		i := slices.IndexFunc(order, func(r pairing.Ranked) bool { return r.Seed == seed })
		why := fmt.Sprintf("Bye: the lowest in the standings (place %d) among those with the fewest byes (%d).", order[i].Rank, byes[seed])
		bye = []pairing.Pair{{First: seed, Why: why}}
		order = slices.Delete(order, i, i+1)
	}
	var pairs []pairing.Pair
	switch {
	case rule.Method == pairing.MethodKingOfTheHill:
		pairs = pairing.KingOfTheHill(order, number)
	case rule.EarlierMeetings == pairing.Unlimited:
		pairs = pairing.Swiss(order, number)
	default:
		pairs, _ = pairing.SwissLimited(order, s.meetings(number), rule.EarlierMeetings, number)
	}
	return append(pairs, bye...), nil
}

// meetings counts the games that two seeds have played with each other before
// a round; forfeits and byes are none (R4.2).
func (s *Satellite) meetings(before int) func(a, b int) int {
	seed := s.seeds()
	met := map[[2]int]int{}
	for _, g := range s.Games {
		if g.Round < before && g.Kind == standings.Game {
			a, b := seed[g.First], seed[g.Second]
			met[[2]int{min(a, b), max(a, b)}]++
		}
	}
	return func(a, b int) int { return met[[2]int{min(a, b), max(a, b)}] }
}

// checkRound refuses a number that the satellite does not have.
func (s *Satellite) checkRound(number int) error {
	if number < 1 || number > s.RoundCount {
		return fault.New(fault.RoundUnknown, "This satellite has rounds 1 to %d.", s.RoundCount)
	}
	return nil
}

// PairedRound finds a round that is paired; the error says why there is none.
func (s *Satellite) PairedRound(number int) (*Round, error) {
	if err := s.checkRound(number); err != nil {
		return nil, err
	}
	r, ok := s.RoundByNumber(number)
	if !ok {
		return nil, s.notPaired(number)
	}
	return r, nil
}

func (s *Satellite) notPaired(number int) error {
	if !s.started() {
		return fault.New(fault.RoundNotPaired, "Round %d has no pairs yet; start the satellite first.", number)
	}
	return fault.New(fault.RoundNotPaired, "Round %d is not paired yet.", number)
}

// needResults refuses unless every result of rounds 1 to last is in (R4.5).
func (s *Satellite) needResults(last int) error {
	err := fault.New(fault.ResultsMissing, "")
	var says []string
	for n := 1; n <= last; n++ {
		if _, paired := s.RoundByNumber(n); !paired {
			says = append(says, fmt.Sprintf("round %d is not paired", n))
			err.WithField(fmt.Sprintf("/rounds/%d", n), "not_paired", "Round %d is not paired yet.", n)
			continue
		}
		missing := s.MissingTables(n)
		if len(missing) > 0 {
			says = append(says, fmt.Sprintf("round %d: %s", n, tableList(missing)))
		}
		for _, table := range missing {
			err.WithField(fmt.Sprintf("/rounds/%d/tables/%d", n, table), "missing", "Round %d, table %d has no result.", n, table)
		}
	}
	if len(says) == 0 {
		return nil
	}
	err.Detail = "Results are missing: " + strings.Join(says, "; ") + "."
	return err
}

// MissingTables are the tables of a round without a result, in order.
func (s *Satellite) MissingTables(round int) []int {
	var missing []int
	for _, g := range s.GamesOf(round) {
		if !g.Decided() {
			missing = append(missing, g.Table)
		}
	}
	return missing
}

func tableList(tables []int) string {
	const most = 12
	word := "table"
	if len(tables) > 1 {
		word = "tables"
	}
	var names []string
	for i, table := range tables {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(tables)-most))
			break
		}
		names = append(names, fmt.Sprint(table))
	}
	return word + " " + strings.Join(names, ", ")
}
