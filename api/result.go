package api

import "encoding/json"

// ResultAnswer is the answer to a result: the game as it is now, or for a
// preview what would follow. One of the two is set.
type ResultAnswer struct {
	Game    *Game
	Preview *Preview
}

// MarshalJSON writes the one that is set.
func (a ResultAnswer) MarshalJSON() ([]byte, error) {
	if a.Preview != nil {
		return json.Marshal(a.Preview)
	}
	return json.Marshal(a.Game)
}

// UnmarshalJSON tells them apart by the standings, which only a preview has.
func (a *ResultAnswer) UnmarshalJSON(raw []byte) error {
	var probe struct {
		Standings json.RawMessage `json:"standings"`
	}
	if err := json.Unmarshal(raw, &probe); err != nil {
		return err
	}
	if probe.Standings != nil {
		a.Preview = new(Preview)
		return json.Unmarshal(raw, a.Preview)
	}
	a.Game = new(Game)
	return json.Unmarshal(raw, a.Game)
}
