package bank_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/money"
)

// at makes a line of the tests; its fingerprint is a name.
func at(name string, day int, cents int64, text string) bank.Line {
	return bank.Line{Day: march(day), Amount: usd(cents), Text: text, Fingerprint: bank.Fingerprint(name)}
}

// lee is an announced payment of Ann Lee's, due of Bob Roy's.
func lee(id string, cents int64) bank.Candidate {
	return bank.Candidate{ID: id, Kind: bank.Payment, Amount: usd(cents), Payer: "lee", Names: []string{"Lee, Ann"}, Day: march(14)}
}

func roy(id string, cents int64) bank.Candidate {
	return bank.Candidate{ID: id, Kind: bank.Due, Amount: usd(cents), Payer: "roy", Names: []string{"Roy, Bob", "Roy's Club"}, Day: march(14)}
}

func cheque(c bank.Candidate, number string) bank.Candidate {
	c.Cheque = number
	return c
}

func reference(c bank.Candidate, reference string) bank.Candidate {
	c.Reference = reference
	return c
}

func bounce(c bank.Candidate) bank.Candidate {
	c.Kind, c.Amount.Amount = bank.Bounce, -c.Amount.Amount
	return c
}

func stripe(id string, cents int64) bank.Candidate {
	return bank.Candidate{ID: id, Kind: bank.Payout, Amount: usd(cents), Payer: "stripe", Names: []string{"Stripe"}, Reference: id, Day: march(14)}
}

// brief writes a proposal shortly: "certain L1=p1".
func brief(proposals []bank.Proposal) []string {
	var list []string
	for _, p := range proposals {
		list = append(list, fmt.Sprintf("%s %v=%v", p.Confidence, p.Lines, p.Candidates))
	}
	return list
}

