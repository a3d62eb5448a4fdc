package satellite

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/standings"
)

// Claim is the result of a game as one of its players has sent it.
type Claim struct {
	By     Side `json:"by"`
	First  int  `json:"first"`
	Second int  `json:"second"`
}

// Score is what was sent as a score.
func (c Claim) Score() Score { return Score{First: c.First, Second: c.Second} }

// OwnResult is what a player sends: both scores, his own first, or in chess how he did.
type OwnResult struct {
	Own, Opponents *int
	Outcome        Outcome
}

// ownHalfPoints are the half points of how a player did in a game of chess.
var ownHalfPoints = map[Outcome]OwnScore{Won: {Own: 2}, Drawn: {Own: 1, Opponents: 1}, Lost: {Opponents: 2}}

// score is what was sent as a score; in chess in half points.
func (r OwnResult) score(chess bool) (OwnScore, error) {
	if chess {
		score, known := ownHalfPoints[r.Outcome]
		if !known || r.Own != nil || r.Opponents != nil {
			return OwnScore{}, fault.AtField("/outcome", "required", "Say how you did: won, drawn or lost. A game of chess has no scores.")
		}
		return score, nil
	}
	switch {
	case r.Outcome != "":
		return OwnScore{}, fault.AtField("/outcome", "not_of_format", "Outcomes are of chess; send both scores.")
	case r.Own == nil:
		return OwnScore{}, fault.AtField("/own_score", "required", "Both scores are needed.")
	case r.Opponents == nil:
		return OwnScore{}, fault.AtField("/opponent_score", "required", "Both scores are needed.")
	}
	return OwnScore{Own: *r.Own, Opponents: *r.Opponents}, nil
}

// Claim takes the result that a player sends: once from each side. When both
// say the same it is the result; when they do not, or one contradicts what a
// scorer has entered, the game is in dispute: what stands stays, and the round
// cannot close until the director settles it with a result.
func (s *Satellite) Claim(id uuid.UUID, c Claim) error {
	g, err := s.playable(id)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(g.Claims, func(other Claim) bool { return other.By == c.By }) {
		return fault.New(fault.CodeUsed, "This code has been used. If the result is wrong, tell the director.")
	}
	if g.Kind != standings.Game {
		return fault.New(fault.NotAGame, "This game counts as a forfeit; tell the director if that is wrong.")
	}
	in, err := s.claimed(c)
	if err != nil {
		return err
	}
	g.Claims = append(slices.Clone(g.Claims), c)
	agrees := slices.ContainsFunc(g.Claims, func(other Claim) bool {
		return other.By != c.By && other.First == c.First && other.Second == c.Second
	})
	switch {
	case g.Score != nil:
		g.Disputed = g.Disputed || g.Score.First != c.First || g.Score.Second != c.Second
	case agrees:
		g.set(in)
	case len(g.Claims) > 1:
		g.Disputed = true
	}
	s.settleRound(g.Round)
	return nil
}

// Code lets one player send the result of one game, once.
type Code struct {
	Code      string
	GameID    uuid.UUID
	Side      Side
	EntrantID uuid.UUID
}

// Pass is what a code opens: a game, to the player for whom it was made.
type Pass struct {
	TenantID, SatelliteID, GameID, EntrantID uuid.UUID

	ShortNames bool // the tour shows names in short to who has no key (R8.2)
}

// Codes keeps the codes of players.
type Codes interface {
	// Of gives the codes of games, and makes those that are missing.
	Of(ctx context.Context, s *Satellite, games []Game) ([]Code, error)
	// Find finds what a code opens, in a transaction of its own;
	// fault.ResourceNotFound where there is no such code.
	Find(ctx context.Context, code string) (Pass, error)
}

// CodesOf gives the codes of a round, for its sheet.
func (v *Service) CodesOf(ctx context.Context, id uuid.UUID, round int) (*Satellite, []Code, error) {
	var s *Satellite
	var codes []Code
	err := v.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if s, err = v.Store.Lock(ctx, id); err != nil {
			return err
		}
		if _, err = s.PairedRound(round); err != nil {
			return err
		}
		games := slices.DeleteFunc(s.GamesOf(round), func(g Game) bool { return g.Second == uuid.Nil })
		codes, err = v.Codes.Of(ctx, s, games)
		slices.SortFunc(codes, func(a, b Code) int { return s.tableOrder(a) - s.tableOrder(b) })
		return err
	})
	return s, codes, err
}

// tableOrder puts the codes of a round in the order of its tables, who plays
// first before his opponent.
func (s *Satellite) tableOrder(c Code) int {
	g, ok := s.GameByID(c.GameID)
	if !ok {
		return 0
	}
	if c.Side == Second {
		return 2*g.Table + 1
	}
	return 2 * g.Table
}

// ByCode reads the game that a code opens.
func (v *Service) ByCode(ctx context.Context, code string) (*Satellite, Pass, error) {
	pass, err := v.Codes.Find(ctx, code)
	if err != nil {
		return nil, Pass{}, err
	}
	var s *Satellite
	err = v.Store.InTx(pass.as(ctx, ""), func(ctx context.Context) (err error) {
		if s, err = v.Store.Load(ctx, pass.SatelliteID); err != nil {
			return err
		}
		t, err := v.tourOf(ctx, s)
		pass.ShortNames = t.Shown.ShortNames
		return err
	})
	return s, pass, err
}

// ClaimByCode takes the result that a player sends with his code: his own
// score first, or in chess how he did.
func (v *Service) ClaimByCode(ctx context.Context, code string, result OwnResult) (*Satellite, Pass, error) {
	before, pass, err := v.ByCode(ctx, code)
	if err != nil {
		return nil, Pass{}, err
	}
	sent, err := result.score(before.Chess)
	if err != nil {
		return nil, Pass{}, err
	}
	ctx = pass.as(ctx, before.entrantName(pass.EntrantID))
	s, err := v.simple(ctx, pass.SatelliteID, "result.claim", "", func(s *Satellite) error {
		g, err := s.OwnGame(pass)
		if err != nil {
			return err
		}
		claim := Claim{By: g.Side, First: sent.Own, Second: sent.Opponents}
		if g.Side == Second {
			claim.First, claim.Second = sent.Opponents, sent.Own
		}
		return s.Claim(pass.GameID, claim)
	})
	return s, pass, err
}

// as gives the context the rights of a code: its satellite, nothing else.
func (p Pass) as(ctx context.Context, name string) context.Context {
	return auth.WithPrincipal(ctx, auth.Principal{
		ID: p.GameID, TenantID: p.TenantID, SatelliteID: p.SatelliteID, Name: name, Role: auth.Player,
	})
}
