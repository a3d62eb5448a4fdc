package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// Registry is the store of players.Registry.
type Registry struct{ Players }

var _ players.RegistryStore = Registry{}

// LockDecisions keeps others from deciding who is who until the transaction ends.
func (s Registry) LockDecisions(ctx context.Context) error { return s.q(ctx).LockDecisions(ctx) }

// Decisions are all that were taken over persons; a director sees none.
func (s Registry) Decisions(ctx context.Context) ([]players.Decision, error) {
	rows, err := s.q(ctx).PlayerDecisions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the decisions over players: %w", err)
	}
	decisions := make([]players.Decision, len(rows))
	for i, row := range rows {
		decisions[i] = players.Decision{
			ID: row.ID, Number: row.Number, Kind: players.DecisionKind(row.Kind), Keeps: fromID(row.Keeps), Gives: fromID(row.Gives),
			Of: fromID(row.Of), At: row.DecidedAt.UTC(), By: row.ByName, Reason: row.Reason,
		}
	}
	return decisions, nil
}

// AddDecision keeps a decision.
func (s Registry) AddDecision(ctx context.Context, d players.Decision) error {
	return s.q(ctx).InsertPlayerDecision(ctx, db.InsertPlayerDecisionParams{
		ID: d.ID, Number: d.Number, Kind: string(d.Kind), Keeps: toID(d.Keeps), Gives: toID(d.Gives), Of: toID(d.Of),
		DecidedAt: d.At, ByName: d.By, Reason: d.Reason,
	})
}

// SetPersons keeps whose record each is.
func (s Registry) SetPersons(ctx context.Context, persons map[uuid.UUID]uuid.UUID) error {
	var params []db.SetPersonParams
	for record, person := range persons {
		params = append(params, db.SetPersonParams{ID: record, PersonID: toID(person)})
	}
	slices.SortFunc(params, func(a, b db.SetPersonParams) int { return slices.Compare(a.ID[:], b.ID[:]) }) // nobody waits in a circle
	if err := batch(len(params), func() batchResults { return s.q(ctx).SetPerson(ctx, params) }); err != nil {
		return fmt.Errorf("keep whose record each player is: %w", err)
	}
	return nil
}

// Canonical is the person of a record, if the caller may see him.
func (s Registry) Canonical(ctx context.Context, record uuid.UUID) (uuid.UUID, error) {
	person, err := s.q(ctx).VisiblePerson(ctx, db.VisiblePersonParams{ID: record, Own: s.own(ctx)})
	return person, missing(err, "player")
}

// Dossiers are all records of persons, by person, his own first.
func (s Registry) Dossiers(ctx context.Context, persons []uuid.UUID) (map[uuid.UUID][]players.Dossier, error) {
	rows, err := s.q(ctx).RecordsOf(ctx, persons)
	if err != nil {
		return nil, fmt.Errorf("read the players: %w", err)
	}
	records := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		records[i] = row.ID
	}
	fields, err := s.appearances(ctx, records)
	if err != nil {
		return nil, err
	}
	dossiers := map[uuid.UUID][]players.Dossier{}
	for _, row := range rows {
		person, own := row.ID, row.PersonID == nil
		if !own {
			person = *row.PersonID
		}
		d := players.Dossier{Person: fromPlayer(row), Appearances: fields[row.ID]}
		if !own && len(d.Appearances) == 0 && auth.From(ctx).Scope().Kind == auth.ScopeTenant {
			continue // as who he played elsewhere is not for a director
		}
		if own {
			dossiers[person] = slices.Insert(dossiers[person], 0, d)
		} else {
			dossiers[person] = append(dossiers[person], d)
		}
	}
	return dossiers, nil
}

// appearances are the fields that records were in, as far as the caller may see them.
func (s Registry) appearances(ctx context.Context, records []uuid.UUID) (map[uuid.UUID][]players.Appearance, error) {
	rows, err := s.q(ctx).AppearancesOf(ctx, db.AppearancesOfParams{Records: records, Own: s.own(ctx)})
	if err != nil {
		return nil, fmt.Errorf("read where players were: %w", err)
	}
	fields := map[uuid.UUID][]players.Appearance{}
	for _, row := range rows {
		fields[row.PlayerID] = append(fields[row.PlayerID], players.Appearance{
			SatelliteID: row.ID, Satellite: row.Name, StartsOn: fromDate(row.StartsOn), EndsOn: fromDate(row.EndsOn),
			Region: row.Region, Rating: row.Rating,
		})
	}
	return fields, nil
}

func fromPlayer(row db.Player) players.Person {
	return players.Person{
		ID: row.ID, Name: players.Name{Family: row.FamilyName, Given: row.GivenName, Suffix: row.Suffix},
		AssociationID: fromText(row.AssociationID), Doubtful: row.Doubtful, Erased: row.ErasedAt != nil, CreatedAt: row.CreatedAt.UTC(),
	}
}

// Search lists persons by family name. A merged person is found by the name of any of his records.
func (s Registry) Search(ctx context.Context, f players.Filter) ([]players.Person, error) {
	rows, err := s.q(ctx).SearchPlayers(ctx, db.SearchPlayersParams{
		Own: s.own(ctx), Name: likeText(players.NameKey(f.Text, "", "")), Number: strings.ToUpper(strings.TrimSpace(f.Text)),
		AfterID: toID(f.After.ID), AfterFamily: f.After.Family, AfterGiven: f.After.Given, Count: int32(f.Limit),
	})
	if err != nil {
		return nil, fmt.Errorf("search players: %w", err)
	}
	persons := make([]players.Person, len(rows))
	for i, row := range rows {
		persons[i] = fromPlayer(row)
	}
	return persons, nil
}

// Namesakes are the persons who share a name with another.
func (s Registry) Namesakes(ctx context.Context) ([]uuid.UUID, error) { return s.q(ctx).Namesakes(ctx) }

// NameTaken says whether somebody has a name, erased or not.
func (s Registry) NameTaken(ctx context.Context, name players.Name) (bool, error) {
	return s.q(ctx).NameTaken(ctx, name.Family)
}

// ToursOf are the tours in which records were in a field.
func (s Registry) ToursOf(ctx context.Context, records []uuid.UUID) ([]uuid.UUID, error) {
	return s.q(ctx).ToursOfPlayers(ctx, records)
}
