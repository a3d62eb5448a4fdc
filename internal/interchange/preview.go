package interchange

import (
	"time"

	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
	"github.com/nast-tour/nast/internal/tour"
)

// SubmissionPreview is what is known before the results of a satellite are sent to
// the association.
type SubmissionPreview struct {
	Objections    []Objection
	Notes         []Note     // how the file changes names, and what it leaves out
	InTimeThrough civil.Date // the last day in time, by the calendar of the venue (R6.8)
	Late          bool       // it is later than that now
	Fee           money.Money
}

// PreviewSubmission looks at a satellite before its results are sent: what stands
// in the way, what the file will say otherwise, and what being late costs at an
// instant by the rules of its tour (R6.8).
func PreviewSubmission(s *satellite.Satellite, rules tour.Rules, now time.Time) SubmissionPreview {
	e, _ := OfSatellite(s)
	over := s.Status == satellite.Finished || s.Status == satellite.Reported
	late, today := rules.LateReports(s.EntryFee.Currency), civil.Of(now.In(s.Location()))
	p := SubmissionPreview{
		Objections:    Submission{Event: e, Over: over, Rounds: s.RoundCount}.Check(),
		InTimeThrough: late.InTimeThrough(s.EndsOn),
	}
	if s.Chess {
		p.Objections = []Objection{{Code: "not_of_format", Detail: "A section of chess is not sent to this association; export it as trf or swisssys for the federation."}}
	}
	_, p.Notes = WriteNASPA(e)
	p.Late = late.DaysLate(s.EndsOn, today) > 0
	p.Fee = late.Fee(s.EndsOn, today, len(s.Field()))
	return p
}
