package tour

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/money"
)

// Bounds of what an upload can hold; real tables have a few dozen rows.
const (
	maxPrizeRows = 200
	maxPlaces    = 200
	maxRangeTop  = 10_000
)

// ParsePrizeTable reads a table that the organiser uploads (R5.2) and checks it: the ranges begin
// at 1 player and follow one another without gap or overlap, only the last may be open-ended, at
// least one player qualifies, and the shares of each row sum to exactly 100.00; or nobody qualifies
// and the list of shares is empty, where trophies are won. A table without
// rows that is marked unofficial is the built-in default. The error is malformed JSON, an unknown
// field, or an invalid request with a pointer for everything wrong.
func ParsePrizeTable(raw []byte) (PrizeTable, error) {
	var upload struct {
		Name       string            `json:"name"`
		Unofficial bool              `json:"unofficial"`
		Rows       []json.RawMessage `json:"rows"`
	}
	if err := decodeStrictly(raw, "", &upload); err != nil {
		return PrizeTable{}, err
	}
	if len(upload.Rows) == 0 && upload.Unofficial {
		return DefaultPrizes(), nil
	}
	table := PrizeTable{Name: strings.TrimSpace(upload.Name), Unofficial: upload.Unofficial}
	var bad findings
	bad.checkName(table.Name)
	bad.add(len(upload.Rows) == 0, "/rows", "required", "A prize table needs at least one row.")
	bad.add(len(upload.Rows) > maxPrizeRows, "/rows", "too_long", "A prize table has at most %d rows.", maxPrizeRows)
	for i, rawRow := range upload.Rows[:min(len(upload.Rows), maxPrizeRows)] {
		at := fmt.Sprintf("/rows/%d", i)
		row, err := bad.parseRow(rawRow, at)
		if err != nil {
			return PrizeTable{}, err
		}
		table.Rows = append(table.Rows, row)
	}
	bad.checkRanges(table.Rows)
	if err := bad.fault("The prize table is not valid."); err != nil {
		return PrizeTable{}, err
	}
	return table, nil
}

// parseRow reads one row and checks what can be seen in it alone. The error is of a row that is
// not of the right shape.
func (f *findings) parseRow(raw []byte, at string) (PrizeRow, error) {
	var upload struct {
		FromPlayers int               `json:"from_players"`
		ToPlayers   int               `json:"to_players"`
		Qualifiers  int               `json:"qualifiers"`
		Shares      []json.RawMessage `json:"shares"`
	}
	if err := decodeStrictly(raw, at, &upload); err != nil {
		return PrizeRow{}, err
	}
	if upload.Qualifiers == 0 && upload.Shares != nil && len(upload.Shares) == 0 {
		return PrizeRow{FromPlayers: upload.FromPlayers, ToPlayers: upload.ToPlayers, Shares: []money.Percent{}}, nil // trophies
	}
	row := PrizeRow{
		FromPlayers: upload.FromPlayers, ToPlayers: upload.ToPlayers,
		Qualifiers: upload.Qualifiers, Shares: f.parseShares(upload.Shares, at),
	}
	f.add(row.Qualifiers < 1, at+"/qualifiers", "out_of_range", "At least one player qualifies.")
	f.add(row.Qualifiers > max(1, row.largest()), at+"/qualifiers", "out_of_range",
		"%d qualifiers are more than the %d players of the range.", row.Qualifiers, row.largest())
	return row, nil
}

// largest is the largest field of the row, as far as an upload can say.
func (r PrizeRow) largest() int {
	if r.ToPlayers == 0 {
		return maxRangeTop
	}
	return r.ToPlayers
}

// checkRanges finds gaps, overlaps and ends that are missing. After a bad end the next beginning
// is not judged: it would only say the same again.
func (f *findings) checkRanges(rows []PrizeRow) {
	begin, known := 1, true
	for i, row := range rows {
		at := fmt.Sprintf("/rows/%d", i)
		f.add(known && row.FromPlayers != begin, at+"/from_players", "out_of_range",
			"The range begins at %d players; after the one before it should begin at %d.", row.FromPlayers, begin)
		missing := row.ToPlayers == 0 && i < len(rows)-1
		f.add(missing, at+"/to_players", "required", "Only the last range may be without an end.")
		wrong := row.ToPlayers != 0 && (row.ToPlayers < row.FromPlayers || row.ToPlayers > maxRangeTop)
		f.add(wrong, at+"/to_players", "out_of_range",
			"The range ends at %d players; it should end between %d and %d.", row.ToPlayers, row.FromPlayers, maxRangeTop)
		begin, known = row.ToPlayers+1, !missing && !wrong
	}
}

func (f *findings) parseShares(raw []json.RawMessage, at string) []money.Percent {
	f.add(len(raw) == 0, at+"/shares", "required", "The shares of the places are needed.")
	f.add(len(raw) > maxPlaces, at+"/shares", "too_long", "At most %d places are paid.", maxPlaces)
	var shares []money.Percent
	var sum money.Percent
	readable := len(raw) > 0 && len(raw) <= maxPlaces
	for i, text := range raw[:min(len(raw), maxPlaces)] {
		share, ok := parseShare(text)
		f.add(!ok, fmt.Sprintf("%s/shares/%d", at, i), "invalid_format",
			`A share is a percentage above 0 and up to 100.00, as "50.00".`)
		readable = readable && ok
		shares = append(shares, share)
		sum += share
	}
	f.add(readable && sum != money.Whole, at+"/shares", "out_of_range", "The shares sum to %s, not to 100.00.", sum)
	return shares
}

func parseShare(raw json.RawMessage) (money.Percent, bool) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return 0, false
	}
	share, err := money.ParsePercent(text)
	return share, err == nil && share > 0
}

// decodeStrictly reads one JSON value without unknown fields. Where a value is of the wrong type,
// the error points to it below the pointer given.
func decodeStrictly(raw []byte, at string, into any) error {
	if !utf8.Valid(raw) {
		return fault.New(fault.MalformedJSON, "The body is not UTF-8.")
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, trailing := decoder.Token(); errors.Is(trailing, io.EOF) {
			return nil
		}
		return fault.New(fault.MalformedJSON, "Something follows the prize table.")
	}
	if wrongType, found := errors.AsType[*json.UnmarshalTypeError](err); found {
		pointer := at
		if wrongType.Field != "" {
			pointer += "/" + wrongType.Field
		}
		return fault.AtField(pointer, "invalid_type", "A JSON %s does not belong here.", wrongType.Value)
	}
	// The library has no type for this error; its text is the only sign.
	if name, found := strings.CutPrefix(err.Error(), "json: unknown field "); found {
		name = strings.Trim(name, `"`)
		return fault.New(fault.UnknownField, "The field %q does not exist.", name).
			WithField(at+"/"+name, "unknown_field", "This field does not exist.")
	}
	return fault.Wrap(err, fault.MalformedJSON, "The prize table cannot be read as JSON.")
}
