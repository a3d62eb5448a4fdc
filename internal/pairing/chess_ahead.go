package pairing

import "github.com/nast-tour/nast/internal/pairing/matching"

// ahead looks at the rounds to come, in a section of so few players that a careless round
// can spoil them (C2.8). Who has booked a bye of a coming round is not in it; an odd round
// gives the full-point bye to one who has had none.
type ahead struct {
	index  map[int]int // by pairing number
	past   past
	coming []uint16 // by coming round, the set of those who play

	// horizon is how many of the coming rounds have to stay possible: all that are left, or
	// as many as can be where rematches cannot be avoided to the end.
	horizon int

	// trials are what is left of trialsARound.
	trials int

	// open says of what a paired round leaves behind whether the rounds up to the horizon
	// can follow.
	open map[past]bool
}

// mostAhead is the largest section whose coming rounds are looked at.
const mostAhead = MaxChessRounds + 3

// How many trials a question to the calendar may take, and all questions of one round. Almost
// all are answered after a few hundred. Those that take more are of nine rounds with about as
// many players, somebody's bye among them; as it is then a matter of seconds or of hours, the
// answer is taken for a no. The trials are counted, not timed: the same section has the same
// answer on any machine.
const (
	trialsAQuestion = 100_000
	trialsARound    = 1_000_000
)

// past is what the rounds so far leave behind: by player the set of those he has met, and
// the set of those who can have no full-point bye any more.
type past struct {
	met [mostAhead]uint16
	had uint16
}

func (p *past) meet(i, j int) {
	p.met[i] |= 1 << j
	p.met[j] |= 1 << i
}

func newAhead(active []competitor, round, last int) *ahead {
	a := &ahead{index: make(map[int]int), trials: trialsARound}
	for i := range active {
		a.index[active[i].Number] = i
	}
	for i := range active {
		if active[i].hadFull {
			a.past.had |= 1 << i
		}
		for _, number := range active[i].opponents {
			if j, still := a.index[number]; still {
				a.past.meet(i, j)
			}
		}
	}
	for r := round + 1; r <= last; r++ {
		var present uint16
		for i := range active {
			if !active[i].bookedIn(r) {
				present |= 1 << i
			}
		}
		a.coming = append(a.coming, present)
	}
	return a
}

// look sets the horizon and says whether a field can be paired without a rematch, with the
// bye given, so that the rounds up to there can be paired as well.
func (a *ahead) look(horizon int, field []competitor, bye *competitor) bool {
	var now uint16
	for i := range field {
		now |= 1 << a.index[field[i].Number]
	}
	trials := trialsAQuestion
	first, ok := newCalendar(a.after(bye), append([]uint16{now}, a.coming[:horizon]...), &trials).fill()
	if !ok {
		return false
	}
	left := a.after(bye)
	for i, j := range first {
		if now&(1<<i) != 0 {
			left.meet(i, j)
		}
	}
	a.horizon, a.open = horizon, map[past]bool{left: true}
	return true
}

// after is the past with a bye of this round.
func (a *ahead) after(bye *competitor) past {
	p := a.past
	if bye != nil {
		p.had |= 1 << a.index[bye.Number]
	}
	return p
}

// leavesOpen says that the rounds up to the horizon can be paired after a complete draft.
func (a *ahead) leavesOpen(d *draft) bool {
	left := a.after(d.bye)
	for i, j := range d.partner {
		left.meet(a.index[d.field[i].Number], a.index[d.field[j].Number])
	}
	open, known := a.open[left]
	if !known {
		trials := min(trialsAQuestion, a.trials)
		a.trials -= trials
		_, open = newCalendar(left, a.coming[:a.horizon], &trials).fill()
		a.trials += trials
		a.open[left] = open
	}
	return open
}

// exhaustiveMatching is matching.Minimum for a few vertices and weights that are not
// negative, by trying everything: it knows one thing more, which matchings are accepted.
func exhaustiveMatching(n int, weight matching.Weight, accept func(mate []int) bool) (best []int, ok bool) {
	mate := make([]int, n)
	for i := range mate {
		mate[i] = nobody
	}
	var least int64
	var try func(first int, sum int64)
	try = func(first int, sum int64) {
		if ok && sum >= least {
			return
		}
		for first < n && mate[first] != nobody {
			first++
		}
		if first == n {
			if accept(mate) {
				best, least, ok = append(best[:0], mate...), sum, true
			}
			return
		}
		for j := first + 1; j < n; j++ {
			if mate[j] != nobody {
				continue
			}
			if w, present := weight(first, j); present {
				mate[first], mate[j] = j, first
				try(first+1, sum+w)
				mate[first], mate[j] = nobody, nobody
			}
		}
	}
	if n%2 == 0 {
		try(0, 0)
	}
	return best, ok
}
