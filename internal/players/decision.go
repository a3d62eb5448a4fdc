package players

import (
	"bytes"
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// DecisionKind says what the organiser has decided of two persons.
type DecisionKind string

// The decisions.
const (
	Merged    DecisionKind = "merged"     // they are one person
	NotSame   DecisionKind = "not_same"   // they are two, however alike
	TakenBack DecisionKind = "taken_back" // an earlier decision does not count any more
)

// Decision is one act of the organiser over who is the same person (R5.8). Decisions are only ever
// added: what they say of persons follows from all of them, and taking one back loses nothing.
type Decision struct {
	ID     uuid.UUID
	Number int64 // its place among all decisions, from 1
	Kind   DecisionKind
	Keeps  uuid.UUID // merged: who he is from now on; not the same: one of the two
	Gives  uuid.UUID // merged: who was another record of him; not the same: the other
	Of     uuid.UUID // taken back: the decision
	At     time.Time // UTC
	By     string
	Reason string
}

// People says who is who after some decisions. A person's own record and id stay for good; a merge
// points one record to another, which is the person, until the merge is taken back.
type People struct {
	decisions map[uuid.UUID]Decision // in force
	merged    map[uuid.UUID]Decision // by who gave way
	records   map[uuid.UUID][]uuid.UUID
}

// Fold takes decisions in the order of their numbers. It fails, as an internal error, on some that
// the rules would not have let through: such a record is damaged.
func Fold(decisions []Decision) (People, error) {
	p := People{decisions: map[uuid.UUID]Decision{}, merged: map[uuid.UUID]Decision{}, records: map[uuid.UUID][]uuid.UUID{}}
	ordered := slices.SortedFunc(slices.Values(decisions), func(a, b Decision) int { return cmp.Compare(a.Number, b.Number) })
	for _, d := range ordered {
		if err := p.add(d); err != nil {
			return People{}, err
		}
	}
	for gives, d := range p.merged {
		p.records[d.Keeps] = append(p.records[d.Keeps], gives)
	}
	return p, nil
}

func (p *People) add(d Decision) error {
	switch d.Kind {
	case Merged:
		if p.isRecord(d.Keeps) || p.isRecord(d.Gives) || d.Keeps == d.Gives {
			return fault.New(fault.InternalError, "Decision %d merges what is no person of its own.", d.Number)
		}
		p.merged[d.Gives] = d
	case TakenBack:
		of, inForce := p.decisions[d.Of]
		if !inForce {
			return fault.New(fault.InternalError, "Decision %d takes back what is not in force.", d.Number)
		}
		delete(p.decisions, d.Of)
		if of.Kind == Merged {
			delete(p.merged, of.Gives)
		}
		return nil
	case NotSame:
	default:
		return fault.New(fault.InternalError, "Decision %d is of an unknown kind.", d.Number)
	}
	p.decisions[d.ID] = d
	return nil
}

func (p *People) isRecord(id uuid.UUID) bool { _, found := p.merged[id]; return found }

// CanonicalOf is the person that a record belongs to; without a merge it is one of its own.
func (p People) CanonicalOf(id uuid.UUID) uuid.UUID {
	for p.isRecord(id) {
		id = p.merged[id].Keeps
	}
	return id
}

// RecordsOf are all records of the person that a record belongs to, in order of id; his own is one
// of them.
func (p People) RecordsOf(id uuid.UUID) []uuid.UUID {
	records := []uuid.UUID{p.CanonicalOf(id)}
	for i := 0; i < len(records); i++ {
		records = append(records, p.records[records[i]]...)
	}
	slices.SortFunc(records, compareIDs)
	return records
}

// Same says whether two records belong to one person.
func (p People) Same(a, b uuid.UUID) bool { return p.CanonicalOf(a) == p.CanonicalOf(b) }

// NotSame is the decision that two persons are not the same, if there is one between any of their
// records. A merge goes over it, and when that is taken back it counts again.
func (p People) NotSame(a, b uuid.UUID) (Decision, bool) {
	var found []Decision
	for _, d := range p.decisions {
		between := p.Same(d.Keeps, a) && p.Same(d.Gives, b) || p.Same(d.Keeps, b) && p.Same(d.Gives, a)
		if d.Kind == NotSame && between {
			found = append(found, d)
		}
	}
	if len(found) == 0 {
		return Decision{}, false
	}
	return slices.MaxFunc(found, func(a, b Decision) int { return cmp.Compare(a.Number, b.Number) }), true
}

// InForce are the decisions over the records of a person that count, in order.
func (p People) InForce(id uuid.UUID) []Decision {
	var his []Decision
	records := p.RecordsOf(id)
	for _, d := range p.decisions {
		if slices.Contains(records, d.Keeps) || slices.Contains(records, d.Gives) {
			his = append(his, d)
		}
	}
	slices.SortFunc(his, func(a, b Decision) int { return cmp.Compare(a.Number, b.Number) })
	return his
}

func compareIDs(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