func TestPairs(t *testing.T) {
	t.Parallel()
	inColumn := at("L", 15, 26400, "DEPOSIT")
	inColumn.Cheque = "0001042"
	byReference := at("L", 15, 26400, "TRANSFER")
	byReference.Reference = "nast 2026/17"
	cad := at("L", 15, 26400, "CHEQUE 1042")
	cad.Amount.Currency = money.CAD

	for name, c := range map[string]struct {
		line       bank.Line
		candidates []bank.Candidate
		want       []string
		why        string
	}{
		"cheque number in its column": {
			inColumn,
			[]bank.Candidate{cheque(lee("p", 26400), "1042"), roy("d", 26400)},
			[]string{"certain [L]=[p]"},
			"Amount and cheque number 1042 agree with the payment.",
		},
		"cheque number in the text": {
			at("L", 15, 26400, "DEPOSIT CHK NO. 1042"),
			[]bank.Candidate{cheque(lee("p", 26400), "1042")},
			[]string{"certain [L]=[p]"},
			"Amount and cheque number 1042 agree with the payment.",
		},
		"a number that is no cheque's": {
			at("L", 15, 26400, "BRANCH 1042"),
			[]bank.Candidate{cheque(lee("p", 26400), "1042")},
			[]string{"ambiguous [L]=[p]"},
			"Only the amount agrees with the payment.",
		},
		"another cheque": {
			at("L", 15, 26400, "CHEQUE 1043 ANN LEE"),
			[]bank.Candidate{cheque(lee("p", 26400), "1042")},
			nil, "",
		},
		"reference, written otherwise": {
			byReference,
			[]bank.Candidate{reference(lee("p", 26400), "NAST-2026-17")},
			[]string{"certain [L]=[p]"},
			"Amount and reference NAST-2026-17 agree with the payment.",
		},
		"reference and payer in the text": {
			at("L", 15, 26400, "E-TRF Lee Ann nast202617"),
			[]bank.Candidate{reference(lee("p", 26400), "NAST-2026-17")},
			[]string{"certain [L]=[p]"},
			"Amount, reference NAST-2026-17 and payer Lee, Ann agree with the payment.",
		},
		"a part of a longer number is no reference": {
			at("L", 15, 26400, "nast2026171"),
			[]bank.Candidate{reference(lee("p", 26400), "NAST-2026-17")},
			[]string{"ambiguous [L]=[p]"},
			"Only the amount agrees with the payment.",
		},
		"a reference that everybody writes": {
			at("L", 15, 26400, "CARRYOVER"),
			[]bank.Candidate{reference(lee("p", 26400), "Carryover")},
			[]string{"ambiguous [L]=[p]"},
			"Only the amount agrees with the payment.",
		},
		"the same reference on two": {
			byReference,
			[]bank.Candidate{reference(lee("p", 26400), "NAST-2026-17"), reference(roy("d", 26400), "NAST-2026-17")},
			[]string{"ambiguous [L]=[d]", "ambiguous [L]=[p]"},
			"Amount and reference NAST-2026-17 agree with the due. Others fit as well.",
		},
		"amount and payer": {
			at("L", 15, 26400, "BOB ROY"),
			[]bank.Candidate{lee("p", 26400), roy("d", 26400)},
			[]string{"likely [L]=[d]"},
			"Amount and payer Roy, Bob agree with the due.",
		},
		"the reference without the amount": {
			at("L", 15, 26000, "nast202617"),
			[]bank.Candidate{reference(lee("p", 26400), "NAST-2026-17")},
			[]string{"ambiguous [L]=[p]"},
			"Reference NAST-2026-17 agrees with the payment; the amount does not: the bank has 260.00 USD, not 264.00 USD.",
		},
		"the amount of another payer than the one named": {
			at("L", 15, 26400, "ANN LEE"),
			[]bank.Candidate{lee("p", 100), roy("d", 26400)},
			nil, "",
		},
		"another currency": {cad, []bank.Candidate{cheque(lee("p", 26400), "1042")}, nil, ""},
		"nothing":          {at("L", 15, 0, "CHEQUE 1042"), []bank.Candidate{cheque(lee("p", 0), "1042")}, nil, ""},
		"a bank fee":       {at("L", 15, -26400, "FEE"), []bank.Candidate{lee("p", 26400)}, nil, ""},
		"a bounce": {
			at("L", 15, -26400, "RETURNED CHEQUE 1042 NSF"),
			[]bank.Candidate{bounce(cheque(lee("b", 26400), "1042")), cheque(lee("p", 26400), "1042")},
			[]string{"certain [L]=[b]"},
			"Amount and cheque number 1042 agree with the bounce.",
		},
		"a payout": {
			at("L", 15, 26400, "STRIPE TRANSFER"),
			[]bank.Candidate{stripe("po_1NxyzAB", 26400), lee("p", 26400)},
			[]string{"likely [L]=[po_1NxyzAB]"},
			"Amount and payer Stripe agree with the payout.",
		},
		"a payout by its id": {
			at("L", 15, 26400, "STRIPE PO_1NXYZAB"),
			[]bank.Candidate{stripe("po_1NxyzAB", 26400), stripe("po_2NxyzAB", 26400)},
			[]string{"certain [L]=[po_1NxyzAB]"},
			"Amount, reference po_1NxyzAB and payer Stripe agree with the payout.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proposals := bank.Propose([]bank.Line{c.line}, c.candidates)
			require.Equal(t, c.want, brief(proposals))
			if len(proposals) > 0 {
				require.Equal(t, c.why, proposals[0].Why)
				require.Equal(t, money.USD, proposals[0].Difference.Currency)
			}
		})
	}
}

func TestOneLinePaysSeveral(t *testing.T) {
	t.Parallel()
	three := []bank.Candidate{lee("a", 10000), lee("b", 15000), lee("c", 23000)}
	proposals := bank.Propose([]bank.Line{at("L", 15, 48000, "CHEQUE 77 ANN LEE")}, three)
	require.Equal(t, []string{"likely [L]=[a b c]"}, brief(proposals))
	require.Equal(t, "The 3 together make the 480.00 USD of the line; payer Lee, Ann agrees.", proposals[0].Why)

	// Two of the three, and nothing of another payer that would make it as well.
	proposals = bank.Propose([]bank.Line{at("L", 15, 33000, "ANN LEE")}, append(three, roy("d", 10000)))
	require.Equal(t, []string{"likely [L]=[a c]"}, brief(proposals))

	// Two ways: a person chooses.
	proposals = bank.Propose([]bank.Line{at("L", 15, 25000, "ANN LEE")}, append(three, lee("e", 10000)))
	require.Equal(t, []string{"ambiguous [L]=[a b]", "ambiguous [L]=[b e]"}, brief(proposals))

	// All are named by their references, and no other.
	named := []bank.Candidate{reference(lee("a", 10000), "NAST-17"), reference(roy("b", 15000), "NAST-18"), lee("c", 15000)}
	proposals = bank.Propose([]bank.Line{at("L", 15, 25000, "NAST 17 + NAST 18")}, named)
	require.Equal(t, []string{"certain [L]=[a b]"}, brief(proposals))
	require.Equal(t, "The 2 together make the 250.00 USD of the line; reference NAST-17 and reference NAST-18 agree.", proposals[0].Why)
}

