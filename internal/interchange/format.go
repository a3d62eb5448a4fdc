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
	SwissSys   Format = "swisssys"
	TRF        Format = "trf"
)

// Formats are all of them.
func Formats() []Format { return []Format{NASPA, TSH, TSHArchive, TOU, SwissSys, TRF} }

// OfChess says whether the files of a format hold games of chess.
func (f Format) OfChess() bool { return f == SwissSys || f == TRF }

// FormatOf guesses the format of a file by its name: ".t" is tsh, ".tou" is TOU, ".trf" and ".trfx"
// are TRF, ".chart" is a wall chart of SwissSys, everything else NASPA.
func FormatOf(fileName string) Format {
	switch strings.ToLower(path.Ext(fileName)) {
	case ".t":
		return TSH
	case ".tou":
		return TOU
	case ".trf", ".trfx":
		return TRF
	case ".chart":
		return SwissSys
	}
	return NASPA
}

// Read reads a file of a format. The name of the file names a division that has none itself, and
// tells a TourneyMan file: it is tried as a NASPA file, for what it is is not public.
func Read(format Format, raw []byte, fileName string) (Event, Findings) {
	switch format {
	case TSH, TSHArchive:
		e, findings := ReadTSH(raw)
		return named(e, fileName), findings
	case SwissSys:
		e, findings := ReadSwissSys(raw)
		return named(e, fileName), findings
	case TRF:
		e, findings := ReadTRF(raw)
		return named(e, fileName), findings
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

// named gives the only division of a file, where it has no name, that of the file.
func named(e Event, fileName string) Event {
	if len(e.Divisions) == 1 && e.Divisions[0].Name == "" {
		e.Divisions[0].Name = strings.TrimSuffix(path.Base(fileName), path.Ext(fileName))
	}
	return e
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
	case SwissSys:
		return WriteSwissSys(e, ChartOptions{Chess: e.Tiebreaks})
	case TRF:
		return WriteTRF(e, e.Tiebreaks)
	}
	return nil, nil
}
