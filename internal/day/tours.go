package day

import (
	"context"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/tour"
)

// tours gives the tour of the file.
type tours struct{ *File }

// InTx joins a transaction or begins one, in which nothing of a tour changes.
func (t tours) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return t.File.InTx(ctx, fn)
}

// BySlug gives the tour of the day.
func (t tours) BySlug(_ context.Context, slug string) (tour.Tour, error) {
	if slug != t.header.Tour.Slug {
		return tour.Tour{}, fault.New(fault.ResourceNotFound, "There is no such tour in the day file.")
	}
	return t.header.Tour, nil
}

// ByID gives the tour of the day.
func (t tours) ByID(_ context.Context, id uuid.UUID) (tour.Tour, error) {
	if id != t.header.Tour.ID {
		return tour.Tour{}, fault.New(fault.ResourceNotFound, "There is no such tour in the day file.")
	}
	return t.header.Tour, nil
}

// LockBySlug is not there offline: tours are the organiser's.
func (t tours) LockBySlug(context.Context, string) (tour.Tour, error) {
	return tour.Tour{}, notOffline()
}

// Insert is not there offline.
func (t tours) Insert(context.Context, tour.Tour) error { return notOffline() }

// Update is not there offline.
func (t tours) Update(context.Context, tour.Tour) error { return notOffline() }

// Freeze is the service's, when the day is brought to it.
func (t tours) Freeze(context.Context, uuid.UUID) error { return nil }

// List gives the one tour.
func (t tours) List(_ context.Context, after tour.Position, _ int) ([]tour.Tour, error) {
	if after.ID != uuid.Nil {
		return nil, nil
	}
	return []tour.Tour{t.header.Tour}, nil
}
