package tour

import "github.com/nast-tour/nast/internal/fault"

// findings collects everything wrong with a value, so that a person corrects it in one go.
type findings struct{ collected *fault.Error }

// add notes one thing wrong at a pointer, if it is.
func (f *findings) add(wrong bool, pointer, slug, format string, args ...any) {
	if !wrong {
		return
	}
	if f.collected == nil {
		f.collected = fault.New(fault.InvalidRequest, "")
	}
	f.collected.WithField(pointer, slug, format, args...)
}

// fault is what was found as one error: of one thing its own sentence, of several the summary.
func (f *findings) fault(summary string) error {
	if f.collected == nil {
		return nil
	}
	f.collected.Detail = summary
	if len(f.collected.Fields) == 1 {
		f.collected.Detail = f.collected.Fields[0].Detail
	}
	return f.collected
}
