package banking

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover"
	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/carryover/journal"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

var (
	dana, paul   = uuid.UUID{15: 1}, uuid.UUID{15: 2}
	albany, reno = uuid.UUID{15: 11}, uuid.UUID{15: 12}
)

func usd(cents int64) money.Money { return money.Money{Amount: cents, Currency: money.USD} }

func march(day int) civil.Date { return civil.New(2026, time.March, day) }

// cheque is a cheque of Dana's over 480.00 in a state.
func cheque(state carryover.State, change ...func(*carryover.Payment)) carryover.Payment {
	p := carryover.Payment{
		ID: uuid.UUID{15: 99}, Number: 1, DirectorID: dana, Method: carryover.Cheque, Reference: "1042", Amount: usd(48000), State: state,
		Stamp: journal.Stamp{Day: march(3)},
	}
	for _, c := range change {
		c(&p)
	}
	return p
}

// kinds are the kinds and amounts of candidates, as "payment 480.00 USD".
func kinds(candidates []Candidate) []string {
	all := []string{}
	for _, c := range candidates {
		all = append(all, string(c.Kind)+" "+c.Amount.String())
	}
	return all
}

func TestWhatLinesMayBeOfAPayment(t *testing.T) {
	t.Parallel()
	shown := func(p *carryover.Payment) { p.BankLines = []uuid.UUID{{15: 5}} }
	refunded := func(p *carryover.Payment) { p.Refunds = []carryover.Refund{{Amount: 1000}, {Amount: 500}} }
	cash := func(p *carryover.Payment) { p.Method = carryover.Cash }
	for name, c := range map[string]struct {
		payment carryover.Payment
		want    []string
	}{
		"announced":             {cheque(carryover.Announced), []string{"payment 480.00 USD"}},
		"received":              {cheque(carryover.Received), []string{"payment 480.00 USD"}},
		"deposited":             {cheque(carryover.Deposited), []string{"payment 480.00 USD", "bounce -480.00 USD"}},
		"cash is deposited":     {cheque(carryover.Deposited, cash), []string{"payment 480.00 USD"}},
		"cleared by hand":       {cheque(carryover.Cleared), []string{"payment 480.00 USD", "bounce -480.00 USD"}},
		"seen on a line":        {cheque(carryover.Cleared, shown), []string{"bounce -480.00 USD"}},
		"refunded in parts":     {cheque(carryover.Cleared, shown, refunded), []string{"refund -10.00 USD", "refund -5.00 USD"}},
		"bounced by hand":       {cheque(carryover.Bounced), []string{"bounce -480.00 USD"}},
		"bounced on a line":     {cheque(carryover.Bounced, shown), []string{}},
		"void":                  {cheque(carryover.Void), []string{}},
		"kept by Stripe":        {cheque(carryover.Received, func(p *carryover.Payment) { p.AtStripe = true }), []string{}},
		"refunded out of a box": {cheque(carryover.Received, cash, refunded), []string{"payment 480.00 USD"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, kinds(standing{payments: []carryover.Payment{c.payment}}.candidates()))
		})
	}
}

func TestADueIsACandidateForWhatNobodyHasAnnounced(t *testing.T) {
	t.Parallel()
	due := carryover.Due{SatelliteID: albany, Satellite: "Albany", DirectorID: dana, Director: "Dana", Amount: usd(26400), Waived: usd(400), Received: usd(6000), Announced: usd(0)}
	announced := due
	announced.Announced = usd(20000)
	found := standing{dues: []carryover.Due{due, announced}}.candidates()
	require.Equal(t, []string{"due 200.00 USD"}, kinds(found))
	require.Equal(t, []string{"Dana", "Albany"}, found[0].plain().Names)
}

func TestAPayoutAndARefundAreSeenOnce(t *testing.T) {
	t.Parallel()
	s := standing{
		payouts:  []Payout{{ID: "po_1", Amount: usd(9000), Day: march(5), HasLeft: true}, {ID: "po_2", Amount: usd(9000), HasLeft: true}, {ID: "po_3", Amount: usd(9000)}},
		payments: []carryover.Payment{cheque(carryover.Cleared, func(p *carryover.Payment) { p.Refunds = []carryover.Refund{{Amount: 1000}} })},
		seen:     map[string]bool{"payout/po_1": true},
	}
	require.Contains(t, kinds(s.candidates()), "refund -10.00 USD")
	s.seen["refund/"+uuid.UUID{15: 99}.String()+"/1"] = true
	require.Equal(t, []string{"payment 480.00 USD", "payout 90.00 USD"}, kinds(s.candidates()))

	s.payouts[0].HasLeft = false
	require.Equal(t, []string{"payment 480.00 USD", "payout -90.00 USD", "payout 90.00 USD"}, kinds(s.candidates()), "it came and has gone back")
	s.seen["payout/po_1/back"] = true
	require.Equal(t, []string{"payment 480.00 USD", "payout 90.00 USD"}, kinds(s.candidates()))
}

