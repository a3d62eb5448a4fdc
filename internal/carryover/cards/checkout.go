package cards

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// State is how far a checkout has come.
type State string

// The states. Of one due at most one checkout is asked for or open.
const (
	Asked   State = "asked"   // the page is to be made; it may be there already
	Open    State = "open"    // somebody can pay
	Closing State = "closing" // it is to be closed at Stripe
	Closed  State = "closed"  // nobody can pay on it any more
)

// Checkout is our record of a checkout page. It is kept before Stripe is asked, so that whatever
// is heard of the payment finds its due.
type Checkout struct {
	PaymentID   uuid.UUID // of the payment that it becomes; also the key and reference at Stripe
	DirectorID  uuid.UUID // zero of a buy-in
	SatelliteID uuid.UUID // zero of a buy-in
	BuyInID     uuid.UUID // zero of a satellite
	Amount      money.Money
	Description string
	State       State
	SessionID   string // Stripe's; empty until its answer is kept
	URL         string
	AskedAt     time.Time
	ExpiresAt   time.Time
}

// Debtor is in whose account the payment will be.
func (c Checkout) Debtor() carryover.Debtor {
	return carryover.Debtor{DirectorID: c.DirectorID, BuyInID: c.BuyInID}
}

// DueID is the satellite or the buy-in that it is for.
func (c Checkout) DueID() uuid.UUID { return cmp.Or(c.SatelliteID, c.BuyInID) }

const (
	openFor   = 23 * time.Hour // Stripe takes 24 at most, by its own clock
	timeToPay = time.Hour      // a page that is given again is open at least so long
)

// Link is where a due can be paid by card.
type Link struct {
	URL       string
	ExpiresAt time.Time
}

// Checkout gives a page on which the open balance of a due, of a satellite or a buy-in, can be paid:
// the one that is open already if it has the same amount, otherwise a new one, and the old one is
// closed. The errors are fault.DueSettled where nothing is open, fault.ResourceNotFound where there
// is no such due, and those of the Gateway. It must not be called within a transaction.
func (s *Service) Checkout(ctx context.Context, due uuid.UUID) (Link, error) {
	if err := s.Gateway.Ready(); err != nil {
		return Link{}, err
	}
	for range 3 {
		c, err := inTx(ctx, s.Store, func(ctx context.Context) (Checkout, error) { return s.ask(ctx, due) })
		if err != nil {
			return Link{}, err
		}
		if c.State == Asked {
			if c, err = s.open(ctx, c); err != nil {
				return Link{}, err
			}
		}
		if c.State == Open {
			return Link{URL: c.URL, ExpiresAt: c.ExpiresAt}, nil
		}
		// It was overtaken: the due has changed meanwhile, or was paid.
	}
	return Link{}, fault.New(fault.PaymentsUnavailable, "The due is changing just now. Try again in a minute.")
}

// ask finds the checkout that will do for the due as it stands, or keeps a new one.
func (s *Service) ask(ctx context.Context, due uuid.UUID) (Checkout, error) {
	debtor, err := s.Treasury.Books.DebtorOfDue(ctx, due)
	if err != nil {
		return Checkout{}, err
	}
	left, err := s.Treasury.Outstanding(ctx, due)
	if err != nil {
		return Checkout{}, err
	}
	if left.Amount <= 0 {
		return Checkout{}, fault.New(fault.DueSettled, "Nothing is open of this due.")
	}
	now := s.Now()
	before, found, err := s.Store.LiveFor(ctx, due)
	if err != nil {
		return Checkout{}, err
	}
	if found && before.Amount == left && before.ExpiresAt.After(now.Add(timeToPay)) {
		return before, nil
	}
	if found {
		if err := s.close(ctx, before); err != nil {
			return Checkout{}, err
		}
	}
	c := Checkout{
		PaymentID: s.NewID(), DirectorID: debtor.DirectorID, BuyInID: debtor.BuyInID, Amount: left, State: Asked,
		AskedAt: now, ExpiresAt: now.Add(openFor).Truncate(time.Second),
	}
	if debtor.BuyInID == uuid.Nil {
		c.SatelliteID = due
	}
	if c.Description, err = s.describe(ctx, c); err != nil {
		return Checkout{}, err
	}
	return c, s.Store.AddCheckout(ctx, c)
}

// describe says on the page what is paid; not by whom, as that is kept at Stripe's too (R8.2).
func (s *Service) describe(ctx context.Context, c Checkout) (string, error) {
	if c.BuyInID != uuid.Nil {
		tour, err := s.Store.TourOf(ctx, c.BuyInID)
		return "Buy-in to the Final Event of " + tour, err
	}
	name, on, err := s.Store.Satellite(ctx, c.SatelliteID)
	return fmt.Sprintf("Carryover of %s, %s", name, on), err
}

