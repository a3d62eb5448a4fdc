package demo

import (
	"context"
	"fmt"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
)

// Pay pays most of the dues as directors do: some by cheque that has cleared, some by transfer,
// some announced only, and some not yet.
func (st Stage) Pay(ctx context.Context, outcomes []Outcome) error {
	for i, o := range outcomes {
		due := o.Report.Carryover.Due
		if i%4 == 3 || due.Amount == 0 {
			continue
		}
		payment := api.PaymentCreate{
			DirectorID: &o.Satellite.DirectorID, Method: api.Cheque, Amount: due,
			Allocations: &[]api.PaymentShare{{SatelliteID: o.Satellite.ID, Amount: due}},
		}
		reference := fmt.Sprint(2001 + i)
		if i%4 == 1 {
			payment.Method, reference = api.Transfer, fmt.Sprintf("NAST %d", i)
		}
		payment.Reference = &reference
		if err := st.pay(ctx, payment, i%4 < 2); err != nil {
			return fmt.Errorf("%s: %w", o.Satellite.Name, err)
		}
	}
	return nil
}

// pay announces a payment and, where it has come, clears it.
func (st Stage) pay(ctx context.Context, p api.PaymentCreate, has bool) error {
	made, err := client.Created(st.Organiser.CreatePaymentWithResponse(ctx, nil, p))
	if err != nil || !has {
		return err
	}
	if _, err = client.OK(st.Organiser.ReceivePaymentWithResponse(ctx, made.ID, nil, api.PaymentReceipt{})); err != nil {
		return err
	}
	_, err = client.OK(st.Organiser.ClearPaymentWithResponse(ctx, made.ID, nil, api.PaymentAct{}))
	return err
}
