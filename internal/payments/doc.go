// Package payments talks to Stripe. It is the only package that knows Stripe's names.
package payments

import _ "github.com/stripe/stripe-go/v76"
