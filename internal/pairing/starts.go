package pairing

// Starter is what R3.11 needs to know of a player: his earlier games only, byes and
// forfeits not counted (R4.2).
type Starter struct {
	Seed       int
	Starts     int // games in which he played first
	LastSecond int // the latest round in which he played second, 0 for never
}

// Starts says whether a plays first against b (R3.11): the one with fewer starts; then
// the one who played second most recently; then the lower seed in odd rounds and the
// higher in even ones.
func Starts(a, b Starter, round int) bool {
	switch {
	case a.Starts != b.Starts:
		return a.Starts < b.Starts
	case a.LastSecond != b.LastSecond:
		return a.LastSecond > b.LastSecond
	case round%2 == 1:
		return a.Seed < b.Seed
	default:
		return a.Seed > b.Seed
	}
}
