package journal

import (
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
)

// Account is the name of an account as it is kept and as hledger reads it: parts between colons,
// of small letters, digits and hyphens. Names never change once something is posted to them.
type Account string

// The accounts that there is one of.
const (
	ChequesInHand      Account = "assets:cheques-in-hand"     // received, not yet at the bank
	CashInHand         Account = "assets:cash-in-hand"        // received, not yet at the bank
	TransfersUnderWay  Account = "assets:transfers-under-way" // confirmed by a person, not yet seen at the bank
	Deposited          Account = "assets:deposited"           // taken to the bank, not yet cleared
	Bank               Account = "assets:bank"                // what the bank itself says
	Stripe             Account = "assets:stripe"              // paid by card, not yet paid out
	Suspense           Account = "liabilities:suspense"       // come, and nobody knows what for
	FinalEvent         Account = "income:final-event"         // the carryover: the fund of the Final Event
	BuyIns             Account = "income:buy-ins"             // places in the final that were bought (R5.7)
	Fees               Account = "expenses:fees"              // of cards, disputes and the bank
	WriteOff           Account = "expenses:write-off"         // dues waived
	ExchangeDifference Account = "equity:exchange-difference" // between two currencies of one payment
)

const (
	receivable = "assets:receivable:"
	credit     = "liabilities:credit:"
)

// Receivable is what a satellite owes (R6.4), or a buy-in (R5.7).
func Receivable(satellite uuid.UUID) Account { return Account(receivable + satellite.String()) }

// Credit is what a director, or for a buy-in its player, has paid beyond what is due (R6.6);
// negative where he was refunded money that then did not come.
func Credit(director uuid.UUID) Account { return Account(credit + director.String()) }

// single lists the accounts that there is one of.
var single = map[Account]bool{
	ChequesInHand: true, CashInHand: true, TransfersUnderWay: true, Deposited: true, Bank: true, Stripe: true,
	Suspense: true, FinalEvent: true, BuyIns: true, Fees: true, WriteOff: true, ExchangeDifference: true,
}

// ParseAccount reads the name of an account. The error is an invalid request about the whole
// value (pointer "").
func ParseAccount(name string) (Account, error) {
	a := Account(name)
	if a.known() {
		return a, nil
	}
	return "", fault.AtField("", "unknown_value", "%q is no account of the journal.", name)
}

// Satellite is whose receivable the account is, a satellite or a buy-in; ok is false for every other
// account.
func (a Account) Satellite() (satellite uuid.UUID, ok bool) { return a.owner(receivable) }

// Director is whose credit the account is, a director or a buy-in; ok is false for every other
// account.
func (a Account) Director() (director uuid.UUID, ok bool) { return a.owner(credit) }

func (a Account) known() bool {
	_, satellites := a.Satellite()
	_, directors := a.Director()
	return single[a] || satellites || directors
}

func (a Account) owner(kind string) (uuid.UUID, bool) {
	text, ok := strings.CutPrefix(string(a), kind)
	if !ok {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(text)
	return id, err == nil && id.String() == text
}