// open asks Stripe for the page of a checkout, and keeps what it says.
func (s *Service) open(ctx context.Context, c Checkout) (Checkout, error) {
	page, refusal := s.Gateway.OpenPage(ctx, c.page())
	c, err := inTx(ctx, s.Store, func(ctx context.Context) (Checkout, error) {
		c, err := s.Store.Lock(ctx, c.PaymentID)
		switch {
		case err != nil:
			return c, err
		case refusal == nil:
			return s.opened(ctx, c, page)
		case c.State != Asked:
			return c, nil
		case final(refusal):
			c.State = Closed
			return c, s.Store.SaveCheckout(ctx, c)
		case otherwiseAsked(refusal):
			return c, s.close(ctx, c)
		}
		return c, nil
	})
	if err == nil && refusal != nil && !otherwiseAsked(refusal) {
		err = refusal
	}
	return c, err
}

// opened keeps the page of a checkout. One that was to be closed meanwhile is closed now that it
// is known.
func (s *Service) opened(ctx context.Context, c Checkout, page Opened) (Checkout, error) {
	if c.SessionID == "" {
		c.SessionID = page.ID
	}
	c.URL = page.URL
	switch c.State {
	case Asked:
		c.State = Open
	case Closing:
		if err := s.Queue.Close(ctx, c.PaymentID); err != nil {
			return c, err
		}
	}
	return c, s.Store.SaveCheckout(ctx, c)
}

func (c Checkout) page() Page {
	about := map[string]string{"payment_id": c.PaymentID.String()}
	if c.BuyInID != uuid.Nil {
		about["buy_in_id"] = c.BuyInID.String()
	} else {
		about["satellite_id"], about["director_id"] = c.SatelliteID.String(), c.DirectorID.String()
	}
	return Page{
		Key: c.PaymentID.String(), Reference: c.PaymentID.String(), Amount: c.Amount, Description: c.Description, ExpiresAt: c.ExpiresAt,
		Metadata: about,
	}
}

// close asks for a checkout to be closed at Stripe.
func (s *Service) close(ctx context.Context, c Checkout) error {
	c.State = Closing
	if err := s.Store.SaveCheckout(ctx, c); err != nil {
		return err
	}
	return s.Queue.Close(ctx, c.PaymentID)
}

// final says whether asking again would fail as well, and no page can have been made.
func final(err error) bool {
	return slices.Contains([]fault.Code{fault.PaymentRefused, fault.PaymentCurrency, fault.InvalidRequest}, fault.CodeOf(err))
}

// otherwiseAsked says that a page was made under this key with other content: where payers are
// sent back to has been changed since. Another checkout is needed.
func otherwiseAsked(err error) bool { return fault.CodeOf(err) == fault.IdempotencyMismatch }

// AccountChanged has the open pages of an account looked at, if it has any, in the transaction
// that changes it.
func (s *Service) AccountChanged(ctx context.Context, debtor carryover.Debtor) error {
	live, err := s.Store.LiveOf(ctx, debtor.ID())
	if err != nil || len(live) == 0 {
		return err
	}
	return s.Queue.Review(ctx, debtor.ID())
}

// Review closes the pages of an account on which more could be paid than their due still needs.
func (s *Service) Review(ctx context.Context, account uuid.UUID) error {
	ctx = byStripe(ctx)
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		live, err := s.Store.LiveOf(ctx, account)
		if err != nil {
			return err
		}
		for _, c := range live {
			left, err := s.Treasury.Outstanding(ctx, c.DueID())
			if err != nil {
				return err
			}
			if left.Currency == c.Amount.Currency && left.Amount >= c.Amount.Amount {
				continue
			}
			if c, err = s.Store.Lock(ctx, c.PaymentID); err != nil {
				return err
			}
			if c.State != Asked && c.State != Open {
				continue
			}
			if err := s.close(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

// Close closes a checkout at Stripe, and takes over what became of it: it may have been paid a
// moment before. One of which Stripe's answer was lost is asked for once more, so that it is known.
func (s *Service) Close(ctx context.Context, payment uuid.UUID) error {
	ctx = byStripe(ctx)
	c, err := inTx(ctx, s.Store, func(ctx context.Context) (Checkout, error) { return s.Store.Find(ctx, payment) })
	if err != nil || c.State != Closing {
		return err
	}
	if c.SessionID == "" {
		page, err := s.Gateway.OpenPage(ctx, c.page())
		switch {
		case err != nil && final(err):
			return s.conclude(ctx, c.PaymentID)
		case err != nil:
			return err
		}
		c.SessionID = page.ID
	}
	if err := s.Gateway.ClosePage(ctx, c.SessionID); err != nil {
		return err
	}
	return s.Apply(ctx, c.SessionID)
}

// conclude says that nobody can pay on a checkout any more.
func (s *Service) conclude(ctx context.Context, payment uuid.UUID) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		c, err := s.Store.Lock(ctx, payment)
		if err != nil || c.State == Closed {
			return err
		}
		c.State = Closed
		return s.Store.SaveCheckout(ctx, c)
	})
}
