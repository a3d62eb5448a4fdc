package money

import (
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// Currency is an ISO 4217 code: three capital letters.
type Currency string

// The currencies of the tour's home.
const (
	USD Currency = "USD"
	CAD Currency = "CAD"
)

// iso4217 lists the codes of circulating currencies in ISO 4217 (list one), without those of
// metals, funds and tests. All are held to hundredths here, whatever their minor unit (R6.1).
const iso4217 = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW
KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR
SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX
USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
`

var currencies = func() map[Currency]bool {
	known := make(map[Currency]bool)
	for code := range strings.FieldsSeq(iso4217) {
		known[Currency(code)] = true
	}
	return known
}()

// ParseCurrency takes the code of a currency in capital letters. The error is an invalid
// request about the whole value (pointer "").
func ParseCurrency(text string) (Currency, error) {
	if c := Currency(text); currencies[c] {
		return c, nil
	}
	return "", fault.AtField("", "unknown_value",
		"%q is not a currency; write its ISO 4217 code in capital letters, as USD or CAD.", text)
}
