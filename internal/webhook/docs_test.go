package webhook

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// shapes is what the data of each type is written from.
func shapes() map[Type]any {
	all := map[Type]any{
		Ping: &struct{}{}, StandingsChanged: &standingsData{}, SeatRuled: &rulingData{}, ListChanged: &listData{},
		AnswerRecorded: &replyData{}, AnswerTakenBack: &replyData{},
	}
	for family, shape := range map[string]func() any{
		"satellite": func() any { return &statusData{} }, "entrant": func() any { return &entrantsData{} },
		"round": func() any { return &roundsData{} }, "result": func() any { return &resultsData{} },
		"due": func() any { return &dueData{} }, "payment": func() any { return &paymentData{} },
		"buy_in": func() any { return &buyInData{} }, "player": func() any { return &personData{} },
	} {
		for _, t := range Types() {
			if t.Family() == family {
				all[t] = shape()
			}
		}
	}
	return all
}

var documented = regexp.MustCompile("(?s)\n### `([a-z_.]+)`\n(.*?)```json\n(.*?)```")

// The page for those who write receivers has every type, and the data of each as it is written.
func TestThePageOfEventsHasEveryTypeAsItIs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/events.md")
	require.NoError(t, err)
	known := shapes()
	var listed []Type
	for _, m := range documented.FindAllStringSubmatch(string(page), -1) {
		is := Type(m[1])
		listed = append(listed, is)
		require.Contains(t, known, is)
		dec := json.NewDecoder(bytes.NewReader([]byte(m[3])))
		dec.DisallowUnknownFields()
		require.NoError(t, dec.Decode(known[is]), "%s", is)
		again, err := json.Marshal(known[is])
		require.NoError(t, err)
		require.JSONEq(t, m[3], string(again), "the page leaves something out of %s", is)
	}
	require.Equal(t, append([]Type{Ping}, Types()...), listed, "the page and the code list the same, in the same order")
	for is := range known {
		require.Contains(t, listed, is)
	}
}

func TestTheWholeBodyOnThePageIsAsItIsSent(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/events.md")
	require.NoError(t, err)
	example := regexp.MustCompile("(?s)A whole body.*?```json\n(.*?)```").FindSubmatch(page)
	require.NotNil(t, example)
	var read envelope
	dec := json.NewDecoder(bytes.NewReader(example[1]))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&read))
	again, err := json.Marshal(read)
	require.NoError(t, err)
	require.JSONEq(t, string(example[1]), string(again))
}
