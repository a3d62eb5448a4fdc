package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

func (a *app) tourPrizesCommand() *cobra.Command {
	return group("prizes", "The prize table of a tour",
		`The prize table says for each size of the field how many qualify and how the prize fund is shared.`,
		&cobra.Command{
			Use:   "show [TOUR]",
			Short: "Show the prize table",
			Long: `Shows the prize table in force. The built-in one is marked unofficial: it stands in until the
organiser has uploaded the real table.`,
			Example: `  nast tour prizes show nast-2`,
			Args:    between(0, 1, "the slug of a tour"),
			RunE: func(c *cobra.Command, args []string) error {
				service, tour, err := a.serviceAndTour(c, args)
				if err != nil {
					return err
				}
				table, err := client.OK(service.GetPrizeTableWithResponse(c.Context(), tour.Slug))
				if err != nil {
					return err
				}
				return a.showPrizes(table)
			},
		},
		&cobra.Command{
			Use:   "upload TOUR FILE",
			Short: "Upload the tour's own prize table (organiser)",
			Long: `Uploads a prize table from a JSON file; "-" reads standard input. The shares of a row are
percentages of the prize fund, first place first, 100.00 in all; the last row leaves out
to_players where it is for all larger fields:

  {"name": "Official 2026", "rows": [
    {"from_players": 4, "to_players": 10, "qualifiers": 1, "shares": ["100.00"]},
    {"from_players": 11, "qualifiers": 2, "shares": ["60.00", "40.00"]}]}

{"name": "Default", "unofficial": true} puts the built-in table back.`,
			Example: `  nast tour prizes upload nast-2 prizes.json`,
			Args:    exactly(2, "the slug of a tour and a file"),
			RunE: func(c *cobra.Command, args []string) error {
				var upload api.PrizeTableUpload
				if err := a.readJSON(args[1], &upload); err != nil {
					return err
				}
				service, tour, err := a.serviceAndTour(c, args[:1])
				if err != nil {
					return err
				}
				table, err := client.OK(service.PutPrizeTableWithResponse(c.Context(), tour.Slug, upload))
				if err != nil {
					return err
				}
				return a.showPrizes(table)
			},
		})
}

func (a *app) showPrizes(t *api.PrizeTable) error {
	if a.json {
		return a.printJSON(t)
	}
	a.say("%s", display.Clean(tableName(t.Name, t.Unofficial)))
	table := display.NewTable(">Players", ">Qualifiers", ">Places paid", "Shares in percent")
	for _, row := range t.Rows {
		size := strconv.Itoa(row.FromPlayers)
		switch {
		case row.ToPlayers == nil:
			size += " and more"
		case *row.ToPlayers != row.FromPlayers:
			size += "-" + strconv.Itoa(*row.ToPlayers)
		}
		table.Row(size, strconv.Itoa(row.Qualifiers), strconv.Itoa(len(row.Shares)), strings.Join(row.Shares, " "))
	}
	return table.Write(a.out)
}

func (a *app) tourTablesCommand() *cobra.Command {
	var rounds int
	show := &cobra.Command{
		Use:     "show [TOUR]",
		Short:   "Show the preset pairing tables",
		Long:    `Shows the preset tables in force: for each size of a group and each round who meets whom, by seed.`,
		Example: `  nast tour tables show nast-2 --rounds 7`,
		Args:    between(0, 1, "the slug of a tour"),
		RunE: func(c *cobra.Command, args []string) error {
			service, tour, err := a.serviceAndTour(c, args)
			if err != nil {
				return err
			}
			params := &api.GetPairingTablesParams{Rounds: changed(c, "rounds", rounds)}
			tables, err := client.OK(service.GetPairingTablesWithResponse(c.Context(), tour.Slug, params))
			if err != nil {
				return err
			}
			return a.showPairingTables(tables)
		},
	}
	show.Flags().IntVar(&rounds, "rounds", 0, "rounds of the event (default the tour's)")
	upload := &cobra.Command{
		Use:   "upload TOUR FILE",
		Short: "Upload the tour's own preset tables (organiser)",
		Long: `Uploads preset tables from a JSON file; "-" reads standard input. For each even size there is
a list of rounds, each a list of pairs of seeds; "rounds" says for events of which length:

  {"name": "Revised 2026", "rounds": [5, 6], "tables": {"6": [[[1, 4], [2, 5], [3, 6]], ...], ...}}`,
		Example: `  nast tour tables upload nast-2 tables.json`,
		Args:    exactly(2, "the slug of a tour and a file"),
		RunE: func(c *cobra.Command, args []string) error {
			var body api.PairingTablesUpload
			if err := a.readJSON(args[1], &body); err != nil {
				return err
			}
			service, tour, err := a.serviceAndTour(c, args[:1])
			if err != nil {
				return err
			}
			tables, err := client.OK(service.PutPairingTablesWithResponse(c.Context(), tour.Slug, body))
			if err != nil {
				return err
			}
			return a.showPairingTables(tables)
		},
	}
	return group("tables", "The preset pairing tables of a tour",
		`Preset tables say who meets whom in the first rounds, by size of the group and seed.`, show, upload)
}

func (a *app) showPairingTables(t *api.PairingTables) error {
	if a.json {
		return a.printJSON(t)
	}
	a.say("Events of %s, version %s", counted(t.Rounds, "round"), display.Clean(t.Version))
	sizes := slices.SortedFunc(maps.Keys(t.Tables), func(x, y string) int {
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(x, y)
	})
	table := display.NewTable(">Size", ">Round", "Pairs of seeds")
	for _, size := range sizes {
		for i, pairs := range t.Tables[size] {
			var cells []string
			for _, pair := range pairs {
				cells = append(cells, strings.ReplaceAll(strings.Trim(fmt.Sprint(pair), "[]"), " ", "-"))
			}
			table.Row(size, strconv.Itoa(i+1), strings.Join(cells, " "))
		}
	}
	return table.Write(a.out)
}

// readFile reads a file, or standard input for "-".
func (a *app) readFile(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(a.in)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, usage("the file cannot be read: %v", err)
	}
	return text, nil
}

// readJSON reads a file of JSON into a value of the contract, refusing fields that it does not
// have.
func (a *app) readJSON(name string, into any) error {
	text, err := a.readFile(name)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return usage("%s does not hold what is needed: %v", name, err)
	}
	return nil
}
