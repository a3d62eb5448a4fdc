package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
)

func TestSatelliteIsFoundByIdPartAndName(t *testing.T) {
	t.Parallel()
	b := setup(t)
	spring := b.fake.addSatellite("Boise Spring", 0)
	b.fake.addSatellite("Boise Autumn", 0)
	b.fake.addSatellite("Montréal", 0)
	for _, name := range []string{spring.ID.String(), spring.ID.String()[28:], "spring", "BOISE SPRING", "boise  spring"} {
		require.Contains(t, b.must("satellite", "show", name), "Boise Spring", name)
	}
	require.Contains(t, b.must("satellite", "show", "montreal"), "Montréal")
	code, _, errs := b.nast("", "satellite", "show", "boise")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "Boise Spring")
	require.Contains(t, errs, "Boise Autumn")
}

func TestSatelliteUsedLastIsRemembered(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addSatellite("Boise Spring", 3)
	b.fake.addSatellite("Tucson", 3)
	b.must("satellite", "use", "tucson")
	require.Contains(t, b.must("satellite", "show"), "Tucson")
	require.Contains(t, b.must("entrant", "list", "-s", "boise"), "Boise Spring")
	require.Contains(t, b.must("standings"), "Boise Spring")
	content, err := os.ReadFile(b.env["NAST_CONFIG"])
	require.NoError(t, err)
	require.NotContains(t, string(content), organiserKey, "a key of the environment is not kept")
}

func TestSatelliteRegisterTakesTheCurrencyOfTheTour(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addTour("nast-2", "CAD")
	args := []string{
		"satellite", "register", "--name", "Trois-Rivières", "--venue", "Hall", "--city", "Trois-Rivières", "--country", "CA",
		"--date", "2026-03-14", "--time-zone", "America/Toronto", "--fee", "30.00",
	}
	out := b.must(append(args, "--sponsorship", "50 USD")...)
	require.Contains(t, out, "entry fee  30.00 CAD")
	var sent api.SatelliteCreate
	b.lastBody("POST /v1/satellites", &sent)
	require.Equal(t, "nast-2", sent.Tour)
	require.Equal(t, api.Fee{Amount: 5000, Currency: "USD"}, *sent.Sponsorship)
	require.Equal(t, "2026-03-14", sent.StartsOn.String())
	require.Contains(t, b.must("satellite", "show"), "Trois-Rivières", "it is the one to work on from now on")

	code, _, errs := b.nast("", append(args, "--time-zone", "EST5")...)
	require.Equal(t, exitUsage, code, errs)
}

// lastBody reads the body of the last request of a kind.
func (b *bundle) lastBody(request string, into any) {
	b.t.Helper()
	b.fake.mu.Lock()
	defer b.fake.mu.Unlock()
	for i := len(b.fake.log) - 1; i >= 0; i-- {
		if strings.HasPrefix(b.fake.log[i], request) {
			require.NoError(b.t, json.Unmarshal([]byte(b.fake.bodies[i]), into))
			return
		}
	}
	b.t.Fatalf("there was no request %s", request)
}

func TestActsSayTheStatus(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addSatellite("Boise", 4)
	require.Contains(t, b.must("satellite", "sanction", "boise"), "Boise is sanctioned.")
	require.Contains(t, b.must("satellite", "start"), "Boise is in play.")
	code, _, errs := b.nast("", "satellite", "cancel")
	require.Equal(t, exitUsage, code)
	require.Contains(t, errs, "--reason")
}

func TestJSONIsTheContractsOwn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.fake.addSatellite("Boise", 4)
	var list api.SatelliteList
	require.NoError(t, json.Unmarshal([]byte(b.must("--json", "satellite", "list")), &list))
	require.Len(t, list.Items, 1)
	var one api.Satellite
	require.NoError(t, json.Unmarshal([]byte(b.must("satellite", "start", "boise", "--json")), &one))
	require.Equal(t, api.InPlay, one.Status)
	var entrants api.EntrantList
	require.NoError(t, json.Unmarshal([]byte(b.must("entrant", "list", "--json")), &entrants))
	require.Len(t, entrants.Items, 4)
}
