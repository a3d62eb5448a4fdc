package console_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/satellite"
)

// In chess a player says how he did; there are no scores to type.
func TestAPlayerOfChessSaysHowHeDid(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.now.Chess = true
	page := b.page("/r/" + annsCode)
	require.Contains(t, page, "You have white.")
	require.Contains(t, page, `value="drawn">A draw</button>`)
	require.NotContains(t, page, field)
	require.Contains(t, b.page("/r/"+zoesCode), "You have black.")

	require.Equal(t, http.StatusBadRequest, b.ask("/r/"+annsCode, scores("400", "300")).Code)
	require.Equal(t, http.StatusBadRequest, b.ask("/r/"+annsCode, url.Values{"outcome": {"first"}}).Code)
	require.Nil(t, b.now.Games[0].Claims)
	require.Equal(t, http.StatusSeeOther, b.ask("/r/"+annsCode, url.Values{"outcome": {"won"}}).Code)
	asked := b.page("/r/" + zoesCode)
	require.Contains(t, asked, "You lost.")
	require.Contains(t, asked, `<input type="hidden" name="outcome" value="lost">`)
	require.Equal(t, http.StatusSeeOther, b.ask("/r/"+zoesCode, url.Values{"outcome": {"lost"}}).Code)
	require.Equal(t, satellite.Score{First: 2}, *b.now.Games[0].Score)
	require.Contains(t, b.page("/r/"+annsCode), "You won.")
}
