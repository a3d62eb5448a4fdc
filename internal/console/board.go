package console

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/noticeboard"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/standings"
)

// Board is what anybody may read of public tours; *noticeboard.Service has it.
type Board interface {
	// Tour, List and Event are fault.ResourceNotFound where the tour is not public.
	Tour(ctx context.Context, slug string) (noticeboard.Tour, error)
	List(ctx context.Context, slug string) (noticeboard.List, error)
	Event(ctx context.Context, slug string, id uuid.UUID) (noticeboard.Event, error)
}

// boardPath takes a path apart: "/t/SLUG" or "/t/SLUG/SATELLITE", a slash at the end forgiven.
func boardPath(path string) (slug, event string, ok bool) {
	rest, ok := strings.CutPrefix(path, "/t/")
	slug, event, _ = strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	return slug, event, ok
}

func (c *Console) showBoard(w http.ResponseWriter, r *http.Request) error {
	slug, event, _ := boardPath(r.URL.Path)
	p, name, err := c.boardPage(r.Context(), slug, event)
	if err != nil {
		return shut(err)
	}
	write(w, http.StatusOK, name, p)
	return nil
}

func (c *Console) boardPage(ctx context.Context, slug, event string) (p page, name string, err error) {
	if event != "" {
		id, err := uuid.Parse(event)
		if err != nil {
			return page{}, "", fault.New(fault.ResourceNotFound, "There is no such satellite in this tour.")
		}
		e, err := c.board.Event(ctx, slug, id)
		return page{Title: e.Name, Event: &eventBoard{e}}, "event", err
	}
	t, err := c.board.Tour(ctx, slug)
	if err != nil {
		return page{}, "", err
	}
	list, err := c.board.List(ctx, slug)
	return page{Title: t.Name, Tour: &tourBoard{Tour: t, List: list}}, "tour", err
}

// tourBoard is a tour as its page shows it.
type tourBoard struct {
	noticeboard.Tour
	List noticeboard.List
}

// group is some satellites of a tour under one heading.
type group struct {
	Heading    string
	Slug       string
	Satellites []noticeboard.Satellite
}

// Groups are its satellites: those that are played now, those that come, and the latest that were
// played first.
func (t tourBoard) Groups() []group {
	groups := []group{{Heading: "In play now"}, {Heading: "Coming"}, {Heading: "Played"}, {Heading: "Called off"}}
	for _, s := range t.Satellites {
		to := &groups[3]
		switch {
		case s.InPlay():
			to = &groups[0]
		case s.Coming():
			to = &groups[1]
		case s.Over():
			to = &groups[2]
		}
		to.Slug, to.Satellites = t.Slug, append(to.Satellites, s)
	}
	slices.Reverse(groups[2].Satellites)
	return slices.DeleteFunc(groups, func(g group) bool { return len(g.Satellites) == 0 })
}

// eventBoard is a satellite as its page shows it.
type eventBoard struct{ noticeboard.Event }

// Open are the rounds in which results are still to come.
func (e eventBoard) Open() []roundBoard { return e.rounds(false) }

// Complete are the rounds that are over.
func (e eventBoard) Complete() []roundBoard { return e.rounds(true) }

func (e eventBoard) rounds(complete bool) []roundBoard {
	var rounds []roundBoard
	for _, r := range e.Rounds {
		if r.Complete == complete {
			rounds = append(rounds, roundBoard{r, e.Chess, e.Starts})
		}
	}
	return rounds
}

// roundBoard is a round as a page shows it.
type roundBoard struct {
	noticeboard.Round
	Chess, Starts bool
}

// place is where a player sits.
type place struct {
	Name, Opponent string
	Table          int
	Side           string // who plays first, in words
	What           string // in place of a table
}

// ByName is the round for who looks for himself: everybody in order of name.
func (r roundBoard) ByName() []place {
	var places []place
	for _, g := range r.Games {
		for i, side := range [][2]noticeboard.Player{{g.First, g.Second}, {g.Second, g.First}} {
			if side[0].Seed > 0 {
				places = append(places, place{Name: side[0].Name, Opponent: side[1].Name, Table: g.Table, Side: r.side(i), What: kinds[g.Kind]})
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return places
}

// side says in words who plays first: the one of place 0 does.
func (r roundBoard) side(i int) string {
	switch {
	case r.Chess:
		return []string{"white", "black"}[i]
	case r.Starts:
		return []string{"plays first", "plays second"}[i]
	}
	return ""
}

// kinds are in words what a player has instead of a game.
var kinds = map[standings.Kind]string{
	standings.Bye: "bye", standings.Forfeit: "forfeit", standings.DoubleForfeit: "both absent",
	standings.HalfPointBye: "half-point bye", standings.ZeroPointBye: "no game",
}

// Result is the result of a game in the order of its players, empty while there is none.
func (r roundBoard) Result(g noticeboard.Game) string {
	switch {
	case g.Disputed:
		return "being settled"
	case g.Kind == standings.Forfeit && g.Second.Seed > 0:
		absent := map[satellite.Side]string{satellite.First: g.First.Name, satellite.Second: g.Second.Name}[g.Forfeits]
		return "forfeit by " + absent
	case g.Kind != standings.Game:
		return kinds[g.Kind]
	case g.Score == nil:
		return ""
	case r.Chess:
		return points(g.Score.First) + "–" + points(g.Score.Second)
	}
	return fmt.Sprintf("%d–%d", g.Score.First, g.Score.Second)
}

// points writes half points: 5, 4½, ½.
func points(half int) string {
	whole := strconv.Itoa(half / 2)
	switch {
	case half%2 == 0:
		return whole
	case half == 1:
		return "½"
	}
	return whole + "½"
}

// signed writes a spread: +412, 0, -50.
func signed(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return strings.Replace(strconv.Itoa(n), "-", "−", 1)
}

// when writes the days of something.
func when(from, to civil.Date) string {
	const form = "2 January 2006"
	if from == to || to.IsZero() {
		return day(from, form)
	}
	return day(from, form) + " to " + day(to, form)
}

func day(d civil.Date, form string) string { return d.In(time.UTC).Format(form) }

// answered says what a qualifier has answered, to everybody.
func answered(a qualifiers.Answer) string {
	return map[qualifiers.Answer]string{qualifiers.Accepted: "plays", qualifiers.Declined: "declined"}[a]
}
