package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
)

// organiserKey is the key that the fake service knows as the organiser's.
const organiserKey = "organiser-key-of-32-characters-xx"

// fake is a service in memory, just good enough for the program to talk to: fields are paired
// 1-2, 3-4 and so on in every round, and nothing is checked that no test looks at.
type fake struct {
	url string

	mu         sync.Mutex
	next       int
	keys       map[string]api.Role
	tours      []api.Tour
	satellites []*event
	log        []string                                          // every request as "METHOD path"
	bodies     []string                                          // of the same requests
	before     func(w http.ResponseWriter, r *http.Request) bool // answers instead, where set and true
}

// event is a satellite with all that belongs to it.
type event struct {
	api.Satellite
	entrants []api.Entrant
	rounds   []*api.Round
	report   api.Report
	acts     []api.LogEntry
	differ   []api.Differ // what every correction answers
	verified api.Verification
}

func newFake(t *testing.T) *fake {
	t.Helper()
	f := &fake{keys: map[string]api.Role{organiserKey: api.RoleOrganiser}}
	mux := http.NewServeMux()
	f.routes(mux)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		f.mu.Lock()
		defer f.mu.Unlock()
		f.log = append(f.log, r.Method+" "+r.URL.Path)
		f.bodies = append(f.bodies, string(body))
		if f.before != nil && f.before(w, r) {
			return
		}
		if _, known := f.keys[bearer(r)]; !known {
			refuse(w, 401, "key_invalid", "This key is not known.", nil)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

func bearer(r *http.Request) string {
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
}

// id gives ids that can be foreseen: the first one ends in 00000001.
func (f *fake) id() uuid.UUID {
	f.next++
	return uuid.MustParse(fmt.Sprintf("0190a6b2-1c2d-7e3f-8a4b-%012x", f.next))
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func refuse(w http.ResponseWriter, status int, code, detail string, more map[string]any) {
	problem := map[string]any{
		"type": "/problems/" + code, "title": "Refused", "status": status, "detail": detail, "code": code, "request_id": "req-42",
	}
	for name, value := range more {
		problem[name] = value
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(problem)
}

func read[T any](r *http.Request) T {
	var value T
	_ = json.NewDecoder(r.Body).Decode(&value)
	return value
}

// page answers items as one last page.
func page[T any](w http.ResponseWriter, items []T) {
	answer(w, 200, map[string]any{"items": slices.Concat([]T{}, items), "next_cursor": nil})
}

func (f *fake) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /v1/me", func(w http.ResponseWriter, r *http.Request) {
		role := f.keys[bearer(r)]
		answer(w, 200, api.Me{Principal: api.Named{Name: "Olga " + string(role)}, Role: role, Tenant: api.Named{Name: "House"}})
	})
	mux.HandleFunc("GET /v1/tours", func(w http.ResponseWriter, _ *http.Request) { page(w, f.tours) })
	mux.HandleFunc("POST /v1/tours", func(w http.ResponseWriter, r *http.Request) {
		body := read[api.TourCreate](r)
		answer(w, 201, f.addTour(body.Slug, body.Currency))
	})
	mux.HandleFunc("POST /v1/directors", func(w http.ResponseWriter, r *http.Request) {
		body := read[api.DirectorCreate](r)
		id := f.id()
		key := "key-of-" + id.String()
		f.keys[key] = api.RoleDirector
		answer(w, 201, api.DirectorCreated{ID: id, Name: body.Name, Email: body.Email, APIKey: key})
	})
	mux.HandleFunc("GET /v1/satellites", func(w http.ResponseWriter, _ *http.Request) {
		var all []api.Satellite
		for _, s := range f.satellites {
			all = append(all, s.Satellite)
		}
		page(w, all)
	})
	mux.HandleFunc("POST /v1/satellites", func(w http.ResponseWriter, r *http.Request) {
		body := read[api.SatelliteCreate](r)
		s := f.addSatellite(body.Name, 0)
		s.Tour, s.StartsOn, s.Venue, s.EntryFee = body.Tour, body.StartsOn, body.Venue, api.Money(body.EntryFee)
		answer(w, 201, s.Satellite)
	})
	one := func(pattern string, do func(w http.ResponseWriter, r *http.Request, s *event)) {
		method, rest, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /v1/satellites/{id}"+rest, func(w http.ResponseWriter, r *http.Request) {
			for _, s := range f.satellites {
				if s.ID.String() == r.PathValue("id") {
					do(w, r, s)
					return
				}
			}
			refuse(w, 404, "not_found", "There is no such satellite.", nil)
		})
	}
	one("GET ", func(w http.ResponseWriter, _ *http.Request, s *event) { answer(w, 200, s.Satellite) })
	for verb, status := range map[string]api.SatelliteStatus{"sanction": api.Sanctioned, "start": api.InPlay, "finish": api.Finished} {
		one("POST /"+verb, func(w http.ResponseWriter, _ *http.Request, s *event) {
			s.Status = status
			answer(w, 200, s.Satellite)
		})
	}
	one("GET /entrants", func(w http.ResponseWriter, _ *http.Request, s *event) { page(w, s.entrants) })
	one("POST /entrants", f.createEntrant)
	one("POST /entrants/import", f.importEntrants)
	one("GET /rounds", func(w http.ResponseWriter, _ *http.Request, s *event) { page(w, s.rounds) })
	one("GET /rounds/{n}", f.round)
	one("POST /rounds/{n}/pair", f.round)
	one("PUT /rounds/{n}/results", f.putResults)
	one("PUT /games/{game}/result", f.putResult)
	one("DELETE /games/{game}/result", f.putResult)
	f.hallRoutes(one)
	one("GET /standings", func(w http.ResponseWriter, _ *http.Request, s *event) { answer(w, 200, s.standings()) })
	one("GET /report", func(w http.ResponseWriter, _ *http.Request, s *event) {
		answer(w, 200, s.report)
	})
	one("PUT /report/decisions", func(w http.ResponseWriter, r *http.Request, s *event) {
		if order := read[api.Decisions](r).SeatOrder; order != nil && len(*order) == 2 {
			s.report.UnresolvedTies = []api.Tie{}
		}
		answer(w, 200, s.report)
	})
	one("POST /report", f.makeReport)
	mux.HandleFunc("GET /v1/tours/{slug}/qualifiers", f.qualifiers)
	mux.HandleFunc("GET /v1/carryover/dues", f.dues)
}

