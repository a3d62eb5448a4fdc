package interchange

import (
	"iter"
	"slices"
	"strconv"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// The columns of results.
const (
	inRound         = "round"
	inTable         = "table"
	inFirst         = "first"
	inSecond        = "second"
	inFirstScore    = "first_score"
	inSecondScore   = "second_score"
	inKind          = "kind"
	inForfeits      = "forfeits"
	inOutcome       = "outcome"
	inFirstPenalty  = "first_penalty"
	inSecondPenalty = "second_penalty"

	// For people, beside seeds; not read.
	inFirstName  = "first_name"
	inSecondName = "second_name"
)

var resultColumns = []string{
	inRound, inTable, inFirst, inSecond, inFirstScore, inSecondScore, inKind,
	inForfeits, inOutcome, inFirstPenalty, inSecondPenalty, inFirstName, inSecondName,
}

// GameOutcome is how a game of chess ended.
type GameOutcome string

// The outcomes.
const (
	FirstWins  GameOutcome = "first"
	Draw       GameOutcome = "draw"
	SecondWins GameOutcome = "second"
)

// PlayerRef names a player of a file by seed or by name.
type PlayerRef struct {
	Seed int          // 0 where the name stands
	Name players.Name // empty where the seed stands
}

// IsZero says whether nobody is named.
func (p PlayerRef) IsZero() bool { return p == PlayerRef{} }

// String gives the seed or the name.
func (p PlayerRef) String() string {
	if p.Seed > 0 {
		return strconv.Itoa(p.Seed)
	}
	return p.Name.String()
}

// GameRow is one line of the results of a satellite.
type GameRow struct {
	Line         int
	Round, Table int // from 1; a Table of 0 is not given

	// First played first, or had the bye; Second is zero where First had no opponent.
	First, Second PlayerRef
	Kind          standings.Kind

	// FirstScore and SecondScore are of a game (R4.1). Both are nil in every
	// other kind, in a game of chess, and in a game without a result yet.
	FirstScore, SecondScore     *int
	FirstPenalty, SecondPenalty int         // points, never negative (R4.3)
	Outcome                     GameOutcome // of a game of chess, "" where the file has none

	// FirstForfeits and SecondForfeits say who is absent in a forfeit; in a double
	// forfeit both are.
	FirstForfeits, SecondForfeits bool

	// Columns gives the place in the line at which a cell of the row stands, by the
	// name of its column, to point at what does not fit a satellite.
	Columns map[string]int
}

// ReadResults reads the results of a satellite as CSV, one row a game, in order of
// the file, in the form that ReadRoster reads. The columns, in any order, are round,
// first and second, which are needed, and table, first_score, second_score, kind,
// forfeits, outcome, first_penalty and second_penalty;
// first_name and second_name are for people and not read. Findings that are errors
// refuse the whole file, and then there are no rows.
//
//   - Players are named by seed, a whole number, or by name ("Family, Given"). Nobody
//     stands twice in a round, by one and the same way of naming him.
//   - kind is game, bye, forfeit, double_forfeit, half_point_bye or zero_point_bye.
//     Where it is empty, two players have a game, or a forfeit if the cell forfeits
//     says so; one player alone has a bye if his score is 50 and missed the round if
//     it is -50 (R4.2), and must say which otherwise.
//   - A game has two scores, or an outcome (first, draw, second), or both if they
//     agree. With neither it is taken as not played yet, with a warning.
//   - Who is absent in a forfeit stands in forfeits (first, second, both), or shows in
//     the scores -50 and 50. A forfeit without a second player is a round that the
//     first one missed (R4.7).
//   - Scores beside a bye or a forfeit count for nothing, for the rules say what it is
//     worth (R4.2); others than 0, 50 and -50 are warned about.
func ReadResults(raw []byte) ([]GameRow, Findings) {
	var f found
	return readResults(delimitedRows(raw, resultColumns, &f), &f)
}

// ReadResultsGrid reads the results of a satellite from a sheet, by the rules of
// ReadResults.
func ReadResultsGrid(g Grid) ([]GameRow, Findings) {
	var f found
	return readResults(g.rows(), &f)
}

func readResults(table iter.Seq[[]placedCell], f *found) ([]GameRow, Findings) {
	header := heading{resultColumns, "round,table,first,second,first_score,second_score,kind", checkResultColumns}
	var rows []GameRow
	taken := make(takenSeats)
	for columns, row := range header.below(table, f) {
		row, at, unfit := fit(columns, row)
		if unfit != "" {
			f.wrong(at.place, "wrong_cell_count", "%s", unfit)
		} else if game, ok := readGame(columns, row, f); ok {
			taken.take(game, f)
			rows = append(rows, game)
		}
		if f.hopeless() {
			break
		}
	}
	if f.wrongs > 0 {
		return nil, f.sorted()
	}
	return rows, f.sorted()
}

func checkResultColumns(columns []string, row []placedCell, f *found) {
	for _, needed := range []string{inRound, inFirst, inSecond} {
		if !slices.Contains(columns, needed) {
			f.wrong(row[0].place, "missing_column", "The column %s is needed.", needed)
		}
	}
}

// takenSeats are the lines in which a player or a table of a round stands already.
type takenSeats map[seatKey]int

type seatKey struct {
	round int
	what  string
}

// take notes a player who stands twice in a round, and doubts a table that does.
func (s takenSeats) take(g GameRow, f *found) {
	sit := func(what string, note func(line int)) {
		key := seatKey{g.Round, what}
		if line, again := s[key]; again {
			note(line)
			return
		}
		s[key] = g.Line
	}
	for column, player := range g.players() {
		sit("player "+player.key(), func(line int) {
			f.wrong(place{g.Line, g.Columns[column]}, "twice_in_round", "%s stands in line %d already, in round %d too; mend the round or the player.", quote(player.String()), line, g.Round)
		})
	}
	if g.Table > 0 {
		sit("table "+strconv.Itoa(g.Table), func(line int) {
			f.doubt(place{g.Line, g.Columns[inTable]}, "table_twice", "Table %d stands in line %d already, in round %d too; is it right?", g.Table, line, g.Round)
		})
	}
}

// players gives those who are named, first the first, by their columns.
func (g GameRow) players() iter.Seq2[string, PlayerRef] {
	return func(yield func(string, PlayerRef) bool) {
		if yield(inFirst, g.First) && !g.Second.IsZero() {
			yield(inSecond, g.Second)
		}
	}
}

// key is by whom a player is known again in the file.
func (p PlayerRef) key() string {
	if p.Seed > 0 {
		return strconv.Itoa(p.Seed)
	}
	return p.Name.Key()
}
