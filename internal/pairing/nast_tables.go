package pairing

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"sync"

	"github.com/nast-tour/nast/internal/fault"
)

// The official tables as published, one set for events of 5 and 6 rounds and one for 7
// and 8 (R3.1, R3.7).
var (
	//go:embed tables/nast_presets_5_6_rounds.json
	presets56 []byte
	//go:embed tables/nast_presets_7_8_rounds.json
	presets78 []byte

	builtin56 = sync.OnceValue(func() Tables { return official(presets56, "official-5-6-rounds-1") })
	builtin78 = sync.OnceValue(func() Tables { return official(presets78, "official-7-8-rounds-1") })
)

// Tables are preset pairings by size of the group, for one or two numbers of rounds
// (R3.1). They come from Builtin or ParseTables and are never changed.
type Tables struct {
	// Version names the tables, for the record of what a field was paired with.
	Version string

	name  string // how a pair's Why calls them
	sizes map[int][]presetRound
}

// presetRound is the pairs of one round, of seeds within the group, as published.
type presetRound [][2]int

// Builtin gives the official tables for events of that many rounds: the first set up to
// 6 rounds, the second from 7 on.
func Builtin(rounds int) Tables {
	if rounds <= 6 {
		return builtin56()
	}
	return builtin78()
}

// official reads tables that are part of the program.
func official(data []byte, version string) Tables {
	t, err := ParseTables(data)
	if err != nil {
		panic("pairing: the built-in tables " + version + ": " + err.Error())
	}
	t.Version, t.name = version, "Official table"
	return t
}

// four is the cycle of R3.2 for four players; it goes on as long as the event does.
var four = []presetRound{{{1, 4}, {2, 3}}, {{1, 3}, {2, 4}}, {{1, 2}, {3, 4}}}

// Pairs gives the preset pairs of a round for the whole field, joined from its groups
// (R2.3, R2.4, R3.1, R3.2), in order of table number: by the better seed of the pair over
// all groups, the bye last (R3.10). First is the better seed. It fails with
// fault.TooFewPlayers below 4 players, and with fault.RoundUnknown where the tables have
// no such round for the size of a group.
func (t Tables) Pairs(players, round int) ([]Pair, error) {
	if err := checkPlayers(players); err != nil {
		return nil, err
	}
	groups := Groups(players)
	pairs := make([]Pair, 0, evenSize(players)/2)
	for i := range groups {
		places, err := t.find(len(groups[i]), round)
		if err != nil {
			return nil, err
		}
		dealt := group{
			seeds: groups[i], players: players, title: t.title(groups, i, round), single: len(groups) == 1,
		}
		for _, p := range places {
			pairs = append(pairs, dealt.pair(min(p[0], p[1]), max(p[0], p[1])))
		}
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(min(a.Second, 1), min(b.Second, 1)), cmp.Compare(a.First, b.First))
	})
	return pairs, nil
}

// find gives the pairs of one round for one size of group.
func (t Tables) find(size, round int) (presetRound, error) {
	if size == 4 && round >= 1 {
		return four[(round-1)%len(four)], nil
	}
	rounds := t.sizes[size]
	if round < 1 || round > len(rounds) {
		return nil, fault.New(fault.RoundUnknown,
			"The preset tables have %d rounds for %d players; round %d is not one of them.", len(rounds), size, round)
	}
	return rounds[round-1], nil
}

// title begins the Why of every pair of a group.
func (t Tables) title(groups [][]int, i, round int) string {
	size, name := len(groups[i]), t.name
	if size == 4 {
		name = "Table"
	}
	title := fmt.Sprintf("%s for %d players, round %d", name, size, round)
	if len(groups) == 1 {
		return title
	}
	return fmt.Sprintf("%s, group %d of %d", title, i+1, len(groups))
}

// group is a group while its pairs are written down.
type group struct {
	seeds   []int // by place in the group
	players int   // of the whole field: a higher seed is the bye
	title   string
	single  bool
}

// pair makes the pair of two places of the group, the better first.
func (g group) pair(better, other int) Pair {
	first, second := g.seeds[better-1], g.seeds[other-1]
	if second > g.players {
		return Pair{first, 0, fmt.Sprintf(
			"%s: %s would meet the added place %d and has the bye.", g.title, g.call(better), other)}
	}
	return Pair{first, second, fmt.Sprintf("%s: %s meets %s.", g.title, g.call(better), g.call(other))}
}

// call names a player: by his seed, and with several groups by both his seeds.
func (g group) call(place int) string {
	if g.single {
		return fmt.Sprintf("seed %d", place)
	}
	return fmt.Sprintf("seed %d of the group (seed %d of the field)", place, g.seeds[place-1])
}

// Covers says whether the tables have every preset round that Schedule asks of an event
// of that many rounds, for every size of group. It fails with fault.InvalidRequest and
// one field for each size that falls short.
func (t Tables) Covers(rounds int) error {
	var short refusal
	for size := minTable; size <= maxGroup; size += 2 {
		if need := presetRounds(size, rounds); len(t.sizes[size]) < need {
			short.add(fmt.Sprintf("/%d", size), "too_few_rounds",
				"Size %d has %d preset rounds; an event of %d rounds needs %d.", size, len(t.sizes[size]), rounds, need)
		}
	}
	return short.err("The tables are not complete for events of %d rounds.", rounds)
}
