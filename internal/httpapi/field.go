package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/nast-tour/nast/internal/fault"
)

var uuidForm = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

// formats are the string formats of the contract. They are given to each check
// instead of being defined for the whole process.
var formats = map[string]openapi3.StringFormatValidator{
	"uuid": openapi3.NewRegexpFormatValidator(uuidForm.String()),
	"date": openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.DateOnly, text)
		return err
	}),
	"date-time": openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.RFC3339, text)
		return err
	}),
}

var (
	asRequest = []openapi3.SchemaValidationOption{
		openapi3.VisitAsRequest(), openapi3.MultiErrors(), openapi3.DisableSchemaErrorDetails(), openapi3.WithStringFormatValidators(formats),
	}
	asResponse = []openapi3.SchemaValidationOption{
		openapi3.VisitAsResponse(), openapi3.MultiErrors(), openapi3.DisableSchemaErrorDetails(), openapi3.WithStringFormatValidators(formats),
	}
)

// fieldsOf turns what kin-openapi says into fields below a pointer, with
// sentences that say what to do. There is at least one.
func fieldsOf(base string, err error) []fault.Field {
	var many openapi3.MultiError
	if errors.As(err, &many) {
		var fields []fault.Field
		for _, one := range many {
			if fields = append(fields, fieldsOf(base, one)...); len(fields) >= mostFields {
				return fields[:mostFields]
			}
		}
		if len(fields) > 0 {
			return fields
		}
	}
	var wrong *openapi3.SchemaError
	if !errors.As(err, &wrong) {
		return []fault.Field{{Pointer: base, Code: "invalid", Detail: nameOf(base) + " does not fit the contract; see /docs."}}
	}
	pointer := base + pointerOf(wrong.JSONPointer())
	if wrong.SchemaField == "properties" {
		if fields := unknownFields(pointer, wrong); len(fields) > 0 {
			return fields
		}
	}
	code, detail := explain(nameOf(pointer), wrong)
	return []fault.Field{{Pointer: pointer, Code: code, Detail: detail}}
}

// unknownFields names every field of the object that its schema does not have.
// kin-openapi names them only inside a sentence.
func unknownFields(pointer string, wrong *openapi3.SchemaError) []fault.Field {
	object, _ := wrong.Value.(map[string]any)
	known := slices.Sorted(maps.Keys(wrong.Schema.Properties))
	var fields []fault.Field
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if wrong.Schema.Properties[name] != nil {
			continue
		}
		fields = append(fields, fault.Field{
			Pointer: pointer + "/" + escapePointer(name),
			Code:    string(fault.UnknownField),
			Detail:  fmt.Sprintf("There is no field %s here; there are %s.", quoted(name), strings.Join(known, ", ")),
		})
	}
	return fields
}

// explain gives the slug and the sentence of one error of a schema.
func explain(name string, wrong *openapi3.SchemaError) (code, detail string) {
	must := name + " has to be " + demand(name, wrong.Schema) + "."
	switch wrong.SchemaField {
	case "required":
		return "required", name + " is needed."
	case "nullable":
		return "wrong_type", name + " may not be null; it has to be " + demand(name, wrong.Schema) + "."
	case "type":
		return "wrong_type", must
	case "enum":
		return "not_in_list", must
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return "out_of_range", must
	case "minLength":
		if wrong.Schema.MinLength == 1 {
			return "required", name + " may not be empty."
		}
		return "too_short", must
	case "maxLength":
		return "too_long", must
	case "pattern", "format":
		return "wrong_format", must
	case "minItems":
		return "too_few", must
	case "maxItems":
		return "too_many", must
	case "minProperties":
		return "empty", "Send at least one field to change: " + strings.Join(slices.Sorted(maps.Keys(wrong.Schema.Properties)), ", ") + "."
	default:
		return "invalid", must
	}
}

// forms says in words what a pattern of the contract asks for. A test keeps it
// complete.
var forms = map[string]string{
	`^[^@\s]+@[^@\s]+$`:           "an e-mail address such as name@example.org",
	`^\s*([^@\s]+@[^@\s]+)?\s*$`:  "an e-mail address such as name@example.org, or empty",
	`^[A-Z]{3}$`:                  "a currency of three capital letters such as USD",
	`^[0-9]{1,3}(\.[0-9]{1,2})?$`: "a percentage with two decimals at most, as text such as \"40.00\"",
	`^[a-z0-9][a-z0-9-]{1,62}$`:   "2 to 63 small letters, digits and hyphens, such as spring-2026",
}

// demand says what a schema asks for, to follow "has to be".
func demand(name string, schema *openapi3.Schema) string {
	switch {
	case len(schema.Enum) > 0:
		return "one of " + list(schema.Enum)
	case schema.Type.Is("boolean"):
		return "true or false"
	case schema.Type.Is("integer"):
		return "a whole number" + bounds(schema)
	case schema.Type.Is("number"):
		return "a number" + bounds(schema)
	case schema.Type.Is("array"):
		return "a list" + span(schema.MinItems, schema.MaxItems, "item", "items")
	case schema.Type.Is("object"):
		return "an object"
	case schema.Format == "uuid":
		return "a UUID such as 01985a3c-7d1e-7c4b-9f00-1a2b3c4d5e6f"
	case schema.Format == "date":
		return "a date such as 2026-03-14"
	case schema.Format == "date-time":
		return "an instant such as 2026-03-14T15:04:05Z"
	case forms[schema.Pattern] != "":
		return forms[schema.Pattern]
	default:
		return "text" + span(schema.MinLength, schema.MaxLength, "character", "characters")
	}
}

func list(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
}

func bounds(schema *openapi3.Schema) string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	switch {
	case schema.Min != nil && schema.Max != nil:
		return " from " + number(*schema.Min) + " to " + number(*schema.Max)
	case schema.Min != nil:
		return " of " + number(*schema.Min) + " or more"
	case schema.Max != nil:
		return " of " + number(*schema.Max) + " or less"
	default:
		return ""
	}
}

func span(least uint64, most *uint64, one, several string) string {
	switch {
	case most != nil && *most == least:
		return fmt.Sprintf(" of %d %s", least, several)
	case most != nil && least > 0:
		return fmt.Sprintf(" of %d to %d %s", least, *most, several)
	case most != nil:
		return fmt.Sprintf(" of at most %d %s", *most, several)
	case least == 1:
		return " of at least one " + one
	case least > 1:
		return fmt.Sprintf(" of at least %d %s", least, several)
	default:
		return ""
	}
}

// pointerOf is the JSON pointer (RFC 6901) of a path.
func pointerOf(path []string) string {
	var b strings.Builder
	for _, step := range path {
		b.WriteByte('/')
		b.WriteString(escapePointer(step))
	}
	return b.String()
}

var (
	escaping   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaping = strings.NewReplacer("~1", "/", "~0", "~")
)

func escapePointer(step string) string { return escaping.Replace(step) }

// nameOf is the last step of a pointer, for a sentence; of an item in a list
// the list's name and its place.
func nameOf(pointer string) string {
	steps := strings.Split(pointer, "/")
	last := unescaping.Replace(steps[len(steps)-1])
	if _, err := strconv.Atoi(last); err == nil && len(steps) > 2 {
		return steps[len(steps)-2] + "[" + last + "]"
	}
	if last == "" {
		return "The body"
	}
	return last
}

// quoted shows a name that a client made up, shortened.
func quoted(name string) string {
	if letters := []rune(name); len(letters) > 60 {
		name = string(letters[:60]) + "…"
	}
	text, _ := json.Marshal(name)
	return string(text)
}
