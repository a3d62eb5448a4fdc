package main

import (
	"strconv"
	"time"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// showLog writes the acts of a satellite in the time of its venue.
func (a *app) showLog(s *api.Satellite, entries []api.LogEntry) error {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	table := display.NewTable(">No.", "When", "Who", "Act", ">Changes", "Reason")
	for _, e := range entries {
		table.Row(strconv.FormatInt(e.Seq, 10), e.At.In(zone).Format("2006-01-02 15:04:05"),
			e.Actor.Name+" ("+string(e.Actor.Role)+")", words(e.Act), strconv.Itoa(len(e.Changes)), text(e.Reason))
	}
	return table.Write(a.out)
}
