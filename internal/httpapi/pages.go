package httpapi

import (
	"errors"
	"net/http"
)

// Pages are what people see in a browser beside the contract. They share its
// way of a request: id, log line, recovery, timeout, metrics, and the limit of
// what needs no key.
type Pages interface {
	// Route names the page that a path asks for, such as "/r/{code}"; it is ""
	// where the path is none of theirs. It stands in the log instead of the
	// path, which may be secret.
	Route(path string) string
	// Serve writes the page, or gives the error that Refuse then shows. One that is the same for
	// everybody says so by Cache-Control: public, and is kept for a moment.
	Serve(w http.ResponseWriter, r *http.Request) error
	// Refuse writes the page of an error with this status. err has a
	// *fault.Error in its chain, which is all that may be shown of it.
	Refuse(w http.ResponseWriter, status int, requestID string, err error)
}

// servePage serves a page in place of an operation.
func (s *server) servePage(x *exchange, r *http.Request) {
	if err := s.limit(x, "address "+s.address(r)); err != nil {
		s.refuse(x, err)
		return
	}
	r.Body = http.MaxBytesReader(x.answer, r.Body, bodyLimit)
	if err := s.Pages.Serve(x.answer, r); err != nil {
		s.refuse(x, err)
	}
}

// refusePage answers an error as a page.
func (s *server) refusePage(x *exchange, status int, shown, err error) {
	s.Pages.Refuse(x.answer, status, x.requestID, errors.Join(shown, err))
}
