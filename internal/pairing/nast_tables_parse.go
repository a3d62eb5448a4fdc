package pairing

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/fault"
)

const (
	minTable = 6 // four players have a rule of their own (R3.2)

	maxVersion = 64 // characters of a version

	// maxFaults is how many faults of an uploaded table are listed.
	maxFaults = 20
)

// ParseTables reads tables of a tour's own (R3.1): a JSON object that gives for each size
// the rounds, for each round its pairs of seeds: {"6": [[[1, 6], [2, 5], [3, 4]], ...]}.
// A member "version" may name them, in up to 64 characters; otherwise they are named by
// their content.
//
// Sizes are even, from 6 to 48; in every round each seed stands once; no pair meets twice.
// What is wrong is refused with fault.InvalidRequest, a field for each fault pointing at
// size, round and pair (/6/0/2 is the third pair of the first round); what is no JSON of
// this form with fault.MalformedJSON. Whether the rounds suffice is for Covers.
func ParseTables(data []byte) (Tables, error) {
	sum := sha256.Sum256(data)
	t := Tables{
		Version: "sha256-" + hex.EncodeToString(sum[:8]),
		name:    "The tour's own table",
		sizes:   make(map[int][]presetRound),
	}
	var faults refusal
	err := eachMember(data, func(key string, value json.RawMessage) error {
		if key == "version" {
			return faults.version(value, &t.Version)
		}
		var rounds [][][]int
		if err := json.Unmarshal(value, &rounds); err != nil {
			return fmt.Errorf("size %s: %w", key, err)
		}
		size, ok := faults.size(key)
		if _, twice := t.sizes[size]; ok && twice {
			faults.add("/"+key, "duplicate", "Size %s stands twice.", key)
		} else if ok {
			t.sizes[size] = faults.rounds(size, rounds)
		}
		return nil
	})
	if err != nil {
		return Tables{}, fault.Wrap(err, fault.MalformedJSON,
			`Preset tables are a JSON object {"6": [[[1, 6], [2, 5], [3, 4]], ...]}: size, rounds, pairs of seeds.`)
	}
	if len(t.sizes) == 0 && len(faults.fields) == 0 {
		faults.add("", "required", "The tables have no size at all.")
	}
	if err := faults.err("The preset tables are not right."); err != nil {
		return Tables{}, err
	}
	return t, nil
}

// eachMember goes through the members of a JSON object in order. Unlike decoding into a
// map it shows a name that stands twice.
func eachMember(data []byte, each func(key string, value json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	open, err := dec.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('{') {
		return fmt.Errorf("an object is needed, not %v", open)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		if err := each(key.(string), value); err != nil { // a member's name is a string
			return err
		}
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("something follows the object")
	}
	return nil
}

// MarshalJSON writes the tables in the form that ParseTables reads, smallest size first.
func (t Tables) MarshalJSON() ([]byte, error) {
	version, err := json.Marshal(t.Version)
	if err != nil {
		return nil, err
	}
	out := append([]byte(`{"version":`), version...)
	sizes := make([]int, 0, len(t.sizes))
	for size := range t.sizes {
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	for _, size := range sizes {
		rounds, err := json.Marshal(t.sizes[size])
		if err != nil {
			return nil, err
		}
		out = append(out, `,"`+strconv.Itoa(size)+`":`...)
		out = append(out, rounds...)
	}
	return append(out, '}'), nil
}

// refusal gathers what is wrong with tables.
type refusal struct{ fields []fault.Field }

func (r *refusal) add(pointer, code, format string, args ...any) {
	if len(r.fields) < maxFaults {
		r.fields = append(r.fields, fault.Field{Pointer: pointer, Code: code, Detail: fmt.Sprintf(format, args...)})
	}
}

// err is nil where nothing was added.
func (r *refusal) err(format string, args ...any) error {
	if len(r.fields) == 0 {
		return nil
	}
	e := fault.New(fault.InvalidRequest, format, args...)
	e.Fields = r.fields
	return e
}

// version reads the name of the tables; an empty one leaves them named by their content.
func (r *refusal) version(value json.RawMessage, into *string) error {
	var name string
	if err := json.Unmarshal(value, &name); err != nil {
		return fmt.Errorf("version: %w", err)
	}
	if utf8.RuneCountInString(name) > maxVersion {
		r.add("/version", "too_long", "A version has at most %d characters.", maxVersion)
	} else if name != "" {
		*into = name
	}
	return nil
}

// size reads the size of a table from its name.
func (r *refusal) size(key string) (size int, ok bool) {
	size, err := strconv.Atoi(key)
	if err != nil || strconv.Itoa(size) != key || size%2 != 0 || size < minTable || size > maxGroup {
		pointer := "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
		r.add(pointer, "out_of_range", "A size is an even number from %d to %d, not %q.", minTable, maxGroup, key)
		return 0, false
	}
	return size, true
}

// rounds checks the rounds of one size and gives them as they stand.
func (r *refusal) rounds(size int, rounds [][][]int) []presetRound {
	checked := make([]presetRound, 0, len(rounds))
	met := make(map[[2]int]int) // the round in which a pair meets
	for i, pairs := range rounds {
		seen := make(map[int]bool, size)
		var list presetRound
		for k, p := range pairs {
			at := fmt.Sprintf("/%d/%d/%d", size, i, k)
			where := fmt.Sprintf("Size %d, round %d, pair %d", size, i+1, k+1)
			if !r.pair(at, where, size, p, seen) {
				continue
			}
			pair := [2]int{min(p[0], p[1]), max(p[0], p[1])}
			if before := met[pair]; before > 0 {
				r.add(at, "repeat", "%s: %d and %d have met in round %d.", where, p[0], p[1], before)
			}
			met[pair] = i + 1
			list = append(list, [2]int{p[0], p[1]})
		}
		for seed := 1; seed <= size; seed++ {
			if !seen[seed] {
				r.add(fmt.Sprintf("/%d/%d", size, i), "missing", "Size %d, round %d: seed %d is missing.", size, i+1, seed)
			}
		}
		checked = append(checked, list)
	}
	return checked
}

// pair checks one pair and marks its seeds as seen.
func (r *refusal) pair(at, where string, size int, p []int, seen map[int]bool) bool {
	if len(p) != 2 {
		r.add(at, "not_a_pair", "%s: a pair is two seeds, not %d.", where, len(p))
		return false
	}
	for _, seed := range p {
		switch {
		case seed < 1 || seed > size:
			r.add(at, "out_of_range", "%s: %d is not a seed from 1 to %d.", where, seed, size)
			return false
		case seen[seed]:
			r.add(at, "duplicate", "%s: seed %d stands twice in this round.", where, seed)
			return false
		}
		seen[seed] = true
	}
	return true
}
