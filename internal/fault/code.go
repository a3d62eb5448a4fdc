package fault

import (
	"maps"
	"slices"
)

// Code is a stable slug that clients may rely on.
type Code string

// The codes. Each has a row in the table below and is listed in the spec.
const (
	InternalError         Code = "internal_error"
	NotReady              Code = "not_ready"
	InvalidRequest        Code = "invalid_request"
	MalformedJSON         Code = "malformed_json"
	UnknownField          Code = "unknown_field"
	KeyMissing            Code = "key_missing"
	KeyInvalid            Code = "key_invalid"
	NotAllowed            Code = "not_allowed"
	ResourceNotFound      Code = "not_found"
	RouteNotFound         Code = "route_not_found"
	WrongMethod           Code = "method_not_allowed"
	WrongContentType      Code = "unsupported_media_type"
	BodyTooLarge          Code = "body_too_large"
	TooManyRequests       Code = "rate_limited"
	VersionConflict       Code = "version_conflict"
	IdempotencyMismatch   Code = "idempotency_key_reused"
	IdempotencyInProgress Code = "idempotency_in_progress"
	SlugTaken             Code = "slug_taken"
	TourRulesFrozen       Code = "tour_rules_frozen"
	CurrencyFrozen        Code = "currency_frozen"
	CurrencyMismatch      Code = "currency_mismatch"
	DuplicateEntrant      Code = "duplicate_entrant"
	WrongStatus           Code = "wrong_status"
	TooFewPlayers         Code = "too_few_players"
	TooManyPlayers        Code = "too_many_players"
	StandbyNeeded         Code = "standby_needed"
	FieldFrozen           Code = "field_frozen"
	ResultsExist          Code = "results_exist"
	ResultsMissing        Code = "results_missing"
	RoundNotPaired        Code = "round_not_paired"
	RoundUnknown          Code = "round_unknown"
	NotAGame              Code = "not_a_game"
	ReasonRequired        Code = "reason_required"
	TiesUnresolved        Code = "ties_unresolved"
	FundNegative          Code = "fund_negative"
	FinalExists           Code = "final_exists"
	FormatUnsupported     Code = "format_unsupported"
	ImportRefused         Code = "import_refused"
	NotUndoable           Code = "not_undoable"
	SyncConflict          Code = "sync_conflict"
	CodeUsed              Code = "code_used"
	NotOffline            Code = "not_offline"
	DayFileBroken         Code = "day_file_broken"
	PaymentsNotConfigured Code = "payments_not_configured"
	PaymentsUnavailable   Code = "payments_unavailable"
	PaymentRefused        Code = "payment_refused"
	PaymentCurrency       Code = "payment_currency_unsupported"
	WebhookSignature      Code = "webhook_signature_invalid"
	PaymentWrongState     Code = "payment_wrong_state"
	PeriodClosed          Code = "period_closed"
	DueSettled            Code = "due_settled"
	NotReversible         Code = "not_reversible"
	BankLineConfirmed     Code = "bank_line_confirmed"
	AnswerLate            Code = "answer_late"
	AnswerErased          Code = "answer_erased"
	AnswerGiven           Code = "answer_given"
	NoSeat                Code = "no_seat"
	LinkInvalid           Code = "link_invalid"
	LinkExpired           Code = "link_expired"
	LinkUsed              Code = "link_used"
	NoDecisionNeeded      Code = "no_decision_needed"
	NoAddress             Code = "no_address"
	PublicURLUnset        Code = "public_url_unset"
	BuyInsClosed          Code = "buy_ins_closed"
	BuyInsFull            Code = "buy_ins_full"
	BuyInRefused          Code = "buy_in_refused"
	MergeRefused          Code = "merge_refused"
	ByeRefused            Code = "bye_refused"
	EndpointPaused        Code = "endpoint_paused"
	TooManyEndpoints      Code = "too_many_endpoints"
)

type entry struct {
	kind  Kind
	title string
}

