package jobs_test

import (
	"testing"

	"go.uber.org/goleak"
)

// The test server lives on for the other test binaries of the run, with the
// goroutine that waits for its process, or looks after it where another binary
// has started it.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreAnyFunction("github.com/nast-tour/nast/internal/localpg.(*Server).spawn.func1"),
		goleak.IgnoreAnyFunction("github.com/nast-tour/nast/internal/localpg.(*Server).watch"))
}
