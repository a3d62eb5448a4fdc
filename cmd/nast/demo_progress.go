package main

import (
	"sync"

	"github.com/schollz/progressbar/v3"

	"github.com/nast-tour/nast/cmd/nast/internal/demo"
	"github.com/nast-tour/nast/cmd/nast/internal/display"
)

// demoProgress shows how far the demonstration is: a bar on a terminal, a line for each
// satellite elsewhere. Its methods may be called from several goroutines.
type demoProgress struct {
	app   *app
	total int

	mu   sync.Mutex
	done int
	bar  *progressbar.ProgressBar // nil where there is no terminal
}

func (a *app) demoProgress(satellites int) *demoProgress {
	p := &demoProgress{app: a, total: satellites}
	if a.terminal(a.err) && !a.quiet && !a.json {
		p.bar = progressbar.NewOptions(satellites*demo.StepsOfSatellite,
			progressbar.OptionSetWriter(a.err),
			progressbar.OptionSetDescription("Playing"),
			progressbar.OptionSetWidth(30),
			progressbar.OptionShowCount(),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

func (p *demoProgress) step() {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.bar.Add(1) // a bar that cannot be drawn is no reason to stop
}

func (p *demoProgress) reported(o demo.Outcome) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	decided := ""
	if o.Decided {
		decided = ", a tie decided"
	}
	if p.bar != nil {
		p.bar.Describe(display.Clean(o.Satellite.Name))
		return
	}
	p.app.say("%2d of %d  %s: %s, %s%s, due %s", p.done, p.total, display.Clean(o.Satellite.Name),
		counted(o.Report.Players, "player"), counted(len(o.Report.Qualifiers), "qualifier"), decided, amount(o.Report.Carryover.Due))
}

// end takes the bar away, so that what follows begins on a line of its own.
func (p *demoProgress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
