package bank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/nast-tour/nast/internal/carryover/bank"
	"github.com/nast-tour/nast/internal/money"
)

// heaps draws lines and candidates that collide as much as they can: few amounts, few payers.
func heaps(t *rapid.T) ([]bank.Line, []bank.Candidate) {
	amounts := rapid.SampledFrom([]int64{0, 100, 100, 200, 300, 500, -100, -200})
	currencies := rapid.SampledFrom([]money.Currency{money.USD, money.USD, money.CAD})
	texts := rapid.SampledFrom([]string{"ANN LEE", "BOB ROY", "CHEQUE 1042", "NAST-17", "NAST-17 NAST-18 ANN LEE", "DEPOSIT", "STRIPE"})
	var lines []bank.Line
	for i := range rapid.IntRange(0, 8).Draw(t, "lines") {
		l := at(fmt.Sprintf("L%d", i), rapid.IntRange(1, 28).Draw(t, "day"), amounts.Draw(t, "amount"), texts.Draw(t, "text"))
		l.Amount.Currency = currencies.Draw(t, "currency")
		lines = append(lines, l)
	}
	var candidates []bank.Candidate
	for i := range rapid.IntRange(0, 8).Draw(t, "candidates") {
		c := rapid.SampledFrom([]func(string, int64) bank.Candidate{lee, roy}).Draw(t, "payer")(fmt.Sprint(i), amounts.Draw(t, "amount"))
		c.Amount.Currency = currencies.Draw(t, "currency")
		c.Cheque = rapid.SampledFrom([]string{"", "", "1042", "1043"}).Draw(t, "cheque")
		c.Reference = rapid.SampledFrom([]string{"", "NAST-17", "NAST-18"}).Draw(t, "reference")
		c.Slip = rapid.SampledFrom([]string{"", "", "slip"}).Draw(t, "slip")
		candidates = append(candidates, c)
	}
	return lines, candidates
}

func TestProposalsHoldTogether(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines, candidates := heaps(t)
		proposals := bank.Propose(lines, candidates)

		line, candidate := map[bank.Fingerprint]bank.Line{}, map[string]bank.Candidate{}
		for _, l := range lines {
			line[l.Fingerprint] = l
		}
		for _, c := range candidates {
			candidate[c.ID] = c
		}
		used := map[string]bool{} // by what is certain or likely
		for _, p := range proposals {
			require.True(t, len(p.Lines) == 1 || len(p.Candidates) == 1)
			require.True(t, p.Score >= 0 && p.Score <= 100)
			var parts []string
			difference := int64(0)
			for _, l := range p.Lines {
				parts = append(parts, "line "+string(l))
				difference += line[l].Amount.Amount
				require.Equal(t, p.Difference.Currency, line[l].Amount.Currency, "never across currencies (R6.1)")
				require.Equal(t, line[p.Lines[0]].Direction(), line[l].Direction())
				require.NotEqual(t, bank.Nothing, line[l].Direction())
			}
			for _, c := range p.Candidates {
				parts = append(parts, "candidate "+c)
				difference -= candidate[c].Amount.Amount
				require.Equal(t, p.Difference.Currency, candidate[c].Amount.Currency, "never across currencies (R6.1)")
			}
			require.Equal(t, p.Difference.Amount, difference)
			require.True(t, difference == 0 || p.Confidence == bank.Ambiguous)
			for i, part := range parts {
				require.NotContains(t, parts[i+1:], part, "nothing is twice in a proposal")
				if p.Confidence != bank.Ambiguous {
					require.False(t, used[part], "%s is in two proposals that are certain or likely", part)
					used[part] = true
				}
			}
			if p.Confidence == bank.Certain {
				require.True(t, strings.Contains(p.Why, "eference") || strings.Contains(p.Why, "heque number"), p.Why)
			}
		}
	})
}

// Certain is a pair beyond doubt: counted here by hand, no other line and no other candidate has the
// amount with a cheque number or a reference.
func TestCertainPairsHaveNoRival(t *testing.T) {
	t.Parallel()
	agree := func(l bank.Line, c bank.Candidate) bool {
		byCheque := l.Text == "CHEQUE 1042" && c.Cheque == "1042"
		return l.Amount == c.Amount && !l.Amount.IsZero() && (byCheque || c.Reference != "" && strings.Contains(l.Text, c.Reference))
	}
	rapid.Check(t, func(t *rapid.T) {
		lines, candidates := heaps(t)
		for _, p := range bank.Propose(lines, candidates) {
			if p.Confidence != bank.Certain || len(p.Lines)+len(p.Candidates) != 2 {
				continue
			}
			for _, l := range lines {
				for _, c := range candidates {
					if l.Fingerprint == p.Lines[0] || c.ID == p.Candidates[0] {
						require.Equal(t, l.Fingerprint == p.Lines[0] && c.ID == p.Candidates[0], agree(l, c))
					}
				}
			}
		}
	})
}

func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines, candidates := heaps(t)
		want := bank.Propose(lines, candidates)
		got := bank.Propose(
			rapid.Permutation(slices.Clone(lines)).Draw(t, "lines again"),
			rapid.Permutation(slices.Clone(candidates)).Draw(t, "candidates again"),
		)
		require.Equal(t, want, got)
	})
}
