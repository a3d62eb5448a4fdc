package interchange

import (
	"strconv"
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/standings"
)

// trfReader reads one tournament report file.
type trfReader struct {
	found
	event    Event
	schedule int
	rows     []chessLine
	points   []word // of the rows
	persons  *persons
	broken   bool  // a player could not be read
	named    bool  // the name has been read
	count    *line // that of the number of players
}

// ReadTRF reads a tournament report file of FIDE in its form of 2016: one section of chess. The
// players may stand in any order; their numbers go from 1 without a gap. The name, the first day and
// the rounds to be played (XXR) are read, the numbers of players are counted again, and every other
// line is kept as it stands. The text is UTF-8 where it can be, else ISO-8859-1, and columns are
// counted in characters.
//
// A round that is blank is a zero-point bye where the round was paired, and nothing in a round that
// is to come. A file with errors gives an empty event. Warnings stand beside a file that is taken.
func ReadTRF(raw []byte) (Event, Findings) {
	r := &trfReader{persons: newPersons(true)}
	for _, l := range resultLines(strings.TrimPrefix(decoded(raw), byteOrderMark), &r.found) {
		if r.hopeless() {
			break
		}
		r.read(l)
	}
	r.close()
	if r.wrongs == 0 && len(r.rows) == 0 {
		r.wrong(place{1, 1}, "empty", "The file has no players; their lines begin with %s.", trfPlayer)
	}
	findings := r.sorted()
	if findings.Refused() {
		return Event{}, findings
	}
	return r.event, findings
}

// read reads one line.
func (r *trfReader) read(l line) {
	l.text = strings.TrimRight(l.text, " \t")
	if l.text == "" {
		return
	}
	kept := true
	switch l.prefix() {
	case trfPlayer:
		kept = false
		wrongs := r.wrongs
		r.player(newTRFLine(l))
		r.broken = r.broken || r.wrongs > wrongs
	case trfName:
		kept = r.named
		if !r.named {
			r.event.Name, r.named = l.rest(), true
		}
	case trfFirstDay:
		kept = !r.day(l)
	case trfCount:
		kept = false
		if r.count == nil {
			r.count = &l
		}
	case trfRated:
		kept = false
	case trfSchedule:
		kept = !r.rounds(l)
	}
	if kept {
		r.event.Head = append(r.event.Head, l.text)
	}
}

// day reads the first day; it is false where that cannot be done.
func (r *trfReader) day(l line) bool {
	if !r.event.Day.IsZero() || l.rest() == "" {
		return l.rest() == ""
	}
	on, err := time.Parse(trfDay, l.rest())
	if err != nil || on.Year() < 1 {
		r.doubt(l.place(0), "bad_day", "%s is not a day as 2026/03/14; the line is kept as it stands.", quote(l.rest()))
		return false
	}
	r.event.Day = civil.Of(on)
	return true
}

// rounds reads the number of rounds to be played; it is false where that cannot be done.
func (r *trfReader) rounds(l line) bool {
	n, err := strconv.Atoi(l.rest())
	if err != nil || n < 1 || n > maxRounds || r.schedule > 0 {
		r.doubt(l.place(0), "bad_schedule", "%s is not a number of rounds from 1 to %d, or stands twice; the line is kept as it stands.", quote(l.rest()), maxRounds)
		return false
	}
	r.schedule = n
	return true
}

// close makes the section of the players.
func (r *trfReader) close() {
	if r.broken {
		return
	}
	if r.count != nil {
		if first, _, _ := strings.Cut(r.count.rest(), " "); first != strconv.Itoa(len(r.rows)) && len(r.rows) > 0 {
			r.doubt(r.count.place(0), "other_count", "The line says %s players, and there are %d; is one missing?", quote(first), len(r.rows))
		}
	}
	d, seats := section("", r.rows, &r.found)
	d.Schedule = r.schedule
	if len(seats) == len(r.rows) {
		absentAreByes(d.Players)
		wrongs := r.wrongs
		checkPairs(d, seats, &r.found)
		checkOutcomes(d, seats, &r.found)
		if r.wrongs == wrongs {
			r.comparePoints(d)
		}
	}
	r.event.Divisions = []Division{d}
}

// absentAreByes makes blank rounds zero-point byes, up to the last round that was paired.
func absentAreByes(list []Player) {
	paired := 0
	for _, p := range list {
		for round, o := range p.Outcomes {
			if p.Opponents[round] > 0 || o == FullBye {
				paired = max(paired, round+1)
			}
		}
	}
	for _, p := range list {
		for round := range min(paired, len(p.Outcomes)) {
			if p.Opponents[round] == NotPaired {
				p.Opponents[round], p.Outcomes[round] = 0, ZeroBye
			}
		}
	}
}

// comparePoints notes points that are not those of the results. Points may count the byes of the
// round to come or not.
func (r *trfReader) comparePoints(d Division) {
	complete := bySeed(d.ChessStandings(d.CompleteRounds(), standings.ChessOptions{}))
	all := bySeed(d.ChessStandings(d.Rounds(), standings.ChessOptions{}))
	for i, row := range r.rows {
		w := r.points[i]
		half, ok := halfPointsOf(w.text)
		now, then := complete[row.number-1].HalfPoints, all[row.number-1].HalfPoints
		switch {
		case w.text == "" || half == now && ok || half == then && ok:
		case !ok:
			r.doubt(row.seat.line.place(w.at), "bad_figure", "The points of %s, %s, are not a number of whole or half points and are passed over.", row.player.Name, quote(w.text))
		default:
			r.doubt(row.seat.line.place(w.at), "other_figure", "The points of %s are %s, and %s by the results; is a result wrong?", row.player.Name, points(half), points(now))
		}
	}
}

// player reads the line of a player.
func (r *trfReader) player(t trfLine) {
	number := t.field(trfNumberFrom, trfNumberTo)
	row := chessLine{numberAt: t.place(number.at), seat: seat{line: t.line}}
	row.number = t.wholeNumber(number, 1, trfPlayers, "the number of the player, in columns 5 to 8", &r.found)
	name := t.field(trfNameFrom, trfNameTo)
	row.seat.name = name.at
	p := &row.player
	p.Name = t.wholeName(name.at, name.text, &r.found)
	if rating := t.field(trfRatingFrom, trfRatingTo); rating.text != "" {
		p.Rating = t.wholeNumber(rating, 0, players.MaxRating, "a rating, in columns 49 to 52", &r.found)
	}
	if id := t.field(trfIDFrom, trfIDTo); id.text != "" && strings.Trim(id.text, "0") != "" {
		p.AssociationID = t.idField(id.at, id.at+len(id.text), &r.found)
	}
	p.setTag(tagSex, oneLine(t.field(trfSex, trfSex).text))
	p.setTag(tagTitle, oneLine(t.field(trfTitleFrom, trfTitleTo).text))
	p.setTag(tagFederation, oneLine(t.field(trfFederationFrom, trfFederationTo).text))
	p.setTag(tagBirth, oneLine(t.field(trfBirthFrom, trfBirthTo).text))
	r.playerRounds(t, &row)
	r.persons.check(*p, row.seat, &r.found)
	r.rows, r.points = append(r.rows, row), append(r.points, t.field(trfPointsFrom, trfPointsTo))
}
