package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/internal/fault"
)

func once(key, body string) call {
	return call{method: "POST", path: "/v1/directors", key: organiserKey, body: body, header: map[string]string{"Idempotency-Key": key}}
}

const ann, bob = `{"name": "Ann", "email": "ann@example.org"}`, `{"name": "Bob", "email": "bob@example.org"}`

func TestTheSameWriteTwiceHasOneEffectAndOneAnswer(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := b.do(once("k1", ann))
	require.Equal(t, 201, first.Code, first.Body)
	require.Empty(t, first.Header().Get("Idempotent-Replayed"))

	again := b.do(once("k1", ann))
	require.Equal(t, 201, again.Code)
	require.Equal(t, "true", again.Header().Get("Idempotent-Replayed"))
	require.Equal(t, first.Body.String(), again.Body.String())
	require.Equal(t, first.Header().Get("Content-Type"), again.Header().Get("Content-Type"))
	require.NotEqual(t, first.Header().Get("X-Request-Id"), again.Header().Get("X-Request-Id"))
	require.Equal(t, "no-store", again.Header().Get("Cache-Control"))
	require.Equal(t, 1, b.handlers.calls)

	require.Equal(t, 201, b.do(once("k2", ann)).Code, "another key is another write")
	require.Equal(t, 2, b.handlers.calls)
}

func TestWithoutAKeyEveryWriteCounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 2 {
		require.Equal(t, 201, b.do(call{method: "POST", path: "/v1/directors", key: organiserKey, body: ann}).Code)
	}
	require.Equal(t, 2, b.handlers.calls)
	require.Empty(t, b.store.records)
}

func TestTheSameKeyWithAnotherRequestIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.Equal(t, 201, b.do(once("k1", ann)).Code)
	w := b.do(once("k1", bob))
	require.Equal(t, 422, w.Code)
	require.Equal(t, "idempotency_key_reused", string(problemOf(t, w).Code))

	elsewhere := once("k1", ann)
	elsewhere.path = "/v1/satellites/" + satelliteID + "/entrants"
	elsewhere.body = `{"family_name": "Ann"}`
	require.Equal(t, 422, b.do(elsewhere).Code)

	file := call{method: "POST", path: importPath, key: organiserKey, body: "x", header: map[string]string{"Content-Type": "text/csv", "Idempotency-Key": "k2"}}
	require.Equal(t, 200, b.do(file).Code)
	file.path += "?dry_run=true"
	require.Equal(t, 422, b.do(file).Code, "the query counts")
	require.Equal(t, 2, b.handlers.calls)
}

func TestAKeyBelongsToItsPrincipal(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, who := range []string{organiserKey, directorKey} {
		w := b.do(call{method: "POST", path: openPath, key: who, header: map[string]string{"Idempotency-Key": "k1"}})
		require.Equal(t, 200, w.Code, w.Body)
		require.Empty(t, w.Header().Get("Idempotent-Replayed"))
	}
	require.Equal(t, 2, b.handlers.calls)
}

func TestAWriteThatStillRunsIsAConflict(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.store.running = true
	w := b.do(once("k1", ann))
	require.Equal(t, 409, w.Code)
	require.Equal(t, "idempotency_in_progress", string(problemOf(t, w).Code))
	require.Zero(t, b.handlers.calls)
}

func TestAnErrorIsNotStored(t *testing.T) {
	t.Parallel()
	for _, err := range []error{fault.New(fault.SlugTaken, "Take another."), errors.New("broken")} {
		b := setup(t)
		b.handlers.before = func(context.Context) error { return err }
		require.GreaterOrEqual(t, b.do(once("k1", ann)).Code, 400)
		require.Empty(t, b.store.records)
		b.handlers.before = nil
		w := b.do(once("k1", ann))
		require.Equal(t, 201, w.Code)
		require.Empty(t, w.Header().Get("Idempotent-Replayed"))
	}
}

func TestAWriteThatIsRunAgainByItsTransaction(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.tx.runs = 3
	file := call{method: "POST", path: importPath, key: directorKey, body: "Ann,1200\n", header: map[string]string{"Content-Type": "text/csv", "Idempotency-Key": "k1"}}
	w := b.do(file)
	require.Equal(t, 200, w.Code, w.Body)
	require.Equal(t, 3, b.handlers.calls)
	require.Equal(t, "Ann,1200\n", b.handlers.file, "the last run read the body from its start")
	require.True(t, json.Valid(w.Body.Bytes()), "one answer, not three: %s", w.Body)

	b.tx.runs = 1
	require.Equal(t, "true", b.do(file).Header().Get("Idempotent-Replayed"))

	b.tx.runs = 2
	created := b.do(once("k2", bob))
	require.Equal(t, 201, created.Code, created.Body)
	require.Equal(t, "Bob", b.handlers.request.(CreateDirectorRequestObject).Body.Name)
}

func TestAStoredAnswerCannotBeReadFromTheDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.Contains(t, b.do(once("k1", ann)).Body.String(), "nast_new_key")
	require.Len(t, b.store.records, 1)
	for key, r := range b.store.records {
		require.NotContains(t, string(r.sealed), "nast_new_key")
		require.NotContains(t, string(r.sealed), "Ann")

		for name, change := range map[string]func() (seed, of, body [32]byte){
			"another API key":         func() ([32]byte, [32]byte, [32]byte) { return sealSeed(directorKey), key, r.body },
			"the stored hash":         func() ([32]byte, [32]byte, [32]byte) { return hashOf(organiserKey), key, r.body },
			"another Idempotency-Key": func() ([32]byte, [32]byte, [32]byte) { return sealSeed(organiserKey), [32]byte{1}, r.body },
			"another body":            func() ([32]byte, [32]byte, [32]byte) { return sealSeed(organiserKey), key, [32]byte{1} },
		} {
			s, err := newSealer(change())
			require.NoError(t, err)
			_, err = s.open(r.sealed)
			require.Equal(t, fault.IdempotencyMismatch, fault.CodeOf(err), name)
		}
	}
}

func TestDigestKeepsItsPartsApart(t *testing.T) {
	t.Parallel()
	require.NotEqual(t, digest("a", "bc"), digest("ab", "c"))
	require.NotEqual(t, digest("a", ""), digest("a"))
}
