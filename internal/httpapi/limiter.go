package httpapi

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter counts requests per key or address. Whoever has been away long
// enough to have his whole allowance back is forgotten.
type limiter struct {
	now   func() time.Time
	rate  rate.Limit
	burst int

	mu    sync.Mutex
	known map[string]*allowance
	swept time.Time
}

type allowance struct {
	limiter *rate.Limiter
	seen    time.Time
}

// sweepEvery is at least as long as the allowance takes to fill, which is two
// seconds: the burst is two seconds' worth.
const sweepEvery = time.Minute

func newLimiter(perSecond float64, now func() time.Time) *limiter {
	return &limiter{
		now:   now,
		rate:  rate.Limit(perSecond),
		burst: max(1, int(2*perSecond)),
		known: map[string]*allowance{},
		swept: now(),
	}
}

// take counts one request of somebody: zero when he may go on, else how long he
// has to wait.
func (l *limiter) take(who string) time.Duration {
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sweep(now)
	a := l.known[who]
	if a == nil {
		a = &allowance{limiter: rate.NewLimiter(l.rate, l.burst)}
		l.known[who] = a
	}
	a.seen = now
	r := a.limiter.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now) // a refused request costs nothing
	}
	return wait
}

func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < sweepEvery {
		return
	}
	for who, a := range l.known {
		if now.Sub(a.seen) >= sweepEvery {
			delete(l.known, who)
		}
	}
	l.swept = now
}
