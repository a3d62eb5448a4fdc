// Package noticeboard is what anybody may read of a tour that its organiser has made public: the
// national list (R5.6), the satellites that come and were played, their open pairs, standings and
// results. It puts together what the other services have and leaves out what is not for everybody:
// contacts, association numbers, notes, money, and the ids of persons. Names are short where the
// tour says so (R8.2). It reads under the rights of nobody in particular (auth.Public), who is shown
// rows of public tours only, and never writes.
package noticeboard

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// Tours reads a tour; *tour.Service does.
type Tours interface {
	Get(ctx context.Context, slug string) (tour.Tour, error)
}

// Satellites reads satellites; *satellite.Service does.
type Satellites interface {
	List(ctx context.Context, f satellite.Filter) ([]satellite.Registration, error)
	LiveReport(ctx context.Context, id uuid.UUID) (*satellite.Satellite, satellite.Report, error)
}

// Lists reads the national list; *qualifiers.Service does.
type Lists interface {
	List(ctx context.Context, tour uuid.UUID) ([]qualifiers.ListRow, qualifiers.State, error)
}

// Service reads for the public. What is not public is fault.ResourceNotFound, with the words for
// what does not exist.
type Service struct {
	Tours      Tours
	Satellites Satellites
	Lists      Lists
}

// Tour is a public tour with its satellites.
type Tour struct {
	Slug             string
	Name             string
	Format           tour.Format
	StartsOn, EndsOn civil.Date
	Satellites       []Satellite // by first day
}

// Satellite is a satellite as the tour announces it.
type Satellite struct {
	ID               uuid.UUID
	Name             string
	Venue            satellite.Venue
	StartsOn, EndsOn civil.Date
	Status           satellite.Status
	Rounds           int // scheduled
}

// Over says that it has been played.
func (s Satellite) Over() bool {
	return s.Status == satellite.Finished || s.Status == satellite.Reported
}

// Coming says that it is still to be played.
func (s Satellite) Coming() bool { return s.Status == satellite.Sanctioned }

// InPlay says that it is being played.
func (s Satellite) InPlay() bool { return s.Status == satellite.InPlay }

// Cancelled says that it was called off.
func (s Satellite) Cancelled() bool { return s.Status == satellite.Cancelled }

// announced says whether a satellite is for everybody: what is only proposed may never be.
func announced(status satellite.Status) bool {
	return status != satellite.Proposed && status != satellite.Rejected
}

// Tour reads a public tour.
func (v *Service) Tour(ctx context.Context, slug string) (Tour, error) {
	ctx = asPublic(ctx)
	t, err := v.tour(ctx, slug)
	if err != nil {
		return Tour{}, err
	}
	out := Tour{Slug: t.Slug, Name: t.Name, Format: t.Format, StartsOn: t.StartsOn, EndsOn: t.EndsOn}
	out.Satellites, err = v.satellites(ctx, slug)
	return out, err
}

// satellites reads all that are announced, page by page.
func (v *Service) satellites(ctx context.Context, slug string) ([]Satellite, error) {
	const page = 500
	var all []Satellite
	f := satellite.Filter{Tour: slug, Limit: page}
	for {
		items, err := v.Satellites.List(ctx, f)
		if err != nil {
			return nil, err
		}
		for _, r := range items {
			if announced(r.Status) {
				all = append(all, announce(r))
			}
		}
		if len(items) < page {
			return all, nil
		}
		last := items[len(items)-1]
		f.After = satellite.Position{StartsOn: last.StartsOn, ID: last.ID}
	}
}

func announce(r satellite.Registration) Satellite {
	return Satellite{ID: r.ID, Name: r.Name, Venue: r.Venue, StartsOn: r.StartsOn, EndsOn: r.EndsOn, Status: r.Status, Rounds: r.RoundCount}
}

// List is the national list of a public tour.
type List struct {
	Tour    string // its name
	Slug    string
	State   qualifiers.State
	Version int64 // of the tour: the form of the names changes with it
	Rows    []Row // best first
}

// Row is a qualifier without what is not for everybody. Seats have neither person nor note.
type Row struct {
	Position   int
	Name       string
	Rating     int // 0: unrated
	Best       qualifiers.Seat
	Satellites []qualifiers.Seat
	Answer     qualifiers.Answer // Invited, Accepted or Declined
}

// List reads the national list of a public tour. That somebody has let his deadline pass is between
// him and the organiser: he stands as invited.
func (v *Service) List(ctx context.Context, slug string) (List, error) {
	ctx = asPublic(ctx)
	t, err := v.tour(ctx, slug)
	if err != nil {
		return List{}, err
	}
	rows, state, err := v.Lists.List(ctx, t.ID)
	if err != nil {
		return List{}, err
	}
	out := List{Tour: t.Name, Slug: t.Slug, State: state, Version: t.Version, Rows: make([]Row, len(rows))}
	names := written(rows)
	if t.Shown.ShortNames {
		names = shortened(rows)
	}
	for i, row := range rows {
		out.Rows[i] = Row{
			Position: row.Position, Name: names[i], Rating: row.Rating, Best: publicSeat(row.Best), Answer: row.Answer,
		}
		if row.Answer == qualifiers.NoAnswer {
			out.Rows[i].Answer = qualifiers.Invited
		}
		for _, s := range row.Satellites {
			out.Rows[i].Satellites = append(out.Rows[i].Satellites, publicSeat(s))
		}
	}
	return out, nil
}

func written(rows []qualifiers.ListRow) []string {
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = row.Name
	}
	return names
}

func shortened(rows []qualifiers.ListRow) []string {
	names := make([]players.Name, len(rows))
	for i, row := range rows {
		names[i] = players.ParseWritten(row.Name)
	}
	return players.ShortNames(names, func(i int) int { return rows[i].Position })
}

// publicSeat is a seat without its person and note.
func publicSeat(s qualifiers.Seat) qualifiers.Seat {
	return qualifiers.Seat{
		SatelliteID: s.SatelliteID, Satellite: s.Satellite, EndsOn: s.EndsOn, Rank: s.Rank, Players: s.Players,
		Rounds: s.Rounds, HalfPoints: s.HalfPoints, Spread: s.Spread, Rating: s.Rating,
	}
}

// tour reads a tour that is public.
func (v *Service) tour(ctx context.Context, slug string) (tour.Tour, error) {
	t, err := v.Tours.Get(ctx, slug)
	if fault.CodeOf(err) == fault.ResourceNotFound || err == nil && !t.Shown.Public {
		return tour.Tour{}, fault.New(fault.ResourceNotFound, "There is no such tour.")
	}
	return t, err
}

// asPublic reads as anybody, whoever it is.
func asPublic(ctx context.Context) context.Context {
	return auth.WithPrincipal(ctx, auth.Principal{Name: "the public", Role: auth.Public})
}

// fieldNames are the names of a field as the public reads them, by entrant.
func fieldNames(field []satellite.Entrant, short bool) map[uuid.UUID]string {
	whole := make([]players.Name, len(field))
	for i, e := range field {
		whole[i] = e.Name
	}
	var shown []string
	if short {
		shown = players.ShortNames(whole, func(i int) int { return field[i].Seed })
	}
	names := map[uuid.UUID]string{}
	for i, e := range field {
		if names[e.ID] = e.Name.String(); short {
			names[e.ID] = shown[i]
		}
	}
	return names
}
