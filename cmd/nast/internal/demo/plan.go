// Package demo makes up a whole tour and plays it through the HTTP contract, as its
// organiser and directors would. Names, fields and scores come from a seed alone: the same seed
// gives the same tour. It is for a trial service; it never reads or changes what others have
// entered there.
package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nast-tour/nast/internal/civil"
)

// Player is a made-up person, the same in every satellite that he plays.
type Player struct {
	Family, Given string
	Number        string // association number, empty for some who are unrated
	Rating        int    // 0 for unrated
	strength      int    // what he plays like, on the scale of ratings
}

// Name is "Family, Given", as the service writes it.
func (p Player) Name() string { return p.Family + ", " + p.Given }

// Director is a made-up director.
type Director struct {
	Name, Email           string
	City, Region, Country string
}

// Satellite is one tournament of the plan.
type Satellite struct {
	Name, Venue, City, Region, Country, TimeZone string
	Date                                         civil.Date
	Director                                     int    // index into the plan's directors
	Fee, PlannedExpenses, Sponsorship            int64  // cents
	Currency                                     string // of all three
	Players                                      []Player
}

// Plan is a whole tour before it is played.
type Plan struct {
	Seed       uint64
	Directors  []Director
	Satellites []Satellite
}

// Satellites is how many the first tour had (R1.1).
const Satellites = 23

// sizes are the fields of its satellites, in this order: small and large, even and odd, with one
// group and two (R2.3). They sum to the 350 entries of the first tour and give, by the built-in
// prize table, its 52 seats.
var sizes = []int{22, 60, 5, 48, 9, 34, 16, 21, 12, 15, 6, 11, 7, 14, 6, 8, 11, 7, 12, 6, 7, 6, 7}

// satellitesOfDirector is how many satellites each director runs.
const satellitesOfDirector = 3

// NewPlan makes up a tour of so many satellites on the weekends before a day.
func NewPlan(seed uint64, satellites int, today civil.Date) Plan {
	plan := Plan{Seed: seed}
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range (satellites + satellitesOfDirector - 1) / satellitesOfDirector {
		c := cities[i*satellitesOfDirector%len(cities)]
		plan.Directors = append(plan.Directors, newDirector(rng, c))
	}
	for i := range satellites {
		plan.Satellites = append(plan.Satellites, newSatellite(rng, i, today))
	}
	fieldSizes := make([]int, satellites)
	for i := range fieldSizes {
		if i < len(sizes) {
			fieldSizes[i] = sizes[i]
		} else {
			fieldSizes[i] = 6 + rng.IntN(55)
		}
	}
	plan.enter(rng, fieldSizes)
	return plan
}

func newDirector(rng *rand.Rand, c city) Director {
	given, family := pickOne(rng, givenNames), pickOne(rng, familyNames)
	return Director{Name: given + " " + family, City: c.name, Region: c.region, Country: c.country}
}

// emailed gives the director an address that no other tour on the same service uses.
func (d Director) emailed(slug string, i int) Director {
	d.Email = fmt.Sprintf("director%d.%s@example.org", i+1, slug)
	return d
}

func newSatellite(rng *rand.Rand, i int, today civil.Date) Satellite {
	c := cities[i%len(cities)]
	s := Satellite{
		Name: c.name + " " + pickOne(rng, seasons), Venue: c.name + " " + pickOne(rng, venueKinds),
		City: c.name, Region: c.region, Country: c.country, TimeZone: c.zone,
		Date: weekendDay(today, i/2), Director: i / satellitesOfDirector, Fee: 3000, Currency: "USD",
	}
	if c.country == "CA" {
		s.Fee, s.Currency = 4000, "CAD"
	}
	if i >= len(cities) {
		s.Name += " " + strconv.Itoa(i/len(cities)+1)
	}
	switch rng.IntN(4) {
	case 0:
		s.Sponsorship = 10000
	case 1:
		s.PlannedExpenses = int64(20+10*rng.IntN(4)) * 100
	}
	return s
}

