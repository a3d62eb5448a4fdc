package fault_test

import (
	"errors"
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

func TestEveryCodeHasAKindAndATitle(t *testing.T) {
	t.Parallel()
	slug := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	for _, code := range fault.Codes() {
		require.Regexp(t, slug, code)
		require.NotEmpty(t, code.Title(), code)
		if code != fault.InternalError {
			require.NotEqual(t, fault.Internal, code.Kind(), "%s is somebody else's trouble", code)
		}
	}
	require.Equal(t, fault.Internal, fault.Code("no_such_code").Kind())
}

func TestAnErrorIsFoundThroughItsWrapping(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk full")
	err := fmt.Errorf("start: %w", fault.Wrap(cause, fault.NotReady, "Try again in %d s.", 5))
	require.Equal(t, fault.NotReady, fault.CodeOf(err))
	require.ErrorIs(t, err, cause)
	require.ErrorIs(t, err, fault.New(fault.NotReady, "another sentence"), "the same code is the same error")
	require.NotErrorIs(t, err, fault.New(fault.WrongStatus, ""))
	require.Equal(t, fault.InternalError, fault.CodeOf(cause), "what is not ours says nothing")

	var f *fault.Error
	require.ErrorAs(t, err, &f)
	require.Equal(t, "Try again in 5 s.", f.Detail)
	require.NotContains(t, f.Detail, "disk", "the cause is for the log only")
}

func TestFieldsSayWhere(t *testing.T) {
	t.Parallel()
	err := fault.AtField("/rating", "out_of_range", "A rating is 0 to %d.", 4000).WithField("/family_name", "required", "A name is needed.")
	require.Equal(t, fault.Invalid, err.Kind())
	require.Equal(t, []fault.Field{
		{Pointer: "/rating", Code: "out_of_range", Detail: "A rating is 0 to 4000."},
		{Pointer: "/family_name", Code: "required", Detail: "A name is needed."},
	}, err.Fields)
}
