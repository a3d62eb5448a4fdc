package auth

import "slices"

// Rule says who may call an operation.
type Rule struct {
	Public bool   // nobody needs a key
	Roles  []Role // otherwise these
}

// Allows says whether the role may.
func (r Rule) Allows(role Role) bool { return r.Public || slices.Contains(r.Roles, role) }

// The groups of roles that operations are open to.
var (
	public     = Rule{Public: true}
	organisers = Rule{Roles: []Role{Organiser}}
	overseers  = Rule{Roles: []Role{Organiser, Viewer, Treasurer}}
	keyReaders = Rule{Roles: []Role{Organiser, Director, Viewer}}
	directors  = Rule{Roles: []Role{Organiser, Director}}
	payers     = Rule{Roles: []Role{Organiser, Director, Treasurer}}
	scorers    = Rule{Roles: []Role{Organiser, Director, Scorer}}
	readers    = Rule{Roles: []Role{Organiser, Director, Viewer, Treasurer}}
	treasurers = Rule{Roles: []Role{Organiser, Treasurer}}
	everybody  = Rule{Roles: Roles()}
)

// Permissions is the table of permissions, by operation id of the contract. An
// operation that is not in it is open to nobody. What belongs to another tenant
// is hidden by the Scope, not here.
var Permissions = map[string]Rule{
	// Health and documentation.
	"getLivez":   public,
	"getReadyz":  public,
	"getOpenAPI": public,
	"getDocs":    public,

	// Who one is, directors and keys.
	"getMe":          everybody,
	"createDirector": organisers,
	"listDirectors":  overseers,
	"getDirector":    readers,
	"updateDirector": directors,
	"createKey":      directors,
	"listKeys":       keyReaders,
	"revokeKey":      directors,
	"listAudit":      overseers,

	// Tours with their tables.
	"createTour":       organisers,
	"listTours":        readers,
	"getTour":          readers,
	"updateTour":       organisers,
	"getPrizeTable":    readers,
	"putPrizeTable":    organisers,
	"getPairingTables": readers,
	"putPairingTables": organisers,
	"getOverview":      overseers,
	"listQualifiers":   readers,
	"inviteQualifiers": organisers,
	"listDifferences":  readers,
	"getAnswer":        overseers,
	"putAnswer":        organisers,
	"takeAnswerBack":   organisers,
	"createAnswerLink": organisers,
	"getFinal":         overseers,
	"createFinal":      organisers,
	"refreshFinal":     organisers,

	// The final: its field and money are not the directors' (R5.7).
	"getFinalField":       overseers,
	"listBuyIns":          overseers,
	"getBuyIn":            overseers,
	"createBuyIn":         organisers,
	"withdrawBuyIn":       organisers,
	"waiveBuyIn":          organisers,
	"createBuyInCheckout": treasurers,

	// Who is the same person (R5.8), and erasure (R8.2).
	"listPlayers":      readers,
	"listDoubtful":     overseers,
	"getPlayer":        readers,
	"mergePlayers":     organisers,
	"tellPlayersApart": organisers,
	"splitPlayer":      organisers,
	"erasePlayer":      organisers,

	// A qualifier needs no key: his link is for one answer.
	"getByLink": public,
	"putByLink": public,

	// What anybody reads, of public tours.
	"getPublicTour":        public,
	"listPublicQualifiers": public,

	// Satellites and their states (R1.3).
	"createSatellite":   directors,
	"listSatellites":    readers,
	"getSatellite":      everybody,
	"updateSatellite":   directors,
	"sanctionSatellite": organisers,
	"rejectSatellite":   organisers,
	"cancelSatellite":   organisers,
	"startSatellite":    directors,
	"unstartSatellite":  directors,
	"finishSatellite":   directors,
	"listLog":           readers,
	"reopenSatellite":   organisers, // R4.6
	"undoAct":           directors,
	"verifySatellite":   readers,
	"takeDay":           readers,
	"importDay":         directors,

	"listSeats":      readers,
	"putRuling":      organisers, // R4.6
	"takeRulingBack": organisers,

	// The field.
	"createEntrant":  directors,
	"importEntrants": directors,
	"listEntrants":   everybody,
	"getEntrant":     everybody,
	"updateEntrant":  directors,
	"deleteEntrant":  directors,

	"checkInEntrant":   directors,
	"withdrawEntrant":  directors,
	"reinstateEntrant": directors,
	"setEligibility":   directors,
	"bookBye":          directors,
	"dropBye":          directors,

	// Play.
	"listRounds":  everybody,
	"getRound":    everybody,
	"swapPlayers": directors,
	"listCodes":   directors,

	// A player needs no key: his code is for one side of one game.
	"getByCode":       public,
	"putByCode":       public,
	"openRound":       directors,
	"pairRound":       directors,
	"putRoundResults": scorers,
	"getGame":         everybody,
	"putResult":       scorers,
	"deleteResult":    scorers,
	"getStandings":    everybody,
	"getCrosstable":   everybody,
	"getEvents":       readers,
	"importResults":   directors,

	// Files for other programs.
	"exportSatellite":  readers,
	"listExportNotes":  readers,
	"getSubmission":    readers,
	"validateFile":     readers,
	"computeStandings": readers,

	// Report and carryover.
	"getReport":    readers,
	"makeReport":   directors,
	"putDecisions": directors,

	"listDues": readers,
	"getDue":   readers,
	"waiveDue": organisers,

	// Payments: a director announces his own, what came is the treasurer's to say (R6.5).
	"createPayment":     payers,
	"listPayments":      readers,
	"getPayment":        readers,
	"receivePayment":    treasurers,
	"depositPayment":    treasurers,
	"clearPayment":      treasurers,
	"bouncePayment":     treasurers,
	"voidPayment":       treasurers,
	"refundPayment":     treasurers,
	"reallocatePayment": treasurers,
	"assignPayment":     treasurers,
	"annotatePayment":   treasurers,
	"getReconciliation": overseers,
	"getStatement":      readers,

	// Mail can hold what is for its reader only.
	"listOutbox": organisers,

	// Outgoing events, of one's own satellites or of all.
	"createEndpoint":       directors,
	"listEndpoints":        directors,
	"getEndpoint":          directors,
	"updateEndpoint":       directors,
	"deleteEndpoint":       directors,
	"rotateEndpoint":       directors,
	"testEndpoint":         directors,
	"listDeliveries":       directors,
	"resendDelivery":       directors,
	"resendDeadDeliveries": directors,

	// By card.
	"createCheckout":  payers,
	"takeStripeEvent": public, // signed by Stripe

	// The bank, the journal and the closing of months.
	"getBankMapping":      overseers,
	"putBankMapping":      treasurers,
	"listBankStatements":  overseers,
	"importBankStatement": treasurers,
	"getBankStatement":    overseers,
	"matchBankLine":       treasurers,
	"listJournal":         overseers,
	"listClosings":        overseers,
	"closeBooks":          treasurers,
}