func (f *fake) addTour(slug, currency string) api.Tour {
	tour := api.Tour{ID: f.id(), Slug: slug, Name: "Tour " + slug, Currency: currency, DefaultRounds: 6, CarryoverPercent: "40.00"}
	f.tours = append(f.tours, tour)
	return tour
}

// addSatellite makes a satellite with so many players, Player 1 first.
func (f *fake) addSatellite(name string, players int) *event {
	s := &event{Satellite: api.Satellite{
		ID: f.id(), Name: name, Tour: "nast-2", Status: api.Proposed, Rounds: 6, TimeZone: "America/Boise",
		EntryFee: api.Money{Amount: 3000, Currency: "USD"}, Venue: api.Venue{City: "Boise", Country: "US"},
	}}
	s.report = api.Report{SatelliteID: s.ID, UnresolvedTies: []api.Tie{}, PrizeTableName: "Default", Seats: 1}
	for i := range players {
		f.addEntrant(s, fmt.Sprintf("Player%d", i+1), "Ann", 2000-10*i)
	}
	f.satellites = append(f.satellites, s)
	return s
}

func (f *fake) addEntrant(s *event, family, given string, rating int) api.Entrant {
	seed := len(s.entrants) + 1
	e := api.Entrant{
		ID: f.id(), PlayerID: f.id(), FamilyName: family, GivenName: given, Name: family + ", " + given, Rating: &rating,
		Seed: &seed, Present: true, InField: true, Eligible: true, Fee: s.EntryFee, Paid: api.Money{Currency: "USD"},
	}
	s.entrants = append(s.entrants, e)
	return e
}

func (f *fake) createEntrant(w http.ResponseWriter, r *http.Request, s *event) {
	body := read[api.EntrantCreate](r)
	if body.Rating != nil && *body.Rating < 0 {
		refuse(w, 400, "invalid_request", "The request is not valid.", map[string]any{
			"errors": []any{map[string]any{"pointer": "/rating", "code": "out_of_range", "detail": "must be 0 or more"}},
		})
		return
	}
	e := f.addEntrant(s, body.FamilyName, value(body.GivenName), value(body.Rating))
	answer(w, 201, e)
}

// importEntrants refuses rows whose rating is not a number.
func (f *fake) importEntrants(w http.ResponseWriter, r *http.Request, s *event) {
	rows, err := csv.NewReader(r.Body).ReadAll()
	if err != nil {
		refuse(w, 400, "import_refused", err.Error(), nil)
		return
	}
	result := api.ImportResult{Accepted: []api.AcceptedRow{}, Refused: []api.RefusedRow{}}
	var good [][]string
	for i, row := range rows[1:] {
		if _, err := strconv.Atoi(cmp.Or(row[3], "0")); err != nil {
			result.Refused = append(result.Refused, api.RefusedRow{Line: i + 2, Column: 9, Code: "invalid_format", Detail: `"` + row[3] + `" is not a rating`})
			continue
		}
		good = append(good, row)
		result.Accepted = append(result.Accepted, api.AcceptedRow{Line: i + 2, Name: row[0] + ", " + row[1]})
	}
	result.Stored = r.URL.Query().Get("dry_run") != "true" && (len(result.Refused) == 0 || r.URL.Query().Get("partial") == "true")
	if result.Stored {
		for _, row := range good {
			rating, _ := strconv.Atoi(cmp.Or(row[3], "0"))
			f.addEntrant(s, row[0], row[1], rating)
		}
	}
	answer(w, 200, result)
}
