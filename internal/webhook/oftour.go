package webhook

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/players"
	"github.com/nast-tour/nast/internal/qualifiers"
)

type dueData struct {
	BuyInID *uuid.UUID  `json:"buy_in_id,omitempty"` // of whose due it is; otherwise of the satellite's
	Number  int         `json:"number"`              // of the entry, within the satellite or buy-in
	Amount  money.Money `json:"amount"`              // what it adds to what is owed; a waiver takes off
	DueOn   *civil.Date `json:"due_on,omitempty"`
}

// ofDue is what an entry of a due means (R6.4, R6.6).
func ofDue(e carryover.DueEntry, debtor carryover.Debtor) notice {
	t := map[carryover.EntryKind]Type{
		carryover.FirstReport: DuePosted, carryover.Adjustment: DueAdjusted, carryover.Waiver: DueWaived,
		carryover.BuyIn: DuePosted, carryover.Withdrawal: DueAdjusted,
	}[e.Kind]
	data := dueData{Number: e.Number, Amount: e.Amount}
	if debtor.BuyInID != uuid.Nil {
		data.BuyInID = &debtor.BuyInID
	}
	if !e.DueOn.IsZero() {
		data.DueOn = &e.DueOn
	}
	return notice{t, data}
}

type paymentData struct {
	PaymentID   uuid.UUID        `json:"payment_id"`
	BuyInID     *uuid.UUID       `json:"buy_in_id,omitempty"` // for which it is; it has no allocations then
	Step        int              `json:"step"`                // 1, 2, 3 ... of the payment
	Method      carryover.Method `json:"method"`
	State       carryover.State  `json:"state"`
	Amount      money.Money      `json:"amount"`
	Refunded    int64            `json:"refunded,omitempty"` // cents
	Suspense    bool             `json:"suspense"`
	Allocations []allocationData `json:"allocations"`
}

type allocationData struct {
	SatelliteID uuid.UUID `json:"satellite_id"`
	Applied     int64     `json:"applied"` // cents
}

// ofStep is what a step of a payment means (R6.5, R6.6).
func ofStep(step carryover.Step) notice {
	p := step.After
	data := paymentData{
		PaymentID: p.ID, Step: p.Number, Method: p.Method, State: p.Status(), Amount: p.Amount, Refunded: p.Refunded(), Suspense: p.Suspense,
		Allocations: []allocationData{},
	}
	if p.BuyInID != uuid.Nil {
		data.BuyInID = &p.BuyInID
		return notice{typeOf(step), data}
	}
	for _, a := range p.Allocations {
		data.Allocations = append(data.Allocations, allocationData{a.SatelliteID, a.Applied})
	}
	return notice{typeOf(step), data}
}

// typeOf goes by the state that a step has led to. A step that leaves it as it was pays a part back,
// or says whose the payment is, for which dues, and the like.
func typeOf(step carryover.Step) Type {
	is := step.After.Status()
	switch {
	case step.After.Refunded() > step.Before.Refunded():
		return PaymentRefunded
	case step.Before.Number > 0 && is == step.Before.Status():
		return PaymentChanged
	}
	return map[carryover.State]Type{
		carryover.Announced: PaymentAnnounced, carryover.Received: PaymentReceived, carryover.Deposited: PaymentDeposited,
		carryover.Cleared: PaymentCleared, carryover.Bounced: PaymentBounced, carryover.Void: PaymentVoided,
		carryover.Refunded: PaymentRefunded, carryover.Disputed: PaymentDisputed,
	}[is]
}

type replyData struct {
	PlayerID   uuid.UUID         `json:"player_id"`
	AnswerID   uuid.UUID         `json:"answer_id"`
	Answer     qualifiers.Answer `json:"answer"`
	Via        qualifiers.Via    `json:"via"`
	Satellites []uuid.UUID       `json:"satellites"` // of which he has seats
	AnsweredAt time.Time         `json:"answered_at"`
}

func ofReply(r qualifiers.Reply) notice {
	t := AnswerRecorded
	if !r.TakenBackAt.IsZero() {
		t = AnswerTakenBack
	}
	return notice{t, replyData{
		PlayerID: r.PlayerID, AnswerID: r.ID, Answer: r.Answer, Via: r.Via, Satellites: append([]uuid.UUID{}, r.Satellites...), AnsweredAt: r.At,
	}}
}

type buyInData struct {
	BuyInID  uuid.UUID   `json:"buy_in_id"`
	PlayerID uuid.UUID   `json:"player_id"`
	Price    money.Money `json:"price"`
	FeeKept  bool        `json:"fee_kept"` // it was given up, and is owed all the same
}

func ofBuyIn(b qualifiers.BuyIn) notice {
	t := BuyInAdded
	if !b.WithdrawnAt.IsZero() {
		t = BuyInWithdrawn
	}
	return notice{t, buyInData{b.ID, b.PlayerID, b.Price, b.FeeKept}}
}

type rulingData struct {
	SatelliteID uuid.UUID          `json:"satellite_id"`
	PlayerID    uuid.UUID          `json:"player_id"`
	Verdict     qualifiers.Verdict `json:"verdict"`
	TakenBack   bool               `json:"taken_back"`
}

func ofRuling(r qualifiers.Ruling) notice {
	return notice{SeatRuled, rulingData{r.SatelliteID, r.PlayerID, r.Verdict, !r.TakenBackAt.IsZero()}}
}

type listData struct {
	Version int64 `json:"version"`
}

type personData struct {
	PlayerID uuid.UUID   `json:"player_id"`
	Records  []uuid.UUID `json:"records"`
}

// ofDecision is what a decision over persons means outside; who is told apart stays who he was. Of
// a merge that is taken back the record is named that is a person again.
func ofDecision(d players.Decision, named uuid.UUID, records []uuid.UUID) (notice, bool) {
	switch d.Kind {
	case players.Merged:
		return notice{PlayerMerged, personData{PlayerID: d.Keeps, Records: []uuid.UUID{d.Keeps, d.Gives}}}, true
	case players.TakenBack:
		var once []uuid.UUID
		for _, r := range records {
			if !slices.Contains(once, r) {
				once = append(once, r)
			}
		}
		return notice{PlayerSplit, personData{PlayerID: named, Records: once}}, true
	}
	return notice{}, false
}
