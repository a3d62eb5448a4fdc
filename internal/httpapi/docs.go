package httpapi

import (
	"bytes"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/nast-tour/nast/internal/auth"
	"github.com/nast-tour/nast/internal/fault"
)

//go:embed docs.gohtml
var docsSource string

var docsTemplate = template.Must(template.New("docs").Parse(docsSource))

// docsPolicy lets the page load nothing: its style stands in it, it has no
// scripts.
const docsPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The page, as its template sees it.
type (
	docsPage struct {
		Title, Version, Description string
		Tags                        []docsTag
		Schemas                     []docsSchema
		Errors                      []docsError
	}
	docsTag struct {
		Name, Description string
		Operations        []docsOperation
	}
	docsOperation struct {
		ID, Method, Path, Summary, Roles string
		Parameters                       []docsField
		Body                             []docsContent
		BodyNeeded                       bool
		Answers                          []docsAnswer
	}
	docsContent struct {
		Media string
		Type  docsType
	}
	docsAnswer struct {
		Status, Description string
		Content             []docsContent
	}
	docsSchema struct {
		Name, Description string
		Type              docsType // of a schema that is no object
		Fields            []docsField
	}
	docsField struct {
		Name, In, Description, Default string
		Needed                         bool
		Type                           docsType
	}
	// docsType is a type in words, with a link where it has a name.
	docsType struct {
		Before, Link, Text string
	}
	docsError struct {
		Code, Title string
		Status      int
		StatusText  string
	}
)

func renderDocs(doc *openapi3.T) ([]byte, error) {
	page := docsPage{
		Title:       doc.Info.Title,
		Version:     doc.Info.Version,
		Description: doc.Info.Description,
	}
	byTag := operationsByTag(doc)
	for _, tag := range doc.Tags {
		page.Tags = append(page.Tags, docsTag{Name: tag.Name, Description: tag.Description, Operations: byTag[tag.Name]})
	}
	for _, name := range slices.Sorted(maps.Keys(doc.Components.Schemas)) {
		page.Schemas = append(page.Schemas, schemaDocs(name, doc.Components.Schemas[name].Value))
	}
	for _, code := range fault.Codes() {
		status := statusOf(code.Kind())
		page.Errors = append(page.Errors, docsError{Code: string(code), Title: code.Title(), Status: status, StatusText: http.StatusText(status)})
	}
	var b bytes.Buffer
	err := docsTemplate.Execute(&b, page)
	return b.Bytes(), err
}

// methodOrder is the order in which the methods of a path are shown.
var methodOrder = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

func operationsByTag(doc *openapi3.T) map[string][]docsOperation {
	byTag := map[string][]docsOperation{}
	for _, path := range doc.Paths.InMatchingOrder() {
		item := doc.Paths.Value(path)
		for _, method := range methodOrder {
			if op := item.GetOperation(method); op != nil {
				byTag[op.Tags[0]] = append(byTag[op.Tags[0]], operationDocs(method, path, item, op))
			}
		}
	}
	for _, operations := range byTag {
		slices.SortStableFunc(operations, func(a, b docsOperation) int { return strings.Compare(a.Path, b.Path) })
	}
	return byTag
}

func operationDocs(method, path string, item *openapi3.PathItem, op *openapi3.Operation) docsOperation {
	d := docsOperation{ID: op.OperationID, Method: method, Path: path, Summary: op.Summary, Roles: rolesInWords(auth.Permissions[op.OperationID])}
	for _, ref := range slices.Concat(item.Parameters, op.Parameters) {
		p := ref.Value
		d.Parameters = append(d.Parameters, fieldDocs(p.Name, p.In, p.Description, p.Required, p.Schema))
	}
	if op.RequestBody != nil {
		d.Body, d.BodyNeeded = contentDocs(op.RequestBody.Value.Content), op.RequestBody.Value.Required
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses.Map())) {
		response := op.Responses.Value(status).Value
		a := docsAnswer{Status: status, Content: contentDocs(response.Content)}
		if response.Description != nil {
			a.Description = *response.Description
		}
		d.Answers = append(d.Answers, a)
	}
	return d
}

func rolesInWords(rule auth.Rule) string {
	switch {
	case rule.Public:
		return "everybody, without a key"
	case len(rule.Roles) == len(auth.Roles()):
		return "every role"
	default:
		return rolesOf(rule)
	}
}

func contentDocs(content openapi3.Content) []docsContent {
	var all []docsContent
	for _, media := range slices.Sorted(maps.Keys(content)) {
		all = append(all, docsContent{Media: media, Type: typeDocs(content[media].Schema)})
	}
	return all
}

func schemaDocs(name string, schema *openapi3.Schema) docsSchema {
	d := docsSchema{Name: name, Description: schema.Description}
	if len(schema.Properties) == 0 {
		d.Type = typeDocs(&openapi3.SchemaRef{Value: schema})
		return d
	}
	// The needed ones first, in the order of the contract.
	names := slices.Clone(schema.Required)
	for _, field := range slices.Sorted(maps.Keys(schema.Properties)) {
		if !slices.Contains(names, field) {
			names = append(names, field)
		}
	}
	for _, field := range names {
		ref := schema.Properties[field]
		description := ""
		if ref.Ref == "" {
			description = ref.Value.Description
		}
		d.Fields = append(d.Fields, fieldDocs(field, "", description, slices.Contains(schema.Required, field), ref))
	}
	return d
}

func fieldDocs(name, in, description string, needed bool, ref *openapi3.SchemaRef) docsField {
	d := docsField{Name: name, In: in, Description: description, Needed: needed, Type: typeDocs(ref)}
	if ref.Value.Default != nil {
		d.Default = list([]any{ref.Value.Default})
	}
	return d
}

// typeDocs names a schema, or says in words what it takes.
func typeDocs(ref *openapi3.SchemaRef) docsType {
	if ref == nil {
		return docsType{}
	}
	if name, found := strings.CutPrefix(ref.Ref, "#/components/schemas/"); found {
		return docsType{Link: name, Text: name}
	}
	schema := ref.Value
	switch {
	case schema.Type.Is("array") && schema.Items != nil:
		inner := typeDocs(schema.Items)
		inner.Before = "a list" + span(schema.MinItems, schema.MaxItems, "item", "items") + ", each " + inner.Before
		return inner
	case schema.Type.Is("object") && schema.AdditionalProperties.Schema != nil:
		inner := typeDocs(schema.AdditionalProperties.Schema)
		inner.Before = "an object of any names, each value " + inner.Before
		return inner
	case schema.Format == "binary":
		return docsType{Text: "a file"}
	}
	text := demand("", schema)
	if schema.Nullable {
		text += ", or null"
	}
	return docsType{Text: text}
}
