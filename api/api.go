// Package api is the HTTP contract: the OpenAPI document, embedded, and the
// Go types generated from it. It holds no behaviour; the server in
// internal/httpapi and the client in client are generated from the same
// document.
package api

import (
	_ "embed"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:generate go tool -modfile=../tools/go.mod oapi-codegen -config models.cfg.yaml openapi.yaml
//go:generate go tool -modfile=../tools/go.mod oapi-codegen -config client.cfg.yaml openapi.yaml
//go:generate go tool -modfile=../tools/go.mod oapi-codegen -config server.cfg.yaml openapi.yaml

//go:embed openapi.yaml
var document []byte

// Load parses the embedded document once. The result is shared: do not change
// it.
var Load = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(document)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(loader.Context)
})