// line is an open line.
func line(n byte, amount int64, text string) Line {
	return Line{ID: uuid.UUID{15: n}, Line: bank.Line{Day: march(4), Amount: usd(amount), Text: text, Fingerprint: bank.Fingerprint(rune('a' + n))}}
}

func TestAProposalSaysHowItIsConfirmed(t *testing.T) {
	t.Parallel()
	payment := Candidate{Kind: bank.Payment, ID: uuid.UUID{15: 99}.String(), Amount: usd(48000), DirectorID: dana, Payer: "Dana Smith", Method: carryover.Cheque, Reference: "1042"}
	due := Candidate{Kind: bank.Due, ID: albany.String(), Amount: usd(2000), DirectorID: dana, Payer: "Dana Smith"}
	bounce := payment
	bounce.Kind, bounce.Amount = bank.Bounce, usd(-48000)
	payout := Candidate{Kind: bank.Payout, ID: "po_1", Reference: "po_1", Amount: usd(9000)}
	lines := []Line{line(1, 50000, "DANA SMITH"), line(2, -48000, "RETURNED CHEQUE 1042"), line(3, 9000, "STRIPE PO_1"), line(4, 999, "cheque 1042")}

	by := propose(lines, []Candidate{payment, due, bounce, payout})
	ids := []uuid.UUID{{15: 99}}
	require.Equal(t, &Match{Lines: []uuid.UUID{{15: 1}}, Purpose: carryover.Settles, Payments: ids, Dues: []uuid.UUID{albany}}, by[lines[0].Fingerprint][0].Match)
	require.Equal(t, &Match{Lines: []uuid.UUID{{15: 2}}, Purpose: carryover.Returned, Payments: ids}, by[lines[1].Fingerprint][0].Match)
	require.Equal(t, bank.Certain, by[lines[1].Fingerprint][0].Confidence)
	require.Equal(t, &Match{Lines: []uuid.UUID{{15: 3}}, Purpose: carryover.Noted, Seen: []string{"payout/po_1"}}, by[lines[2].Fingerprint][0].Match)
	for _, p := range by[lines[3].Fingerprint] {
		require.Nil(t, p.Match, "amounts that differ are not confirmed with one word")
	}
	lines[2].ID = uuid.Nil
	require.Nil(t, propose(lines, []Candidate{payout})[lines[2].Fingerprint][0].Match, "a line that is not kept")
}

func TestHowDuesShareALine(t *testing.T) {
	t.Parallel()
	owes := func(director, satellite uuid.UUID, cents int64) *carryover.Account {
		a := &carryover.Account{Debtor: carryover.Debtor{DirectorID: director}}
		require.NoError(t, a.Report(satellite, uuid.Nil, carryover.Statement{Due: usd(cents)}, march(20), journal.Stamp{}))
		return a
	}
	one := owes(dana, albany, 20000)
	require.NoError(t, one.Report(reno, uuid.Nil, carryover.Statement{Due: usd(10000)}, march(20), journal.Stamp{}))
	two := owes(paul, uuid.UUID{15: 13}, 5000)
	share := func(satellite uuid.UUID, cents int64) carryover.Allocation {
		return carryover.Allocation{SatelliteID: satellite, Asked: cents}
	}
	hers := Match{Dues: []uuid.UUID{reno, albany}}
	for cents, want := range map[int64][]carryover.Allocation{
		30000: {share(reno, 10000), share(albany, 20000)},
		40000: {share(reno, 10000), share(albany, 20000)}, // 100.00 are her credit
		15000: {share(reno, 10000), share(albany, 5000)},
	} {
		shares, err := hers.shares([]*carryover.Account{one}, usd(cents))
		require.NoError(t, err)
		require.Len(t, shares, 1)
		require.Equal(t, usd(cents), shares[0].Amount)
		require.Equal(t, want, shares[0].Allocations)
	}
	_, err := hers.shares([]*carryover.Account{one}, usd(10000))
	require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), "nothing is left for the second")
	_, err = hers.shares([]*carryover.Account{one}, money.Money{Amount: 30000, Currency: money.CAD})
	require.Equal(t, fault.CurrencyMismatch, fault.CodeOf(err))

	both := Match{Dues: []uuid.UUID{albany, {15: 13}}}
	shares, err := both.shares([]*carryover.Account{one, two}, usd(25000))
	require.NoError(t, err)
	require.Equal(t, []money.Money{usd(20000), usd(5000)}, []money.Money{shares[0].Amount, shares[1].Amount})
	for _, wrong := range []int64{24999, 25001} {
		_, err = both.shares([]*carryover.Account{one, two}, usd(wrong))
		require.Equal(t, fault.InvalidRequest, fault.CodeOf(err), "nobody could say whose the rest is")
	}
}

func TestNamesOfAccounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Chequing-USD": "chequing-usd", " a_1 ": "a_1", "": "", "a b": "", "../a": "", "é": "", "a/b": ""} {
		got, err := ParseAccount(text)
		require.EqualValues(t, want, got, text)
		require.Equal(t, want == "", err != nil, text)
	}
}
