// Package webhook tells programs outside of what happens: events, the endpoints of directors and
// organiser that want them, and their delivery, signed, at least once and in order. An event is
// put into an outbox in the transaction of its cause (Herald); everything after that is the
// worker's (Courier), so nothing that a person does waits for a receiver. The package never talks
// to a network or a database, and reads no clock.
package webhook

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Type says what has happened, as FAMILY.VERB.
type Type string

// The types. docs/events.md has each with an example; a test keeps both the same.
const (
	Ping Type = "ping" // somebody tests an endpoint

	SatelliteProposed   Type = "satellite.proposed"
	SatelliteEdited     Type = "satellite.edited"
	SatelliteSanctioned Type = "satellite.sanctioned"
	SatelliteRejected   Type = "satellite.rejected"
	SatelliteCancelled  Type = "satellite.cancelled"
	SatelliteStarted    Type = "satellite.started"
	SatelliteUnstarted  Type = "satellite.unstarted"
	SatelliteFinished   Type = "satellite.finished"
	SatelliteResumed    Type = "satellite.resumed"
	SatelliteReported   Type = "satellite.reported"
	SatelliteReopened   Type = "satellite.reopened"

	EntrantAdded      Type = "entrant.added"
	EntrantChanged    Type = "entrant.changed"
	EntrantWithdrawn  Type = "entrant.withdrawn"
	EntrantReinstated Type = "entrant.reinstated"
	EntrantRemoved    Type = "entrant.removed"

	RoundPaired    Type = "round.paired"
	RoundOpened    Type = "round.opened"
	RoundCompleted Type = "round.completed"
	RoundDropped   Type = "round.dropped"

	ResultRecorded  Type = "result.recorded"
	ResultCorrected Type = "result.corrected"
	ResultCleared   Type = "result.cleared"

	StandingsChanged Type = "standings.changed"

	DuePosted   Type = "due.posted"
	DueAdjusted Type = "due.adjusted"
	DueWaived   Type = "due.waived"

	PaymentAnnounced Type = "payment.announced"
	PaymentReceived  Type = "payment.received"
	PaymentDeposited Type = "payment.deposited"
	PaymentCleared   Type = "payment.cleared"
	PaymentBounced   Type = "payment.bounced"
	PaymentVoided    Type = "payment.voided"
	PaymentRefunded  Type = "payment.refunded"
	PaymentDisputed  Type = "payment.disputed"
	PaymentChanged   Type = "payment.changed"

	AnswerRecorded  Type = "answer.recorded"
	AnswerTakenBack Type = "answer.taken_back"
	SeatRuled       Type = "seat.ruled"
	BuyInAdded      Type = "buy_in.added"
	BuyInWithdrawn  Type = "buy_in.withdrawn"
	ListChanged     Type = "list.changed"

	PlayerMerged Type = "player.merged"
	PlayerSplit  Type = "player.split"
	PlayerErased Type = "player.erased"
)

// Types lists every type that an endpoint can ask for, in the order of docs/events.md. Ping is not
// among them: who tests an endpoint always gets it.
func Types() []Type {
	return []Type{
		SatelliteProposed, SatelliteEdited, SatelliteSanctioned, SatelliteRejected, SatelliteCancelled,
		SatelliteStarted, SatelliteUnstarted, SatelliteFinished, SatelliteResumed, SatelliteReported, SatelliteReopened,
		EntrantAdded, EntrantChanged, EntrantWithdrawn, EntrantReinstated, EntrantRemoved,
		RoundPaired, RoundOpened, RoundCompleted, RoundDropped,
		ResultRecorded, ResultCorrected, ResultCleared, StandingsChanged,
		DuePosted, DueAdjusted, DueWaived,
		PaymentAnnounced, PaymentReceived, PaymentDeposited, PaymentCleared, PaymentBounced, PaymentVoided,
		PaymentRefunded, PaymentDisputed, PaymentChanged,
		AnswerRecorded, AnswerTakenBack, SeatRuled, BuyInAdded, BuyInWithdrawn, ListChanged,
		PlayerMerged, PlayerSplit, PlayerErased,
	}
}

// Family is the part of a type before the dot.
func (t Type) Family() string {
	family, _, _ := strings.Cut(string(t), ".")
	return family
}

// Families lists the families of Types, each once.
func Families() []string {
	var all []string
	for _, t := range Types() {
		if !slices.Contains(all, t.Family()) {
			all = append(all, t.Family())
		}
	}
	return all
}

// Event is one thing that has happened. It names things by their ids and has figures, but no names
// and no contact of a person (R8.1): who may know more reads it from the API.
type Event struct {
	ID   uuid.UUID // the same at every try and for every endpoint
	Type Type

	// Stream is what the event is of: a satellite, a director's account, a tour, or the persons.
	// Sequence is its place in it: 1, 2, 3 ... without gaps, in the order in which it happened.
	Stream   uuid.UUID
	Sequence int64

	Owner       uuid.UUID // the director's tenant; zero: what is the organiser's alone
	TourID      uuid.UUID // zero: of no one tour
	Tour        string    // its slug, once the event has been taken from the outbox
	SatelliteID uuid.UUID // zero: of no one satellite
	At          time.Time // UTC
	Data        json.RawMessage
}

// Persons is the stream of what is decided over who is the same person.
var Persons = uuid.MustParse("70657273-6f6e-8000-8000-000000000000")

// envelope is an event as it is sent.
type envelope struct {
	ID          uuid.UUID       `json:"id"`
	Type        Type            `json:"type"`
	At          time.Time       `json:"occurred_at"`
	Tour        string          `json:"tour,omitempty"`
	DirectorID  *uuid.UUID      `json:"director_id,omitempty"`
	SatelliteID *uuid.UUID      `json:"satellite_id,omitempty"`
	Stream      uuid.UUID       `json:"stream"`
	Sequence    int64           `json:"sequence"`
	Data        json.RawMessage `json:"data"`
}

// Body is the event as it is sent, byte for byte the same at every try.
func (e Event) Body() ([]byte, error) {
	return json.Marshal(envelope{
		ID: e.ID, Type: e.Type, At: e.At, Tour: e.Tour, DirectorID: some(e.Owner), SatelliteID: some(e.SatelliteID),
		Stream: e.Stream, Sequence: e.Sequence, Data: e.Data,
	})
}

func some(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}
