package interchange

import (
	"path"
	"strings"
)

// Format is a kind of result file.
type Format string

// The formats that are read and written.
const (
	NASPA      Format = "naspa"
	TSH        Format = "tsh"
	TSHArchive Format = "tsh-archive"
	TOU        Format = "tou"
)

// Formats are all of them.
func Formats() []Format { return []Format{NASPA, TSH, TSHArchive, TOU} }

// FormatOf guesses the format of a file by its name: ".t" is tsh, ".tou" is TOU, everything else
// NASPA.
func FormatOf(fileName string) Format {
	switch strings.ToLower(path.Ext(fileName)) {
	case ".t":
		return TSH
	case ".tou":
		return TOU
	}
	return NASPA
}

// Read reads a file of a format. The name of the file names a division that has none itself, and
// tells a TourneyMan file: it is tried as a NASPA file, for what it is is not public.
func Read(format Format, raw []byte, fileName string) (Event, Findings) {
	switch format {
	case TSH, TSHArchive:
		e, findings := ReadTSH(raw)
		if len(e.Divisions) == 1 && e.Divisions[0].Name == "" {
			e.Divisions[0].Name = strings.TrimSuffix(path.Base(fileName), path.Ext(fileName))
		}
		return e, findings
	case TOU:
		return ReadTOU(raw)
	case NASPA:
		e, findings := ReadNASPA(raw, nil)
		if findings.Refused() && strings.EqualFold(path.Ext(fileName), ".chw") {
			var f found
			f.wrong(place{1, 1}, "tourneyman", "Files of TourneyMan cannot be read, for their form is not public; save the results there as a NASPA file and use that.")
			return Event{}, f.list
		}
		return e, findings
	}
	var f found
	f.wrong(place{1, 1}, "unknown_format", "There is no format %s.", quote(string(format)))
	return Event{}, f.list
}

// Write writes an event in a format, with notes of what the format cannot hold. A format that is
// not known writes nothing.
func Write(format Format, e Event) ([]byte, []Note) {
	switch format {
	case NASPA:
		return WriteNASPA(e)
	case TSH:
		return WriteTSH(e)
	case TSHArchive:
		return WriteTSHArchive(e)
	case TOU:
		return WriteTOU(e)
	}
	return nil, nil
}
