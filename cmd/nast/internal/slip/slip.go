// Package slip reads the short lines in which a scorer types results: "5 412 388" for table 5,
// the first player's score and the second's. It decides nothing about the result itself; odd
// scores are the service's to warn about (R4.1).
package slip

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/nast-tour/nast/api"
)

// Kind says what a line asks for.
type Kind int

// What a line can be.
const (
	Result  Kind = iota // a result at a table
	Done                // an empty line, "done" or "quit"
	Missing             // "?": which tables are missing
	Undo                // "undo": clear the last one
	Swap                // "swap": exchange the scores of the last one
	Help                // "help": how lines are written
)

// Line is a line that was understood. Table and Result are set for the kind Result only.
type Line struct {
	Kind   Kind
	Table  int
	Result api.Result
}

// Usage says how lines are written.
const Usage = `  5 412 388       table 5: first player 412, second player 388
  5 412-388       the same
  5 1-0           chess: white has won (0-1: black, 1/2 or =: a draw)
  5 f1            table 5: the first player forfeits (f2: the second, ff: both)
  5 412 388 p2=10 a penalty of 10 points for the second player (p1=10: the first)
  ?               which tables are missing
  swap            exchange the two scores of the last one
  undo            take the last one back
  done            end (an empty line, too)`

var (
	pair    = regexp.MustCompile(`^(-?\d+)[-:](-?\d+)$`)
	penalty = regexp.MustCompile(`^[pP]([12])=(\d+)$`)
)

var forfeits = map[string]api.ForfeitSide{
	"f1": api.ForfeitSideFirst, "f2": api.ForfeitSideSecond, "ff": api.ForfeitSideBoth,
}

// outcomes are the results of chess as they are written.
var outcomes = map[string]api.Outcome{
	"1-0": api.OutcomeFirst, "0-1": api.OutcomeSecond,
	"=": api.OutcomeDraw, "1/2": api.OutcomeDraw, "½": api.OutcomeDraw, "1/2-1/2": api.OutcomeDraw, "½-½": api.OutcomeDraw,
}

// ParseOutcome reads the result of a game of chess: 1-0, 0-1, 1/2 or =.
func ParseOutcome(text string) (api.Outcome, bool) {
	outcome, ok := outcomes[strings.TrimSpace(text)]
	return outcome, ok
}

// Parse reads a line. The error is a sentence for the scorer.
func Parse(line string) (Line, error) {
	words := strings.Fields(strings.ToLower(line))
	if len(words) == 0 {
		return Line{Kind: Done}, nil
	}
	if len(words) == 1 {
		switch words[0] {
		case "done", "quit", "exit", "end":
			return Line{Kind: Done}, nil
		case "?", "missing":
			return Line{Kind: Missing}, nil
		case "undo", "u":
			return Line{Kind: Undo}, nil
		case "swap", "x":
			return Line{Kind: Swap}, nil
		case "help", "h":
			return Line{Kind: Help}, nil
		}
	}
	table, err := strconv.Atoi(strings.TrimSuffix(words[0], ":"))
	if err != nil || table < 1 {
		return Line{}, fmt.Errorf("%q is not the number of a table; write the table, then the two scores: 5 412 388", words[0])
	}
	result, err := parseResult(words[1:])
	return Line{Kind: Result, Table: table, Result: result}, err
}

// ParseScore reads two scores as "412-388", the first player's first.
func ParseScore(text string) (first, second int, err error) {
	m := pair.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, 0, fmt.Errorf("%q is not two scores; write them as 412-388", text)
	}
	if first, err = parseScore(m[1]); err != nil {
		return 0, 0, err
	}
	second, err = parseScore(m[2])
	return first, second, err
}

func parseResult(words []string) (api.Result, error) {
	var result api.Result
	var scores []string
	for _, word := range words {
		if side, ok := forfeits[word]; ok && result.Forfeit == nil {
			result.Forfeit = &side
		} else if outcome, ok := outcomes[word]; ok && result.Outcome == nil {
			result.Outcome = &outcome
		} else if m := penalty.FindStringSubmatch(word); m != nil {
			points, err := strconv.Atoi(m[2])
			if err != nil {
				return result, fmt.Errorf("%q is not a penalty", word)
			}
			if m[1] == "1" {
				result.FirstPenalty = &points
			} else {
				result.SecondPenalty = &points
			}
		} else if m := pair.FindStringSubmatch(word); m != nil {
			scores = append(scores, m[1], m[2])
		} else {
			scores = append(scores, word)
		}
	}
	switch {
	case result.Outcome != nil && (result.Forfeit != nil || len(scores) > 0):
		return result, fmt.Errorf("a game of chess has one result; write only: 5 1-0")
	case result.Outcome != nil:
		return result, nil
	case result.Forfeit != nil && len(scores) > 0:
		return result, fmt.Errorf("a forfeit has no scores; write only: 5 f1")
	case result.Forfeit != nil:
		return result, nil
	case len(scores) != 2:
		return result, fmt.Errorf("two scores are needed, the first player's and the second's: 5 412 388")
	}
	first, err := parseScore(scores[0])
	if err != nil {
		return result, err
	}
	second, err := parseScore(scores[1])
	result.FirstScore, result.SecondScore = &first, &second
	return result, err
}

// parseScore reads a whole score. Its bounds are the service's.
func parseScore(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a score", text)
	}
	return n, nil
}
