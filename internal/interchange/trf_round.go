package interchange

import "strings"

// playerRounds reads the rounds of a player.
func (r *trfReader) playerRounds(t trfLine, row *chessLine) {
	if t.columns() > trfRankTo+maxRounds*trfBlock {
		r.wrong(t.place(0), "too_many_rounds", "The line has more than %d rounds; is it a report file?", maxRounds)
		return
	}
	for before := trfRankTo; before < t.columns(); before += trfBlock {
		r.round(t, before, row)
	}
}

// round reads the block of a round that stands behind a column.
func (r *trfReader) round(t trfLine, before int, row *chessLine) {
	opponent := t.field(before+trfOpponentFrom, before+trfOpponentTo)
	colour := t.field(before+trfColour, before+trfColour)
	result := t.field(before+trfResult, before+trfResult)
	row.seat.opponents = append(row.seat.opponents, opponent)
	p := &row.player
	for _, blank := range []int{1, 2, trfColour - 1, trfResult - 1} {
		if w := t.field(before+blank, before+blank); w.text != "" {
			r.wrong(t.place(w.at), "bad_block", "%s stands between the columns of round %d; a round is two blanks, the opponent in four columns, a blank, w or b or -, a blank, and the result.",
				quote(w.text), len(row.seat.opponents))
			p.addRound(NotPaired, Unplayed, 0)
			return
		}
	}
	start, known := trfStarts[strings.ToLower(colour.text)]
	if !known {
		r.wrong(t.place(colour.at), "bad_colour", "%s is no colour; write w, b, or - for a round without a game.", quote(colour.text))
	}
	if strings.Trim(opponent.text, "0") == "" {
		r.alone(t, opponent, result, start, p)
		return
	}
	number := t.wholeNumber(opponent, 1, trfPlayers, "the number of an opponent, or 0000", &r.found)
	o, known := Unplayed, true
	if result.text != "" {
		o, known = outcomeOf(result.text[0], trfLetter)
	}
	switch {
	case !known || o != Unplayed && !o.Game() && !o.forfeit():
		r.wrong(t.place(result.at), "bad_result", "%s is no result against an opponent; write 1, =, 0, W, D, L, + or -.", quote(result.text))
	case o.Game() && start == 0:
		r.doubt(t.place(colour.at), "no_colour", "The colour of this game is missing; write w or b.")
	}
	if start == 0 {
		start = 3
	}
	p.addRound(number, o, start)
}

// trfStarts are the letters of the colours. No letter is a round without a colour.
var trfStarts = map[string]int{"w": 1, "b": 2, "-": 0, "": 0}

// trfOldByes are byes as they were written before 2016.
var trfOldByes = map[string]ChessOutcome{"1": FullBye, "=": HalfBye, "0": ZeroBye}

// alone reads a round without an opponent.
func (r *trfReader) alone(t trfLine, opponent, result word, start int, p *Player) {
	if start != 0 {
		r.wrong(t.place(opponent.at), "colour_of_a_bye", "A round without an opponent has no colour; write - for it, or the number of the opponent.")
	}
	if result.text == "" {
		if opponent.text == "" {
			p.addRound(NotPaired, Unplayed, 0)
		} else {
			p.addRound(0, ZeroBye, 0) // no result is as much as Z
		}
		return
	}
	o, known := outcomeOf(result.text[0], trfLetter)
	if old, ok := trfOldByes[result.text]; ok {
		r.doubt(t.place(result.at), "old_bye", "%s without an opponent is read as %s; write U, H or Z.", quote(result.text), old)
		o = old
	} else if !known || o.Game() {
		r.wrong(t.place(result.at), "bad_result", "%s is no result without an opponent; write U for the bye of the pairing, F, H or Z for a bye that was booked, + or -.", quote(result.text))
	}
	p.addRound(0, o, 0)
}
