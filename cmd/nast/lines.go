package main

import (
	"bufio"
	"context"
	"io"
)

// lines reads a stream line by line. Unlike a bufio.Scanner it stops waiting when the context
// ends, so that an interrupt reaches somebody who is being asked.
type lines struct {
	ctxDone <-chan struct{}
	ctxErr  func() error
	next    chan string
	failed  chan error // holds the error of the stream once next is closed
	text    string
	err     error
}

// newLines begins to read. One line more than was asked for may be taken from the stream.
func newLines(ctx context.Context, in io.Reader) *lines {
	l := &lines{ctxDone: ctx.Done(), ctxErr: ctx.Err, next: make(chan string), failed: make(chan error, 1)}
	go func() {
		defer close(l.next)
		scanner := bufio.NewScanner(in)
		for scanner.Scan() {
			select {
			case l.next <- scanner.Text():
			case <-l.ctxDone:
				return
			}
		}
		l.failed <- scanner.Err()
	}()
	return l
}

// Scan goes on to the next line; false at the end, at an error and when the context ends.
func (l *lines) Scan() bool {
	select {
	case <-l.ctxDone:
		l.err = l.ctxErr()
		return false
	case text, more := <-l.next:
		if !more {
			select {
			case l.err = <-l.failed:
			default:
				l.err = l.ctxErr()
			}
			return false
		}
		l.text = text
		return true
	}
}

// Text is the line that Scan went to.
func (l *lines) Text() string { return l.text }

// Err is why Scan gave false, nil at the end of the stream.
func (l *lines) Err() error { return l.err }
