package qualifiers_test

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/qualifiers"
	"github.com/nast-tour/nast/internal/tour"
)

// plainSeats computes the seats of a whole tour once more, straight from the rules and without
// anything of the package but its records: a diary of what happens on which day, played from its
// first page. Standings are without ties. It gives each satellite's claims in short (inShort).
func plainSeats(rules tour.Rules, m *memory) map[uuid.UUID][]string {
	p := plain{rules: rules, lines: map[uuid.UUID]qualifiers.Line{}, has: map[uuid.UUID]map[uuid.UUID]string{}, answer: map[uuid.UUID]qualifiers.Reply{}}
	for id := range m.lines {
		p.lines[id], _ = m.line(id)
		p.has[id] = map[uuid.UUID]string{}
	}
	for _, r := range m.replies {
		r.PlayerID = m.person(r.PlayerID)
		if was, found := p.answer[r.PlayerID]; r.TakenBackAt.IsZero() && (!found || r.At.After(was.At)) {
			p.answer[r.PlayerID] = r
		}
	}
	all := []uuid.UUID{}
	for id := range m.lines {
		all = append(all, id)
	}
	p.rulings, _ = m.Rulings(context.Background(), all)
	p.play()
	return p.inShort()
}

type plain struct {
	rules   tour.Rules
	lines   map[uuid.UUID]qualifiers.Line
	answer  map[uuid.UUID]qualifiers.Reply
	rulings []qualifiers.Ruling
	has     map[uuid.UUID]map[uuid.UUID]string // satellite, player: what he has of it
	refused map[uuid.UUID]bool                 // who has declined by now
	free    map[uuid.UUID]int                  // seats of a satellite for which there was nobody
}

// play opens the diary. A page is a day, satellites before answers; the lines sort as text.
func (p *plain) play() {
	var diary []string
	for id, l := range p.lines {
		diary = append(diary, fmt.Sprintf("%s 0 %s", l.EndsOn, id))
	}
	for player, r := range p.answer {
		if r.Answer == qualifiers.Declined {
			diary = append(diary, fmt.Sprintf("%s 1 %020d %s", r.Day, r.At.UnixMicro(), player))
		}
	}
	sort.Strings(diary)
	p.refused, p.free = map[uuid.UUID]bool{}, map[uuid.UUID]int{}
	for _, note := range diary {
		words := strings.Fields(note)
		who := uuid.MustParse(words[len(words)-1])
		if words[1] == "0" {
			p.playSatellite(p.lines[who])
			continue
		}
		p.refused[who] = true
		for _, l := range p.inOrder() {
			if what := p.has[l.SatelliteID][who]; what != "" {
				p.decline(l, who)
			}
		}
	}
	for _, l := range p.inOrder() {
		p.promise(l)
	}
}

func (p *plain) inOrder() []qualifiers.Line {
	var lines []qualifiers.Line
	for _, l := range p.lines {
		lines = append(lines, l)
	}
	sort.Slice(lines, func(i, j int) bool {
		return lines[i].EndsOn.String()+lines[i].SatelliteID.String() < lines[j].EndsOn.String()+lines[j].SatelliteID.String()
	})
	return lines
}

// qualifiedBefore says whether somebody has a seat somewhere already, and whether that matters.
func (p *plain) qualifiedBefore(player uuid.UUID) bool {
	if p.rules.RepeatQualifier == tour.KeepsOneSeat {
		return false
	}
	for _, seats := range p.has {
		if seats[player] != "" {
			return true
		}
	}
	return false
}

func (p *plain) playSatellite(l qualifiers.Line) {
	var cut []uuid.UUID
	for _, s := range l.Standing {
		if s.Eligible && !p.qualifiedBefore(s.PlayerID) && len(cut) < l.Seats {
			cut = append(cut, s.PlayerID)
		}
	}
	free := l.Seats - len(cut)
	for _, s := range l.Standing { // the organiser's rulings
		v := p.verdict(l, s.PlayerID)
		if (v != qualifiers.KeepsSeat && v != qualifiers.BothSeated) || slices.Contains(cut, s.PlayerID) || p.qualifiedBefore(s.PlayerID) {
			continue
		}
		p.has[l.SatelliteID][s.PlayerID] = "has"
		switch {
		case v == qualifiers.BothSeated:
		case free > 0:
			free--
		case len(cut) > 0:
			cut = cut[:len(cut)-1]
		}
	}
	p.free[l.SatelliteID] = free
	eligible := 0
	for _, s := range l.Standing {
		if s.Eligible {
			eligible++
		}
		if !slices.Contains(cut, s.PlayerID) {
			continue
		}
		p.has[l.SatelliteID][s.PlayerID] = "has"
		if eligible > l.Seats {
			p.has[l.SatelliteID][s.PlayerID] = "called"
		}
	}
	for _, s := range l.Standing {
		if p.refused[s.PlayerID] && p.has[l.SatelliteID][s.PlayerID] != "" {
			p.decline(l, s.PlayerID)
		}
	}
}

func (p *plain) decline(l qualifiers.Line, player uuid.UUID) {
	seats := p.has[l.SatelliteID]
	if strings.Contains(seats[player], "given_up") {
		return
	}
	seats[player] += " given_up"
	if p.rules.DeclinedSeat == tour.Lapses {
		return
	}
	for _, s := range l.Standing {
		if s.Eligible && seats[s.PlayerID] == "" && !p.refused[s.PlayerID] && !p.qualifiedBefore(s.PlayerID) {
			seats[s.PlayerID] = "called"
			return
		}
	}
	p.free[l.SatelliteID]++
}

func (p *plain) verdict(l qualifiers.Line, player uuid.UUID) (last qualifiers.Verdict) {
	for _, r := range p.rulings {
		if r.SatelliteID == l.SatelliteID && r.PlayerID == player && r.TakenBackAt.IsZero() {
			last = r.Verdict
		}
	}
	return last
}

func (p *plain) promised(l qualifiers.Line, player uuid.UUID) bool {
	r := p.answer[player]
	return r.Answer == qualifiers.Accepted && slices.Contains(r.Satellites, l.SatelliteID)
}

// promise keeps what was accepted, from the top of the line, at the cost of the last who has not.
func (p *plain) promise(l qualifiers.Line) {
	seats := p.has[l.SatelliteID]
	for _, s := range l.Standing {
		anywhere := false
		for _, other := range p.has {
			what := other[s.PlayerID]
			anywhere = anywhere || (what != "" && what != "pending")
		}
		if !p.promised(l, s.PlayerID) || anywhere || p.verdict(l, s.PlayerID) == qualifiers.GivesWay {
			continue
		}
		seats[s.PlayerID] = "pending"
		if p.free[l.SatelliteID]--; p.free[l.SatelliteID] >= 0 {
			continue
		}
		for _, last := range slices.Backward(l.Standing) {
			what := seats[last.PlayerID]
			if (what == "has" || what == "called") && !p.promised(l, last.PlayerID) {
				seats[last.PlayerID] += " waiting"
				break
			}
		}
	}
}

func (p *plain) inShort() map[uuid.UUID][]string {
	short := map[uuid.UUID][]string{}
	for id, l := range p.lines {
		for _, s := range l.Standing {
			if what := p.has[id][s.PlayerID]; what != "" {
				number := fmt.Sprint(int(s.PlayerID[14])<<8 + int(s.PlayerID[15]))
				text := strings.TrimSpace(strings.Replace(number+" "+what, " has", "", 1))
				short[id] = append(short[id], text)
			}
		}
	}
	return short
}
