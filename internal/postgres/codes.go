package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/postgres/db"
	"github.com/nast-tour/nast/internal/satellite"
)

// Codes keeps the codes with which players send results.
type Codes struct{ *DB }

var _ satellite.Codes = Codes{}

// codeLetters are 32 letters and digits that cannot be taken for one another.
const (
	codeLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	codeLength  = 8
)

// Of gives the codes of games and makes those that are missing. A code is of
// the player for whom it was made: when his place at the table goes to another
// there is a new one.
func (s Codes) Of(ctx context.Context, whole *satellite.Satellite, games []satellite.Game) ([]satellite.Code, error) {
	ids := make([]uuid.UUID, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	rows, err := s.q(ctx).CodesOfGames(ctx, db.CodesOfGamesParams{TenantID: whole.TenantID, SatelliteID: whole.ID, Games: ids})
	if err != nil {
		return nil, fmt.Errorf("read the codes: %w", err)
	}
	kept := map[uuid.UUID][]db.ResultCode{}
	for _, row := range rows {
		kept[row.GameID] = append(kept[row.GameID], row)
	}
	var codes []satellite.Code
	var missing []db.InsertCodeParams
	for _, g := range games {
		if rows := kept[g.ID]; len(rows) == 2 && rows[0].EntrantID == g.First && rows[1].EntrantID == g.Second {
			for _, row := range rows {
				codes = append(codes, satellite.Code{Code: row.Code, GameID: g.ID, Side: satellite.Side(row.Side), EntrantID: row.EntrantID})
			}
			continue
		}
		if err := s.q(ctx).DropCodesOfGame(ctx, db.DropCodesOfGameParams{TenantID: whole.TenantID, SatelliteID: whole.ID, GameID: g.ID}); err != nil {
			return nil, fmt.Errorf("drop old codes: %w", err)
		}
		for side, entrant := range map[satellite.Side]uuid.UUID{satellite.First: g.First, satellite.Second: g.Second} {
			code := satellite.Code{Code: newCode(), GameID: g.ID, Side: side, EntrantID: entrant}
			codes = append(codes, code)
			missing = append(missing, db.InsertCodeParams{
				TenantID: whole.TenantID, SatelliteID: whole.ID, GameID: g.ID, Side: string(side), EntrantID: entrant, Code: code.Code,
			})
		}
	}
	err = batch(len(missing), func() batchResults { return s.q(ctx).InsertCode(ctx, missing) })
	if err != nil {
		return nil, fmt.Errorf("make codes: %w", err)
	}
	return codes, nil
}

// newCode draws a code: 40 bits, and there are 32 letters, so that each is as
// likely as any other.
func newCode() string {
	raw := make([]byte, codeLength)
	_, _ = rand.Read(raw) // never fails
	for i, b := range raw {
		raw[i] = codeLetters[int(b)%len(codeLetters)]
	}
	return string(raw)
}

// Find finds what a code opens. Blanks, hyphens and small letters are forgiven.
func (s Codes) Find(ctx context.Context, code string) (satellite.Pass, error) {
	code = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(code))
	var pass satellite.Pass
	// What cannot be one is not worth a look, nor can Postgres read all of it.
	if len(code) != codeLength || strings.Trim(code, codeLetters) != "" {
		return pass, noSuchCode()
	}
	err := s.inScope(ctx, auth.Scope{Kind: auth.ScopeNone}, []byte(code), func(ctx context.Context) error {
		row, err := s.q(ctx).FindCode(ctx, code)
		if errors.Is(err, pgx.ErrNoRows) {
			return noSuchCode()
		}
		pass = satellite.Pass{TenantID: row.TenantID, SatelliteID: row.SatelliteID, GameID: row.GameID, EntrantID: row.EntrantID}
		return err
	})
	return pass, err
}

func noSuchCode() error {
	return fault.New(fault.ResourceNotFound, "There is no such code. Look at the sheet again.")
}
