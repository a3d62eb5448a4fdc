package interchange

import (
	"cmp"
	"slices"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// The tags that the formats of chess know.
const (
	tagBirth      = "birth"      // TRF: 2016/03/14
	tagFederation = "federation" // TRF: three letters
	tagGrade      = "grade"      // SwissSys: the grade at school
	tagSex        = "sex"        // TRF: m or w
	tagTitle      = "title"      // TRF: gm, wfm, ...
)

// Chess says whether the division has outcomes of chess instead of scores.
func (d Division) Chess() bool {
	return slices.ContainsFunc(d.Players, func(p Player) bool { return p.Outcomes != nil })
}

// ChessStanding is a player's place in a section of chess of a file.
type ChessStanding struct {
	standings.ChessRow
	Name   players.Name
	Rating int // 0: unrated
}

// ChessStandings are the standings of a division after a round by the rules of C1; the number of a
// player is his seed. Of a division with scores only who won counts.
func (d Division) ChessStandings(afterRound int, opt standings.ChessOptions) []ChessStanding {
	seeds := make([]int, len(d.Players))
	for i := range seeds {
		seeds[i] = i + 1
	}
	rows := standings.Chess(seeds, d.Results(), min(afterRound, d.Rounds()), opt)
	list := make([]ChessStanding, len(rows))
	for i, row := range rows {
		p := d.Players[row.Seed-1]
		list[i] = ChessStanding{row, p.Name, p.Rating}
	}
	return list
}

// chessResults are the results of a section of chess. Of a pair whose colours are not known the one
// of the lower number is the first.
func (d Division) chessResults() []standings.Result {
	var results []standings.Result
	for i, p := range d.Players {
		for round, o := range p.Outcomes {
			other := p.Opponents[round]
			switch {
			case o == Unplayed, other > len(d.Players):
			case other <= 0:
				results = append(results, o.alone(i+1, round))
			case i+1 < other:
				results = append(results, d.chessPair(i+1, other, round))
			}
		}
	}
	return results
}

// alone is the result of a round, counted from 0, without an opponent.
func (o ChessOutcome) alone(seed, round int) standings.Result {
	result := standings.Result{Round: round + 1, First: seed, Kind: standings.ZeroPointBye}
	switch o {
	case FullBye, BookedBye:
		result.Kind = standings.Bye
	case HalfBye:
		result.Kind = standings.HalfPointBye
	case WonByForfeit:
		result.Kind, result.SecondForfeits = standings.Forfeit, true
	case LostByForfeit:
		result.Kind, result.FirstForfeits = standings.Forfeit, true
	}
	return result
}

// chessPair is the result of two players in a round, counted from 0.
func (d Division) chessPair(white, black, round int) standings.Result {
	if starts := d.Players[white-1].Starts; round < len(starts) && starts[round] == 2 {
		white, black = black, white
	}
	o, other := d.Players[white-1].outcome(round), d.Players[black-1].outcome(round)
	result := standings.Result{Round: round + 1, First: white, Second: black, Kind: standings.Game}
	switch {
	case o.Game():
		result.FirstScore, result.SecondScore = o.HalfPoints(), other.HalfPoints()
	case o == LostByForfeit && other == LostByForfeit:
		result.Kind = standings.DoubleForfeit
	default:
		result.Kind = standings.Forfeit
		result.FirstForfeits, result.SecondForfeits = o == LostByForfeit, other == LostByForfeit
	}
	return result
}

// asChess is a division with outcomes instead of scores, for the formats of chess. What is lost is
// noted.
func (n *notes) asChess(d Division) Division {
	if d.Chess() || d.Rounds() == 0 {
		return d
	}
	n.leftOf(d, "scores", "scores, only for who won", func(p Player) bool { return len(p.Scores) > 0 })
	list := slices.Clone(d.Players)
	for i := range list {
		p := &list[i]
		p.Opponents = slices.Clone(p.Opponents)
		p.Outcomes = make([]ChessOutcome, len(p.Opponents))
		for round := range p.Opponents {
			p.Outcomes[round] = d.outcomeOfScores(i, round)
			if p.Opponents[round] == 0 && p.Outcomes[round] == Unplayed {
				p.Opponents[round] = NotPaired // a bye that is not counted yet
			}
		}
	}
	d.Players = list
	return d
}

// outcomeOfScores is what a player's round, counted from 0, would be in chess.
func (d Division) outcomeOfScores(i, round int) ChessOutcome {
	p := d.Players[i]
	if !p.played(round) {
		return Unplayed
	}
	if other := p.Opponents[round]; other > 0 {
		if !d.Players[other-1].played(round) {
			return Unplayed
		}
		return [...]ChessOutcome{Lost, Drawn, Won}[1+cmp.Compare(p.Scores[round], d.Players[other-1].Scores[round])]
	}
	return [...]ChessOutcome{LostByForfeit, ZeroBye, FullBye}[1+cmp.Compare(p.Scores[round], 0)]
}

// withoutChess is a division for the formats of scores: of a section of chess the players only,
// which is noted.
func (n *notes) withoutChess(d Division) Division {
	if d.Schedule > 0 {
		n.left(0, "schedule", "There is no place for the number of rounds that are to be played, %d.", d.Schedule)
	}
	if !d.Chess() {
		return d
	}
	n.left(0, "chess_results", "There is no place for results of chess; only the players are written, without their %d rounds.", d.Rounds())
	list := slices.Clone(d.Players)
	for i := range list {
		list[i].Opponents, list[i].Outcomes, list[i].Starts = nil, nil, nil
	}
	d.Players = list
	return d
}

// tag is the value of a tag, "" where the player has none.
func (p Player) tag(name string) string {
	for _, tag := range p.Tags {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// setTag sets a tag that has a value, in order of the names.
func (p *Player) setTag(name, value string) {
	if value == "" {
		return
	}
	p.Tags = append(p.Tags, Tag{name, value})
	slices.SortStableFunc(p.Tags, func(a, b Tag) int { return cmp.Compare(a.Name, b.Name) })
}

// outcome is what the player has in a round, counted from 0.
func (p Player) outcome(round int) ChessOutcome {
	if round < len(p.Outcomes) {
		return p.Outcomes[round]
	}
	return Unplayed
}

// start is the player's colour in a round, counted from 0: 3 where it is not known.
func (p Player) start(round int) int {
	if round < len(p.Starts) {
		return p.Starts[round]
	}
	return 3
}

// leftReportLines notes the lines of a TRF that are not of players, for formats that have none.
func (n *notes) leftReportLines(e Event) {
	if len(e.Head) > 0 {
		n.left(0, "report_lines", "There is no place for the lines of the report that are not of players; %d were left out.", len(e.Head))
	}
}

// leftByChess notes what no format of chess has a place for; known are the tags that this one
// writes.
func (n *notes) leftByChess(d Division, known ...string) {
	n.leftOf(d, "partner_rating", "the second rating of a pair", func(p Player) bool { return p.PartnerRating > 0 })
	n.leftOf(d, "boards", "tables", func(p Player) bool { return len(p.Boards) > 0 })
	n.leftOf(d, "penalties", "penalties", hasPenalty)
	n.leftOf(d, "withdrawn", "withdrawals", func(p Player) bool { return p.Withdrawn })
	n.leftOf(d, "tags", "the other tags", func(p Player) bool {
		return slices.ContainsFunc(p.Tags, func(tag Tag) bool { return !slices.Contains(known, tag.Name) })
	})
	if len(d.Comments) > 0 {
		n.left(0, "comments", "There is no place for comments; %d were left out.", len(d.Comments))
	}
	if d.RatingCheckOff {
		n.left(0, "ratingcheck", "There is no place to say that ratings are not compared.")
	}
}
