package interchange

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/civil"
)

// touReader reads one TOU file.
type touReader struct {
	found
	event    Event
	headed   bool
	ended    bool
	open     bool   // a section is open
	highWord bool   // the next line may be that of the high word
	lines    []line // of the open section's players
}

// ReadTOU reads an AUPAIR TOU file: the head, and sections of players. It has neither ratings nor
// association numbers. A bye, a forfeit won and a forfeit lost have the spreads 50, 50 and -50.
//
// A file with errors gives an empty event. Warnings stand beside a file that is taken.
func ReadTOU(raw []byte) (Event, Findings) {
	r := &touReader{}
	for _, l := range resultLines(string(raw), &r.found) {
		if r.hopeless() || r.ended {
			break
		}
		r.read(l)
	}
	r.close()
	if r.wrongs == 0 && !slices.ContainsFunc(r.event.Divisions, func(d Division) bool { return len(d.Players) > 0 }) {
		r.wrong(place{1, 1}, "empty", "The file has no players.")
	}
	if r.wrongs == 0 && !r.ended {
		r.doubt(place{1, 1}, "no_end", "The file does not end with %s; is it whole?", touEnd)
	}
	findings := r.sorted()
	if findings.Refused() {
		return Event{}, findings
	}
	return r.event, findings
}

// read reads one line.
func (r *touReader) read(l line) {
	l.text = strings.TrimRight(l.text, " \t")
	l.checkASCII(&r.found)
	switch {
	case l.text == "":
	case l.text == touEnd:
		r.ended = true
	case !r.headed:
		r.head(l)
	case l.text[0] == '*':
		r.close()
		r.event.Divisions = append(r.event.Divisions, Division{Name: strings.Join(strings.Fields(l.text[1:]), " ")})
		r.open, r.highWord = true, true
	case !r.open:
		r.wrong(l.place(0), "no_division", "The player belongs to no section; write * and a name before the first player.")
	case r.highWord && isBlank(l.text[0]):
		r.highWord = false
		if strings.TrimSpace(l.text) != "0" {
			r.doubt(l.place(0), "high_word", "The line of the high word is not kept.")
		}
	default:
		r.highWord = false
		r.lines = append(r.lines, l)
	}
}

// head reads "*M14.03.2026 Name".
func (r *touReader) head(l line) {
	r.headed = true
	rest, ok := strings.CutPrefix(l.text, "*M")
	day, name, _ := strings.Cut(strings.TrimLeft(rest, " "), " ")
	on, err := time.Parse(touDay, day)
	if !ok || err != nil {
		r.wrong(l.place(0), "no_head", "The file does not begin with *M, a day as 14.03.2026, and the name of the event; is it a TOU file?")
		return
	}
	if on.Year() > 1 {
		r.event.Day = civil.Of(on)
	}
	r.event.Name = strings.Join(strings.Fields(name), " ")
}

// close reads the players of the open section, now that their number is known.
func (r *touReader) close() {
	if !r.open {
		return
	}
	d := &r.event.Divisions[len(r.event.Divisions)-1]
	known, wrongs := newPersons(true), r.wrongs
	var seats []seat
	for number, l := range r.lines {
		if r.hopeless() {
			break
		}
		p, s := r.player(l, number+1, touBlock(len(r.lines)))
		known.check(p, s, &r.found)
		d.Players, seats = append(d.Players, p), append(seats, s)
	}
	r.open, r.lines = false, nil
	if r.wrongs > wrongs {
		return
	}
	for i, p := range d.Players {
		if rounds := len(d.Players[0].Opponents); len(p.Opponents) != rounds {
			r.wrong(seats[i].place(), "other_rounds", "Player %d (%s) has %d rounds, the first of the section has %d; give everybody as many.", i+1, p.Name, len(p.Opponents), rounds)
		}
	}
	checkPairs(*d, seats, &r.found)
	checkScores(*d, seats, &r.found)
	settleStarts(d)
}

// player reads a line of a player.
func (r *touReader) player(l line, number, block int) (Player, seat) {
	end := min(len(l.text), touName)
	s := seat{line: l}
	p := Player{Line: l.number, Name: l.wholeName(0, l.text[:end], &r.found)}
	rest := len(l.text) - end
	if rest%block != 0 || rest/block > maxRounds {
		r.wrong(l.place(end), "bad_block", "The rounds do not fill blocks of %d characters after a name of %d; each is a blank, an outcome, a score, a blank and an opponent.", block, touName)
		return p, s
	}
	for at := end; at < len(l.text); at += block {
		r.round(l, at, at+block, number, &p, &s)
	}
	return p, s
}

// round reads the block of a round.
func (r *touReader) round(l line, from, to, number int, p *Player, s *seat) {
	if l.text[from] != ' ' || l.text[from+5] != ' ' || !strings.Contains(" 12", l.text[from+1:from+2]) {
		r.wrong(l.place(from), "bad_block", "The block %s is not a blank, an outcome of 2, 1 or blank, a score, a blank and an opponent.", quote(l.text[from:to]))
		return
	}
	score := r.number(l, from+2, from+5, "a score")
	opponentFrom, _ := l.trimmed(from+6, to)
	start := 2
	if opponentFrom < to && l.text[opponentFrom] == '+' {
		start, opponentFrom = 1, opponentFrom+1
	}
	opponent := r.number(l, opponentFrom, to, "the number of an opponent")
	switch {
	case score < 0 || opponent < 0: // noted already
	case opponent == number:
		opponent, start = 0, 0
		score = r.alone(l, from, score)
	case opponent == 0:
		r.wrong(l.place(opponentFrom), "no_such_player", "There is no player 0; a bye has the player himself as the opponent.")
	}
	s.scores, s.opponents = append(s.scores, word{at: from + 2}), append(s.opponents, word{at: from + 6})
	p.Opponents, p.Scores, p.Starts = append(p.Opponents, opponent), append(p.Scores, score), append(p.Starts, start)
}

// number reads a number of at most four digits; one that is none is noted and read as -1.
func (r *touReader) number(l line, from, to int, what string) int {
	at, end := l.trimmed(from, to)
	text := l.text[at:end]
	n, err := strconv.Atoi(text)
	if err != nil || strings.Trim(text, "0123456789") != "" {
		r.wrong(l.place(at), "not_a_number", "%s is not a whole number; %s is needed here.", quote(text), what)
		return -1
	}
	return n
}

// alone gives the spread of a round against oneself.
func (r *touReader) alone(l line, from, score int) int {
	switch won := l.text[from+1] == '2'; {
	case score == touBye && !won, score == touForfeitWon && won:
		return usualBye
	case score == touForfeitLost && !won:
		return -usualBye
	}
	r.wrong(l.place(from+1), "bad_bye", "A round against oneself is a bye of 50, a forfeit won (2) of 150 or a forfeit lost of 100.")
	return 0
}

// settleStarts completes who played first, which the file says of the first players only: of a
// game without a sign nothing is known.
func settleStarts(d *Division) {
	known := false
	for i := range d.Players {
		p := &d.Players[i]
		for round, opponent := range p.Opponents {
			known = known || p.Starts[round] == 1
			if p.Starts[round] == 2 && opponent > 0 && opponent <= len(d.Players) {
				if other := d.Players[opponent-1].Starts; round >= len(other) || other[round] != 1 {
					p.Starts[round] = 3
				}
			}
		}
	}
	for i := range d.Players {
		if !known {
			d.Players[i].Starts = nil
		}
	}
}
