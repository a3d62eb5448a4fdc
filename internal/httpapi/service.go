package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/nast-tour/nast/internal/fault"
)

// readyWithin is how long the database may take to say that it is there.
const readyWithin = 3 * time.Second

// service answers the operations of the tag service: health and documentation.
type service struct {
	ready    func(context.Context) (int, error)
	document page
	docs     page
}

func newService(doc *openapi3.T, ready func(context.Context) (int, error)) (*service, error) {
	document, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("write the contract as JSON: %w", err)
	}
	docs, err := renderDocs(doc)
	if err != nil {
		return nil, fmt.Errorf("render the documentation: %w", err)
	}
	return &service{
		ready:    ready,
		document: page{contentType: "application/json", body: document},
		docs:     page{contentType: "text/html; charset=utf-8", policy: docsPolicy, body: docs},
	}, nil
}

// GetLivez says that the process is up.
func (s *service) GetLivez(context.Context, GetLivezRequestObject) (GetLivezResponseObject, error) {
	return GetLivez200JSONResponse{HealthJSONResponse{Status: "ok"}}, nil
}

// GetReadyz says whether the database is there and its schema current.
func (s *service) GetReadyz(ctx context.Context, _ GetReadyzRequestObject) (GetReadyzResponseObject, error) {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	version, err := s.ready(ctx)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotReady, "The database is away or its schema is behind; ask again shortly.")
	}
	return GetReadyz200JSONResponse{HealthJSONResponse{Status: "ok", SchemaVersion: &version}}, nil
}

// GetOpenAPI gives the contract as JSON.
func (s *service) GetOpenAPI(context.Context, GetOpenAPIRequestObject) (GetOpenAPIResponseObject, error) {
	return s.document, nil
}

// GetDocs gives the contract as a page.
func (s *service) GetDocs(context.Context, GetDocsRequestObject) (GetDocsResponseObject, error) {
	return s.docs, nil
}

// page is an answer that was made at the start.
type page struct {
	contentType string
	policy      string // Content-Security-Policy, if any
	body        []byte
}

// VisitGetOpenAPIResponse writes the page.
func (p page) VisitGetOpenAPIResponse(w http.ResponseWriter) error { return p.write(w) }

// VisitGetDocsResponse writes the page.
func (p page) VisitGetDocsResponse(w http.ResponseWriter) error { return p.write(w) }

func (p page) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", p.contentType)
	if p.policy != "" {
		w.Header().Set("Content-Security-Policy", p.policy)
	}
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(p.body)
	return err
}
