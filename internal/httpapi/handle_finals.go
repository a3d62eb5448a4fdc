package httpapi

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/interchange"
	"github.com/nast-tour/nast/internal/interchange/xlsx"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// GetFinalField gives who plays in the final, who may still come in, and the prize pool.
func (h *handlers) GetFinalField(ctx context.Context, r GetFinalFieldRequestObject) (GetFinalFieldResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	sheet, err := h.Finals.Field(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	pool, err := h.Treasury.PrizePool(ctx, t.Slug)
	if err != nil {
		return nil, err
	}
	body := toFinalField(ctx, sheet, pool)
	if body.FinalEvent, err = h.finalMade(ctx, t.Slug); err != nil {
		return nil, err
	}
	tag, err := contentTag(body)
	headers := GetFinalField200ResponseHeaders{ETag: &tag}
	switch tableFormat(ctx, (*string)(r.Params.Format)) {
	case asCSV:
		return GetFinalField200TextCsvResponse{Body: bytes.NewReader(interchange.WriteCSV(interchange.FinalTable(sheet))), Headers: headers}, err
	case asXLSX:
		raw, err := xlsx.Write(interchange.FinalTables(sheet, pool)...)
		return GetFinalField200ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheetResponse{Body: bytes.NewReader(raw), Headers: headers}, err
	}
	return GetFinalField200JSONResponse{Body: body, Headers: headers}, err
}

// contentTag is the tag of a field: it follows from the list, the rules, the buy-ins and the books,
// which have no version together, so it is made of what is shown but for the time of looking.
func contentTag(f api.FinalField) (string, error) {
	f.AsOf = nil
	raw, err := json.Marshal(f)
	return hashTag(raw), err
}

func toFinalField(ctx context.Context, s qualifiers.FinalSheet, pool carryover.Pool) api.FinalField {
	bought := s.BoughtIn()
	return api.FinalField{
		Tour: s.Tour.Slug, AsOf: optionalTime(s.List.AsOf), Version: s.List.Version, Rules: toFinalRules(s.Tour),
		Counts: api.FinalCounts{
			Players: len(s.Field), Accepted: len(s.Field) - bought, BuyIns: bought, BuyInPlaces: s.Tour.Final.BuyInPlaces,
			Waiting: len(s.Waiting), Missing: len(s.Missing),
		},
		Field: listOf(s.Field, toFinalist),
		Waiting: listOf(s.Waiting, func(b qualifiers.BuyIn) api.BuyIn {
			return toBuyIn(ctx, s.Tour, qualifiers.PlacedBuyIn{BuyIn: b, State: s.States[b.ID]})
		}),
		Missing: listOf(s.Missing, func(row qualifiers.ListRow) api.MissingFinalist {
			return api.MissingFinalist{
				Position: row.Position, PlayerID: row.PlayerID, Name: row.Name, AssociationID: optional(row.AssociationID), Rating: toRating(row.Rating),
			}
		}),
		PrizePool: toPrizePool(pool),
	}
}

func toFinalist(f qualifiers.Finalist) api.Finalist {
	out := api.Finalist{
		Seed: f.Seed, PlayerID: f.PlayerID, Name: f.Name, AssociationID: optional(f.AssociationID), Rating: toRating(f.Rating),
		ByRating: f.ByRating, ByPerformance: f.ByPerformance, SeedingTenths: f.SeedingTenths, BoughtIn: f.BoughtIn, Paid: f.Paid,
		BuyInID: optional(f.BuyInID), Position: optional(f.Position),
	}
	if f.Best != nil {
		out.Best = ptr(toSeat(*f.Best))
	}
	return out
}

func toPrizePool(p carryover.Pool) api.PrizePool {
	return api.PrizePool{
		Totals: listOf(p.Totals, func(t carryover.PoolTotal) api.PoolTotal {
			due, received := t.Due(), t.Received()
			return api.PoolTotal{
				Currency: string(t.Currency), Carryovers: toPoolPart(t.Carryovers, due), BuyIns: toPoolPart(t.BuyIns, due), Apart: toPoolPart(t.Apart, due),
				Due: toMoney(due), Received: toMoney(received), Outstanding: cents(due.Amount-received.Amount, due),
			}
		}),
		Ties: listOf(p.Ties, toBookTie), Agrees: carryover.Agree(p.Ties),
	}
}

func toPoolPart(p carryover.PoolPart, in money.Money) api.PoolPart {
	return api.PoolPart{Due: cents(p.Due, in), Waived: cents(p.Waived, in), Received: cents(p.Received, in)}
}

func applyFinal(to *tour.FinalRules, f *api.FinalRulesPatch) {
	if f == nil {
		return
	}
	set(&to.BuyInPrice, fromFeePtr(f.BuyInPrice))
	if f.BuyInsUntil != nil {
		to.BuyInsUntil = f.BuyInsUntil.UTC()
	}
	set(&to.BuyInPlaces, f.BuyInPlaces)
	set(&to.WaitingList, f.WaitingList)
	set(&to.PerformanceTenths, f.PerformanceTenths)
}

func toFinalRules(t tour.Tour) api.FinalRules {
	f := t.Final
	return api.FinalRules{
		BuyInPrice: api.Fee{Amount: f.BuyInPrice.Amount, Currency: string(t.Currency)}, BuyInsUntil: optionalTime(f.BuyInsUntil),
		BuyInPlaces: f.BuyInPlaces, WaitingList: f.WaitingList, PerformanceTenths: f.PerformanceTenths,
	}
}

// buyInPosition is a place in the list of buy-ins.
type buyInPosition struct {
	ID uuid.UUID `json:"i"`
}

// ListBuyIns lists buy-ins in order of time.
func (h *handlers) ListBuyIns(ctx context.Context, r ListBuyInsRequestObject) (ListBuyInsResponseObject, error) {
	from, err := after[buyInPosition](ctx, r.Params.Cursor)
	if err != nil {
		return nil, err
	}
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	sheet, err := h.Finals.Field(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	rows, err := behind(sheet.InState(qualifiers.BuyInState(orZero(r.Params.State))), from.ID, func(b qualifiers.PlacedBuyIn) uuid.UUID { return b.ID })
	if err != nil {
		return nil, err
	}
	rows, next, err := cut(ctx, rows, limitOf(r.Params.Limit), func(b qualifiers.PlacedBuyIn) any { return buyInPosition{b.ID} })
	return ListBuyIns200JSONResponse{
		Items: listOf(rows, func(b qualifiers.PlacedBuyIn) api.BuyIn { return toBuyIn(ctx, t, b) }), NextCursor: next,
	}, err
}

// CreateBuyIn sells a place in the final.
func (h *handlers) CreateBuyIn(ctx context.Context, r CreateBuyInRequestObject) (CreateBuyInResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	purchase, err := toPurchase(ctx, r.Body)
	if err != nil {
		return nil, err
	}
	b, err := h.Finals.BuyIn(ctx, t.ID, purchase)
	return CreateBuyIn201JSONResponse(toBuyIn(ctx, t, b)), err
}

// GetBuyIn reads a buy-in.
func (h *handlers) GetBuyIn(ctx context.Context, r GetBuyInRequestObject) (GetBuyInResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	b, err := h.Finals.Get(ctx, t.ID, r.BuyInID)
	if err != nil {
		return nil, err
	}
	account, err := h.Treasury.BuyIn(ctx, b.ID)
	shown := toBuyIn(ctx, t, b)
	shown.Entries = ptr(listOf(account.Entries, toDueEntry))
	shown.Payments = ptr(listOf(account.Payments, func(p carryover.Payment) api.Payment { return toPayment(p, account.Names) }))
	return GetBuyIn200JSONResponse{BuyInJSONResponse(shown)}, err
}

// WithdrawBuyIn gives a buy-in up.
func (h *handlers) WithdrawBuyIn(ctx context.Context, r WithdrawBuyInRequestObject) (WithdrawBuyInResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	w := qualifiers.Withdrawal{By: auth.From(ctx).Name}
	if r.Body != nil {
		w.Reason, w.KeepFee = orZero(r.Body.Reason), orZero(r.Body.KeepFee)
	}
	b, err := h.Finals.Withdraw(ctx, t.ID, r.BuyInID, w)
	return WithdrawBuyIn200JSONResponse{BuyInJSONResponse(toBuyIn(ctx, t, b))}, err
}

// WaiveBuyIn does without an amount of what a buy-in owes.
func (h *handlers) WaiveBuyIn(ctx context.Context, r WaiveBuyInRequestObject) (WaiveBuyInResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	b, err := h.Finals.Get(ctx, t.ID, r.BuyInID)
	if err != nil {
		return nil, err
	}
	waived, err := carryover.Cents(b.Price.Currency, fromMoneyPtr(r.Body.Amount))
	if err != nil {
		return nil, err
	}
	if _, err := h.Treasury.Waive(ctx, b.ID, waived, orZero(r.Body.Reason)); err != nil {
		return nil, err
	}
	b, err = h.Finals.Get(ctx, t.ID, r.BuyInID)
	return WaiveBuyIn200JSONResponse{BuyInJSONResponse(toBuyIn(ctx, t, b))}, err
}

// CreateBuyInCheckout gives a page on which a buy-in can be paid by card.
func (h *handlers) CreateBuyInCheckout(ctx context.Context, r CreateBuyInCheckoutRequestObject) (CreateBuyInCheckoutResponseObject, error) {
	t, err := h.Tours.Get(ctx, r.Slug)
	if err != nil {
		return nil, err
	}
	b, err := h.Finals.Get(ctx, t.ID, r.BuyInID)
	if err != nil {
		return nil, err
	}
	link, err := h.Cards.Checkout(ctx, b.ID)
	return CreateBuyInCheckout200JSONResponse{URL: link.URL, ExpiresAt: link.ExpiresAt}, err
}

// toPurchase reads who buys in: a known player or a name.
func toPurchase(ctx context.Context, b *api.BuyInCreate) (qualifiers.Purchase, error) {
	p := qualifiers.Purchase{
		PlayerID: orZero(b.PlayerID), Rating: b.Rating, Email: orZero(b.Email), Note: orZero(b.Note), By: auth.From(ctx).Name,
	}
	named := b.FamilyName != nil || b.GivenName != nil || b.Suffix != nil || b.AssociationID != nil
	return p, p.SetName(named, orZero(b.FamilyName), orZero(b.GivenName), orZero(b.Suffix), orZero(b.AssociationID))
}

// toBuyIn shows a buy-in; the address is for the organiser only (R8.1).
func toBuyIn(ctx context.Context, t tour.Tour, b qualifiers.PlacedBuyIn) api.BuyIn {
	in := b.Price
	out := api.BuyIn{
		ID: b.ID, Tour: t.Slug, PlayerID: b.PlayerID, Name: b.Name, AssociationID: optional(b.AssociationID), Rating: toRating(b.Rating),
		State: api.BuyInState(b.State), Price: toMoney(in), Due: cents(b.Account.Due, in), Waived: cents(b.Account.Waived, in),
		Announced: cents(b.Account.Announced, in), Received: cents(b.Account.Received, in), Outstanding: cents(b.Account.Outstanding(), in),
		Credit: cents(b.Account.Credit, in), Paid: b.Paid(), BoughtAt: b.At, BoughtBy: b.By, Note: b.Note,
		WithdrawnAt: optionalTime(b.WithdrawnAt), WithdrawnBy: b.WithdrawnBy, Reason: b.Reason, FeeKept: b.FeeKept,
	}
	if auth.From(ctx).Role == auth.Organiser {
		out.Email = optional(b.Email)
	}
	return out
}