// weekendDay is the nth last Saturday or Sunday before a day, from 0.
func weekendDay(today civil.Date, n int) civil.Date {
	for d := today.AddDays(-1); ; d = d.AddDays(-1) {
		if w := d.In(time.UTC).Weekday(); w == time.Saturday || w == time.Sunday {
			if n == 0 {
				return d
			}
			n--
		}
	}
}

// enter fills the fields from one lot of people, so that many play in several satellites, but
// never in two on the same day.
func (p *Plan) enter(rng *rand.Rand, fieldSizes []int) {
	total, onDay := 0, map[civil.Date]int{}
	for i, size := range fieldSizes {
		total += size
		onDay[p.Satellites[i].Date] += size
	}
	people := total * 7 / 10
	for _, n := range onDay {
		people = max(people, n)
	}
	all := newPlayers(rng, people)
	busy := map[civil.Date][]bool{}
	for i, size := range fieldSizes {
		s := &p.Satellites[i]
		if busy[s.Date] == nil {
			busy[s.Date] = make([]bool, people)
		}
		for _, who := range rng.Perm(people) {
			if len(s.Players) == size {
				break
			}
			if !busy[s.Date][who] {
				busy[s.Date][who] = true
				s.Players = append(s.Players, all[who])
			}
		}
	}
}

// newPlayers makes up people with different names; about one in ten is unrated.
func newPlayers(rng *rand.Rand, n int) []Player {
	used := map[string]bool{}
	var all []Player
	for len(all) < n {
		p := Player{Family: pickOne(rng, familyNames), Given: pickOne(rng, givenNames)}
		if used[p.Name()] {
			if len(used) >= len(familyNames)*len(givenNames)/2 { // a very large demo: tell them apart
				p.Given += " " + string(rune('A'+rng.IntN(26))) + "."
			}
			if used[p.Name()] {
				continue
			}
		}
		used[p.Name()] = true
		p.strength = min(2100, max(450, int(1250+330*rng.NormFloat64())))
		rated := rng.IntN(10) > 0
		if rated {
			p.Rating = max(300, p.strength+int(60*rng.NormFloat64()))
		}
		if rated || rng.IntN(2) == 0 {
			p.Number = fmt.Sprintf("ZZ%06d", 100000+len(all)*7)
		}
		all = append(all, p)
	}
	return all
}

func pickOne(rng *rand.Rand, words []string) string { return words[rng.IntN(len(words))] }

// CSV is the field as a roster to import.
func (s Satellite) CSV() string {
	var b strings.Builder
	b.WriteString("family_name,given_name,association_id,rating\n")
	for _, p := range s.Players {
		rating := ""
		if p.Rating > 0 {
			rating = strconv.Itoa(p.Rating)
		}
		fmt.Fprintf(&b, "%s,%s,%s,%s\n", p.Family, p.Given, p.Number, rating)
	}
	return b.String()
}

// strengths gives what each player of the field plays like, by name.
func (s Satellite) strengths() map[string]int {
	by := make(map[string]int, len(s.Players))
	for _, p := range s.Players {
		by[p.Name()] = p.strength
	}
	return by
}

// bestRated are all players of the plan, the best rated first.
func (p Plan) bestRated() []Player {
	var all []Player
	seen := map[string]bool{}
	for _, s := range p.Satellites {
		for _, one := range s.Players {
			if !seen[one.Name()] {
				seen[one.Name()] = true
				all = append(all, one)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Player) int { return b.Rating - a.Rating })
	return all
}

// Rounds is how many rounds every satellite of the plan has.
const Rounds = 6

// People counts the different people of a plan.
func (p Plan) People() int { return len(p.bestRated()) }

// Days are the first and the last day of the plan.
func (p Plan) Days() (first, last civil.Date) {
	var days []civil.Date
	for _, s := range p.Satellites {
		days = append(days, s.Date)
	}
	return slices.MinFunc(days, civil.Date.Compare), slices.MaxFunc(days, civil.Date.Compare)
}
