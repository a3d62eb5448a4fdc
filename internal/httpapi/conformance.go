package httpapi

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/nast-tour/nast/api"
)

// checkAnswer says where an answer does not fit the contract. It is called in
// tests only (Options.ValidateResponses), before a 304 takes the body away.
func (s *server) checkAnswer(x *exchange) error {
	a, name := x.answer, x.operationID()
	if err := checkContent(x); err != nil {
		return fmt.Errorf("the answer %d of %s does not fit the contract: %w\n%s", a.status, name, err, a.body)
	}
	return nil
}

func checkContent(x *exchange) error {
	a := x.answer
	content, err := contentOf(x.operation, a.status)
	if err != nil {
		return err
	}
	if len(content) == 0 {
		if len(a.body) > 0 {
			return fmt.Errorf("it has a body of %d bytes where there is none", len(a.body))
		}
		return nil
	}
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("its content type: %w", err)
	}
	kind := content.Get(media)
	if kind == nil {
		return fmt.Errorf("it has the content type %s", media)
	}
	if media != "application/json" && media != "application/problem+json" {
		return nil
	}
	var value any
	if err := json.Unmarshal(a.body, &value); err != nil {
		return err
	}
	return kind.Schema.Value.VisitJSON(value, asResponse...)
}

// contentOf is what the contract says an answer of this status holds. What
// belongs to no operation is a problem.
func contentOf(op *operation, status int) (openapi3.Content, error) {
	if op == nil {
		doc, err := api.Load()
		if err != nil {
			return nil, err
		}
		return doc.Components.Responses["Problem"].Value.Content, nil
	}
	response := op.spec.Responses.Value(strconv.Itoa(status))
	if response == nil && status >= http.StatusBadRequest {
		response = op.spec.Responses.Default()
	}
	if response == nil {
		return nil, fmt.Errorf("the contract has no answer %d", status)
	}
	return response.Value.Content, nil
}
