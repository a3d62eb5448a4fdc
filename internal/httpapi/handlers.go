package httpapi

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/audit"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/banking"
	"github.com/nast-tour/nast/internal/carryover/cards"
	"github.com/nast-tour/nast/internal/director"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/noticeboard"
	"github.com/nast-tour/nast/internal/oversight"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
	"github.com/nast-tour/nast/internal/webhook"
)

// Services are the domain services that the handlers call.
type Services struct {
	Audit      *audit.Service
	Directors  *director.Service
	Tours      *tour.Service
	Satellites *satellite.Service
	Dues       *carryover.Service
	Treasury   *carryover.Treasury
	Bank       *banking.Service
	Cards      *cards.Service
	Qualifiers *qualifiers.Service
	Finals     *qualifiers.Finals
	Oversight  *oversight.Service
	Mail       *mail.Service
	Players    *players.Registry
	Webhooks   *webhook.Service
	Public     *noticeboard.Service
}

// handlers carries out the operations: convert, call a service, convert back.
// The operations of health and documentation are those of service.
type handlers struct {
	Services
	elsewhere
}

// elsewhere are the operations that another part of the server answers.
type elsewhere interface {
	GetLivez(context.Context, GetLivezRequestObject) (GetLivezResponseObject, error)
	GetReadyz(context.Context, GetReadyzRequestObject) (GetReadyzResponseObject, error)
	GetOpenAPI(context.Context, GetOpenAPIRequestObject) (GetOpenAPIResponseObject, error)
	GetDocs(context.Context, GetDocsRequestObject) (GetDocsResponseObject, error)
}

// NewHandlers makes the handlers of the contract.
func NewHandlers(s Services) StrictServerInterface { return &handlers{Services: s} }

// defaultLimit is the size of a page nobody asked a size for.
const defaultLimit = 50

func limitOf(asked *int) int {
	if asked == nil {
		return defaultLimit
	}
	return *asked
}

// cut shortens a list that was read with one item too many, and makes the cursor
// of the next page of the last item that stays.
func cut[T any](ctx context.Context, items []T, limit int, position func(T) any) ([]T, *string, error) {
	if len(items) <= limit {
		return items, nil, nil
	}
	items = items[:limit]
	next, err := encodeCursor(ctx, position(items[limit-1]))
	return items, &next, err
}

// after reads a cursor, the zero position where none was sent.
func after[T any](ctx context.Context, sent *string) (T, error) {
	var zero T
	position, err := decodeCursor[T](ctx, sent)
	if err != nil || position == nil {
		return zero, err
	}
	return *position, nil
}

// behind is what of a list comes after the item of a cursor. An item that is
// gone is said rather than the list begun again in silence.
func behind[T any](items []T, last uuid.UUID, id func(T) uuid.UUID) ([]T, error) {
	if last == uuid.Nil {
		return items, nil
	}
	i := slices.IndexFunc(items, func(item T) bool { return id(item) == last })
	if i < 0 {
		return nil, fault.AtField("/query/cursor", "out_of_date", "The list has changed since the page before; begin again without a cursor.")
	}
	return items[i+1:], nil
}

// match reads an If-Match header.
func match(header *string) (satellite.Match, error) {
	versions, anyVersion, err := ifMatch(header)
	if err != nil || anyVersion {
		return satellite.Match{}, err
	}
	return satellite.Match{Versions: versions}, nil
}

// withCurrent shows the resource of a version conflict as the contract has it.
func withCurrent[T any](err error, convert func(T) any) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Code == fault.VersionConflict {
		if current, ok := f.Current.(T); ok {
			f.Current = convert(current)
		}
	}
	return err
}

// touch hides every satellite but his own from a scorer.
func touch(ctx context.Context, id uuid.UUID) error {
	if auth.From(ctx).MayTouchSatellite(id) {
		return nil
	}
	return fault.New(fault.ResourceNotFound, "There is no such satellite.")
}

func ptr[T any](v T) *T { return &v }

// orZero is the value of an optional field.
func orZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// optional leaves a zero value out.
func optional[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// below moves the fields of an error under the member that was checked.
func below(pointer string, err error) error {
	var f *fault.Error
	if errors.As(err, &f) {
		for i := range f.Fields {
			f.Fields[i].Pointer = pointer + f.Fields[i].Pointer
		}
	}
	return err
}

// moved lets an error point at the member by its name in the request.
func moved(err error, from, to string) error {
	var f *fault.Error
	if errors.As(err, &f) {
		for i := range f.Fields {
			if f.Fields[i].Pointer == from {
				f.Fields[i].Pointer = to
			}
		}
	}
	return err
}
