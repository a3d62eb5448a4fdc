package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// answer holds a response back until all is known of it: its entity tag,
// whether it fits the contract, whether its transaction was committed. Answers
// of this service are pages of a list at the most, so they fit into memory.
type answer struct {
	header http.Header
	status int
	body   []byte
}

func newAnswer() *answer { return &answer{header: http.Header{}} }

// Header is the header of the answer.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader keeps the first status, as net/http does.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write appends to the body.
func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.body = append(a.body, p...)
	return len(p), nil
}

func (a *answer) reset() { *a = answer{header: http.Header{}} }

// sendTo gives the answer to the client.
func (a *answer) sendTo(w http.ResponseWriter, withBody bool) {
	maps.Copy(w.Header(), a.header)
	if a.status != http.StatusNoContent && a.status != http.StatusNotModified {
		w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	if withBody {
		_, _ = w.Write(a.body) // a client that has gone cannot be told
	}
}

// finish adds what every answer carries: request id, cache headers, entity tag.
// Last it answers 304 to a client that has the same already.
func (s *server) finish(x *exchange, r *http.Request) {
	a := x.answer
	maps.Copy(a.header, x.header)
	a.header.Set("X-Request-Id", x.requestID)
	a.header.Set("X-Content-Type-Options", "nosniff")
	get := r.Method == http.MethodGet || r.Method == http.MethodHead
	shown := x.page != "" && a.header.Get("Cache-Control") == "public" // a page that is the same for everybody
	readable := get && a.status == http.StatusOK && (x.operation != nil || shown)
	switch {
	case a.status < 400 && (shown || x.operation != nil && x.operation.public):
		a.header.Set("Cache-Control", publicCache)
		a.header.Set("Vary", "Accept")
	case a.status >= 400, x.operation == nil, x.operation.health, x.operation.secret:
		a.header.Set("Cache-Control", "no-store")
	default:
		a.header.Set("Cache-Control", "private, no-cache")
	}
	if readable && (shown || !x.operation.health) && a.header.Get("ETag") == "" {
		a.header.Set("ETag", hashTag(a.body))
	}
	if s.ValidateResponses != nil && x.page == "" {
		if err := s.checkAnswer(x); err != nil {
			s.ValidateResponses(err)
		}
	}
	if readable && noneMatch(r.Header.Values("If-None-Match"), a.header.Get("ETag")) {
		a.status, a.body = http.StatusNotModified, nil
		a.header.Del("Content-Type")
	}
}

// publicCache lets everybody between here and a phone keep an answer for a moment: many ask for
// the same between two rounds, and what is erased is gone from everywhere soon (R8.2).
const publicCache = "public, max-age=10"

// hashTag is a strong entity tag of a body.
func hashTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
}

// noneMatch says whether If-None-Match names the tag. The comparison is the
// weak one (RFC 9110, 13.1.2).
func noneMatch(headers []string, tag string) bool {
	if len(headers) == 0 || tag == "" {
		return false
	}
	tags, any, err := splitTags(strings.Join(headers, ","))
	if err != nil {
		return false // a condition that cannot be read is none
	}
	return any || slices.ContainsFunc(tags, func(t entityTag) bool { return t.quoted() == strings.TrimPrefix(tag, "W/") })
}
