package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesEndWithTheStream(t *testing.T) {
	t.Parallel()
	l := newLines(t.Context(), strings.NewReader("a\n\nb"))
	var got []string
	for l.Scan() {
		got = append(got, l.Text())
	}
	require.NoError(t, l.Err())
	require.Equal(t, []string{"a", "", "b"}, got)
	require.False(t, l.Scan())
}

// broken fails when it is read.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("broken") }

func TestLinesGiveTheErrorOfTheStream(t *testing.T) {
	t.Parallel()
	l := newLines(t.Context(), broken{})
	require.False(t, l.Scan())
	require.EqualError(t, l.Err(), "broken")
}

// interrupted is a person who interrupts instead of typing.
type interrupted struct {
	interrupt func()
	wait      <-chan struct{}
}

func (i *interrupted) Read([]byte) (int, error) {
	i.interrupt()
	<-i.wait
	return 0, errors.New("the test is over")
}

func TestInterruptEndsTheAsking(t *testing.T) {
	t.Parallel()
	b := setup(t)
	inPlay(b)
	ctx, cancel := context.WithCancel(t.Context())
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	a := newApp(&interrupted{cancel, over}, &b.out, &b.err, b.getenv)
	a.terminal = func(stream any) bool { return stream == a.in }
	require.Equal(t, exitRefused, a.run(ctx, []string{"result", "enter", "1"}))
	require.Contains(t, b.err.String(), "Stopped.")
}
