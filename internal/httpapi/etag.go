package httpapi

import (
	"strconv"
	"strings"

	"github.com/nast-tour/nast/internal/fault"
)

// etag is the entity tag of a version of a resource, quotes included.
func etag(version int64) string { return `"` + strconv.FormatInt(version, 10) + `"` }

// ifMatch reads an If-Match header for a resource whose tags are versions. Any
// is true where every version will do: without the header and for "*".
// Otherwise the current version has to be one of versions, which may be empty:
// a tag that is not a version of ours, or a weak one (RFC 9110, 13.1.1), never
// matches. A header that cannot be read is a fault.InvalidRequest.
func ifMatch(header *string) (versions []int64, any bool, err error) {
	if header == nil {
		return nil, true, nil
	}
	tags, any, err := splitTags(*header)
	if err != nil || any {
		return nil, any, err
	}
	versions = []int64{}
	for _, tag := range tags {
		if version, err := strconv.ParseInt(tag.opaque, 10, 64); err == nil && !tag.weak {
			versions = append(versions, version)
		}
	}
	return versions, false, nil
}

type entityTag struct {
	opaque string // without quotes
	weak   bool
}

func (t entityTag) quoted() string { return `"` + t.opaque + `"` }

// splitTags reads a list of entity tags. A tag without quotes is taken as if it
// had them: people type them into curl.
func splitTags(list string) (tags []entityTag, any bool, err error) {
	for rest := strings.TrimSpace(list); rest != ""; {
		var tag entityTag
		tag.weak = strings.HasPrefix(rest, "W/")
		rest = strings.TrimPrefix(rest, "W/")
		if quoted, found := strings.CutPrefix(rest, `"`); found {
			opaque, after, closed := strings.Cut(quoted, `"`)
			after = strings.TrimSpace(after)
			if !closed || after != "" && after[0] != ',' {
				return nil, false, fault.AtField("/header/If-Match", "wrong_format", `Send the ETag as it was read, such as "7", several with commas between.`)
			}
			tag.opaque, rest = opaque, strings.TrimPrefix(after, ",")
		} else {
			tag.opaque, rest, _ = strings.Cut(rest, ",")
			tag.opaque = strings.TrimSpace(tag.opaque)
			any = any || tag.opaque == "*" && !tag.weak
		}
		if tag.opaque != "" {
			tags = append(tags, tag)
		}
		rest = strings.TrimSpace(rest)
	}
	return tags, any, nil
}
