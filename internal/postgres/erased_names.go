package postgres

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/postgres/db"
)

// erasedNames is the purpose of the key with which digests of erased names are made.
const erasedNames = "erased names"

// digestsKept is how long it is known by digests who was erased: a day file that was taken before
// does not come later.
const digestsKept = 30 * 24 * time.Hour

// digests are those of a name and number, the latter nil where there is none.
func (d *DB) digests(ctx context.Context, name players.Name, number string) (ofName, ofNumber []byte, err error) {
	key, err := d.signingKey(ctx, erasedNames)
	if err != nil {
		return nil, nil, err
	}
	digest := func(what, text string) []byte {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(what + "\x00" + text))
		return mac.Sum(nil)
	}
	if number != "" {
		ofNumber = digest("number", number)
	}
	return digest("name", name.Key()), ofNumber, nil
}

// keepDigests remembers who is erased, so that a day that comes later does not name him.
func (s Registry) keepDigests(ctx context.Context, p players.Person, at time.Time) error {
	name, number, err := s.digests(ctx, p.Name, p.AssociationID)
	if err != nil {
		return err
	}
	return s.q(ctx).InsertErasedName(ctx, db.InsertErasedNameParams{PlayerID: p.ID, NameDigest: name, NumberDigest: number, ErasedAt: at})
}

// ErasedLike are the persons, erased after a time, whom a name or number meant then.
func (s Players) ErasedLike(ctx context.Context, name players.Name, number string, at time.Time) ([]players.Person, error) {
	ofName, ofNumber, err := s.digests(ctx, name, number)
	if err != nil {
		return nil, err
	}
	rows, err := s.q(ctx).ErasedLike(ctx, db.ErasedLikeParams{At: at, NameDigest: ofName, NumberDigest: ofNumber})
	if err != nil {
		return nil, fmt.Errorf("find who was erased since: %w", err)
	}
	persons := make([]players.Person, len(rows))
	for i, row := range rows {
		persons[i] = fromPlayer(row)
	}
	return persons, nil
}

// DropExpired forgets digests that no day can need any more, for the worker.
func (s Players) DropExpired(ctx context.Context) (int64, error) {
	var dropped int64
	err := s.InTx(ctx, func(ctx context.Context) (err error) {
		dropped, err = s.q(ctx).DropErasedNames(ctx, s.clock().Add(-digestsKept))
		return err
	})
	return dropped, err
}
