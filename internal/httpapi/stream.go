package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// A stream is looked after this often; it says so much when nothing happens, so that
// proxies keep it open; and it ends after a while, for a client goes on where it was.
const (
	streamLooks   = time.Second
	streamBeats   = 15 * time.Second
	streamLasts   = 15 * time.Minute
	streamPatient = 10 * time.Second // with a client that takes nothing
)

// stream is an answer that goes on after its headers. It is written as it comes, so
// nothing of it is held back; it ends with its client, or with the service.
type stream func(ctx context.Context, send func(text string) error) error

// GetEvents streams what happens in a satellite (server-sent events), each once and
// in order, beginning with what comes after Last-Event-ID, or now.
func (h *handlers) GetEvents(ctx context.Context, r GetEventsRequestObject) (GetEventsResponseObject, error) {
	s, err := h.Satellites.Get(ctx, r.SatelliteID)
	if err != nil {
		return nil, err
	}
	after := s.Seq
	if last := r.Params.LastEventID; last != nil {
		if after, err = strconv.ParseInt(*last, 10, 64); err != nil || after < 0 {
			return nil, fault.AtField("/header/Last-Event-ID", "invalid_format", "Send the id of the last event that came, or none.")
		}
	}
	exchangeOf(ctx).stream = func(ctx context.Context, send func(string) error) error {
		return h.watch(ctx, s, after, send)
	}
	return GetEvents200TextEventStreamResponse{Body: http.NoBody}, nil
}

// watch sends the events of a satellite after an act until its context ends.
func (h *handlers) watch(ctx context.Context, s *satellite.Satellite, after int64, send func(string) error) error {
	looks := time.NewTicker(streamLooks)
	defer looks.Stop()
	if err := send("retry: 2000\n\n"); err != nil {
		return err
	}
	for quiet := time.Duration(0); ; quiet += streamLooks {
		entries, err := h.Satellites.Log(ctx, s.ID, after, 100)
		if err != nil {
			return err // the client comes again
		}
		for _, entry := range entries {
			after = entry.Seq
			for _, e := range entry.Events() {
				text, err := eventText(entry, e)
				if err != nil {
					return err
				}
				if err := send(text); err != nil {
					return err
				}
				quiet = 0
			}
		}
		if quiet >= streamBeats {
			quiet = 0
			if err := send(": nothing new\n\n"); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-looks.C:
		}
	}
}

// eventText is an event as it goes over the line.
func eventText(entry satellite.Entry, e satellite.Event) (string, error) {
	body, err := json.Marshal(api.HallEvent{Seq: entry.Seq, At: entry.At, Rounds: optionalList(e.Rounds), Status: (*api.SatelliteStatus)(optional(e.Status))})
	return fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", entry.Seq, e.Kind, body), err
}

func optionalList[T any](items []T) *[]T {
	if len(items) == 0 {
		return nil
	}
	return &items
}

// sendStream sends the headers of an answer and then its stream.
func (s *server) sendStream(x *exchange, w http.ResponseWriter, r *http.Request) {
	for name, values := range x.answer.header {
		w.Header()[name] = values
	}
	w.Header().Del("ETag")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	ctx, cancel := context.WithTimeout(r.Context(), streamLasts)
	defer cancel()
	stop := context.AfterFunc(s.Stopping, cancel)
	defer stop()
	out := http.NewResponseController(w)
	err := x.stream(auth.WithPrincipal(ctx, x.principal), func(text string) error {
		_ = out.SetWriteDeadline(time.Now().Add(streamPatient)) // where it cannot be set, the line itself gives up
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return out.Flush()
	})
	if err != nil && ctx.Err() == nil {
		x.cause = err
	}
}
