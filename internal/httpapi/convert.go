package httpapi

import (
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/internal/civil"
	"github.com/nast-tour/nast/internal/money"
	"github.com/nast-tour/nast/internal/satellite"
)

func toDate(d civil.Date) openapi_types.Date { return openapi_types.Date{Time: d.In(time.UTC)} }

func fromDate(d openapi_types.Date) civil.Date { return civil.Of(d.Time) }

func fromDatePtr(d *openapi_types.Date) *civil.Date {
	if d == nil {
		return nil
	}
	return ptr(fromDate(*d))
}

// dateOrNone is no day where none was sent.
func dateOrNone(d *openapi_types.Date) civil.Date { return orZero(fromDatePtr(d)) }

func toMoney(m money.Money) api.Money {
	return api.Money{Amount: m.Amount, Currency: string(m.Currency)}
}

func toMoneyPtr(m *money.Money) *api.Money {
	if m == nil {
		return nil
	}
	return ptr(toMoney(*m))
}

func fromFee(f api.Fee) money.Money {
	return money.Money{Amount: f.Amount, Currency: money.Currency(f.Currency)}
}

func fromFeePtr(f *api.Fee) *money.Money {
	if f == nil {
		return nil
	}
	return ptr(fromFee(*f))
}

// toRating shows the unrated as null.
func toRating(rating int) *int { return optional(rating) }

// toPoints turns half points into points.
func toPoints(halfPoints int) float32 { return float32(halfPoints) / 2 }

func toWarnings(warnings []satellite.Warning) *[]api.Warning {
	if len(warnings) == 0 {
		return nil
	}
	return ptr(listOf(warnings, toWarning))
}

func toWarning(w satellite.Warning) api.Warning {
	return api.Warning{Code: w.Code, Detail: w.Detail, Table: optional(w.Table)}
}

// listOf converts every item; an empty list is [] and never null.
func listOf[A, B any](items []A, convert func(A) B) []B {
	out := make([]B, len(items))
	for i, item := range items {
		out[i] = convert(item)
	}
	return out
}