var table = map[Code]entry{
	InternalError:         {Internal, "Something went wrong on our side"},
	NotReady:              {Unavailable, "The service is not ready"},
	InvalidRequest:        {Invalid, "The request is not valid"},
	MalformedJSON:         {Invalid, "The body is not valid JSON"},
	UnknownField:          {Invalid, "The body has a field that does not exist"},
	KeyMissing:            {Unauthenticated, "A key is needed"},
	KeyInvalid:            {Unauthenticated, "The key is not valid"},
	NotAllowed:            {Forbidden, "This key may not do that"},
	ResourceNotFound:      {NotFound, "There is no such thing"},
	RouteNotFound:         {NotFound, "There is no such path"},
	WrongMethod:           {MethodNotAllowed, "The path does not take this method"},
	WrongContentType:      {UnsupportedMedia, "The content type is not taken here"},
	BodyTooLarge:          {TooLarge, "The body is too large"},
	TooManyRequests:       {RateLimited, "Too many requests"},
	VersionConflict:       {Precondition, "Somebody else changed it meanwhile"},
	IdempotencyMismatch:   {Mismatch, "The idempotency key was used for another request"},
	IdempotencyInProgress: {Conflict, "The same request is still running"},
	SlugTaken:             {Conflict, "The slug is taken"},
	TourRulesFrozen:       {Conflict, "The rules of the tour are frozen"},
	CurrencyFrozen:        {Conflict, "The currency is frozen"},
	CurrencyMismatch:      {Invalid, "The currencies differ"},
	DuplicateEntrant:      {Conflict, "The association number is already entered"},
	WrongStatus:           {Conflict, "The status of the satellite forbids it"},
	TooFewPlayers:         {Conflict, "There are too few players"},
	TooManyPlayers:        {Conflict, "There are too many players"},
	StandbyNeeded:         {Conflict, "A standby decision is needed"},
	FieldFrozen:           {Conflict, "The field is frozen"},
	ResultsExist:          {Conflict, "Results are already in"},
	ResultsMissing:        {Conflict, "Results are missing"},
	RoundNotPaired:        {Conflict, "The round is not paired"},
	RoundUnknown:          {NotFound, "There is no such round"},
	NotAGame:              {Conflict, "This is not a game to be played"},
	ReasonRequired:        {Invalid, "A reason is needed"},
	TiesUnresolved:        {Conflict, "A tie has to be decided first"},
	FundNegative:          {Conflict, "The prize fund would be negative"},
	FinalExists:           {Conflict, "The tour has its Final Event already"},
	FormatUnsupported:     {Conflict, "The format is not supported here"},
	ImportRefused:         {Invalid, "The file was refused"},
	NotUndoable:           {Conflict, "The last act cannot be taken back"},
	CodeUsed:              {Conflict, "The code has been used"},
	SyncConflict:          {Conflict, "The day does not fit what the service has"},
	NotOffline:            {Conflict, "This needs the service"},
	DayFileBroken:         {Invalid, "The day file is damaged"},
	PaymentsNotConfigured: {Conflict, "Payments by card are not set up here"},
	PaymentsUnavailable:   {Unavailable, "The payment service does not answer"},
	PaymentRefused:        {Conflict, "The payment service refused it"},
	PaymentCurrency:       {Invalid, "The currency is not taken by card"},
	WebhookSignature:      {Invalid, "The signature is not valid"},
	PaymentWrongState:     {Conflict, "The state of the payment forbids it"},
	PeriodClosed:          {Conflict, "The period is closed"},
	DueSettled:            {Conflict, "The due is settled"},
	NotReversible:         {Conflict, "This transaction is not reversed by itself"},
	BankLineConfirmed:     {Conflict, "The bank line was confirmed before"},
	AnswerLate:            {Conflict, "The deadline for answering has passed"},
	AnswerErased:          {Conflict, "The answer is not kept any more"},
	AnswerGiven:           {Conflict, "The answer was given already"},
	NoSeat:                {Conflict, "The player has no seat in the final"},
	LinkInvalid:           {NotFound, "The link is not valid"},
	LinkExpired:           {Conflict, "The link has expired"},
	LinkUsed:              {Conflict, "The link has been used"},
	NoDecisionNeeded:      {Conflict, "There is nothing to decide"},
	NoAddress:             {Conflict, "No address is known"},
	PublicURLUnset:        {Conflict, "Links cannot be mailed from here"},
	BuyInsClosed:          {Conflict, "Buy-ins are closed"},
	BuyInsFull:            {Conflict, "There is no place for another buy-in"},
	BuyInRefused:          {Conflict, "The player needs no buy-in"},
	ByeRefused:            {Conflict, "The bye cannot be booked or taken back"},
	EndpointPaused:        {Conflict, "The endpoint is paused"},
	TooManyEndpoints:      {Conflict, "There are too many endpoints"},
	MergeRefused:          {Conflict, "These players cannot be one person"},
}

// Kind is the kind of a code; a code outside the table is Internal.
func (c Code) Kind() Kind { return table[c].kind }

// Title is the short sentence that names the trouble.
func (c Code) Title() string { return table[c].title }

// Codes lists every code in alphabetical order.
func Codes() []Code { return slices.Sorted(maps.Keys(table)) }