func TestSlipIsOneLine(t *testing.T) {
	t.Parallel()
	slip := []bank.Candidate{cheque(lee("a", 26400), "1"), cheque(roy("b", 17471), "2")}
	slip[0].Slip, slip[1].Slip = "s1", "s1"
	proposals := bank.Propose([]bank.Line{at("L", 15, 43871, "DEPOSIT")}, slip)
	require.Equal(t, []string{"likely [L]=[a b]"}, brief(proposals))
	slip[1].Amount.Currency = money.CAD
	require.Empty(t, bank.Propose([]bank.Line{at("L", 15, 43871, "DEPOSIT")}, slip), "currencies are never added")
}

func TestSeveralLinesPayOne(t *testing.T) {
	t.Parallel()
	lines := []bank.Line{at("L1", 14, 20000, "BOB ROY"), at("L2", 15, 6400, "BOB ROY"), at("L3", 16, 100, "BOB ROY")}
	proposals := bank.Propose(lines, []bank.Candidate{roy("d", 26400)})
	require.Equal(t, []string{"likely [L1 L2]=[d]"}, brief(proposals))
	require.Equal(t, "The 2 lines together make the due of 264.00 USD; payer Roy, Bob agrees.", proposals[0].Why)

	lines = []bank.Line{at("L1", 14, 20000, "NAST-17"), at("L2", 15, 6400, "NAST-17")}
	require.Equal(t, []string{"certain [L1 L2]=[d]"}, brief(bank.Propose(lines, []bank.Candidate{reference(roy("d", 26400), "NAST-17")})))
}

func TestTheStrongerLeavesTheWeakerOut(t *testing.T) {
	t.Parallel()
	lines := []bank.Line{at("L1", 15, 26400, "CHEQUE 1042"), at("L2", 15, 26400, "ANN LEE")}
	proposals := bank.Propose(lines, []bank.Candidate{cheque(lee("p", 26400), "1042")})
	require.Equal(t, []string{"certain [L1]=[p]"}, brief(proposals))

	// Two lines with one cheque's number: nothing is certain any more.
	lines[1].Text = "CHEQUE 1042"
	for _, p := range bank.Propose(lines, []bank.Candidate{cheque(lee("p", 26400), "1042")}) {
		require.Equal(t, bank.Ambiguous, p.Confidence)
		require.Contains(t, p.Why, "Others fit as well")
	}
}

// Everybody pays 264.00: the amount alone says nothing where more than five have it.
func TestAmountOfEverybodyIsNotProposed(t *testing.T) {
	t.Parallel()
	var candidates []bank.Candidate
	for i := range 6 {
		c := lee(fmt.Sprint(i), 26400)
		c.Payer = fmt.Sprint(i)
		candidates = append(candidates, c)
	}
	require.Len(t, bank.Propose([]bank.Line{at("L", 15, 26400, "DEPOSIT")}, candidates[:5]), 5)
	require.Empty(t, bank.Propose([]bank.Line{at("L", 15, 26400, "DEPOSIT")}, candidates))
}

// A payer with more than can be looked at: what is found is never called likely.
func TestSumOfTooManyPartsIsAmbiguous(t *testing.T) {
	t.Parallel()
	var candidates []bank.Candidate
	for i := range 40 {
		candidates = append(candidates, lee(fmt.Sprintf("%02d", i), 1<<i*2))
	}
	proposals := bank.Propose([]bank.Line{at("L", 15, 2+8+32, "ANN LEE")}, candidates)
	require.Equal(t, []string{"likely [L]=[00 02 04]"}, brief(proposals), "larger parts are no parts")
	proposals = bank.Propose([]bank.Line{at("L", 15, 1<<39+1<<30, "ANN LEE")}, candidates)
	require.Empty(t, proposals, "the sum is there, among parts that are not looked at")
	for i := range candidates {
		candidates[i].Amount = usd(100)
	}
	proposals = bank.Propose([]bank.Line{at("L", 15, 300, "ANN LEE")}, candidates)
	require.Len(t, proposals, 5)
	require.Equal(t, bank.Ambiguous, proposals[0].Confidence)
}
