package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/cmd/nast/internal/display"
	"github.com/nast-tour/nast/internal/interchange"
)

func (a *app) fileCommand() *cobra.Command {
	return group("file", "Check, convert and rank result files, without the service",
		`Works on result files of other programs and of the association, on this computer alone: it asks
no service and stores nothing there. The formats:

  naspa        the plain result file of the association's ratings data validator
  tsh          a division file of tsh (.t), or its archive of several
  tsh-archive  the archive form, to be written even for one division
  tou          AUPAIR TOU, which has neither ratings nor association numbers
  swisssys     a wall chart of chess in the style of SwissSys, aligned or with tabs
  trf          the tournament report file of FIDE (2016), which other chess programs read

Without --format a file that is called .t is tsh, one called .tou is tou, .trf or .trfx is trf,
.chart is swisssys, and every other naspa.`,
		a.fileCheckCommand(), a.fileConvertCommand(), a.fileStandingsCommand())
}

// resultFile is a result file on this computer.
type resultFile struct {
	path, format string
	event        interchange.Event
	findings     interchange.Findings
}

// formatFlag adds the flag that says what a file is.
func formatFlag(c *cobra.Command, into *string) {
	c.Flags().StringVar(into, "format", "", "what the file is: "+formatNames()+" (default: by its name)")
}

func formatNames() string {
	var names []string
	for _, format := range interchange.Formats() {
		names = append(names, string(format))
	}
	return strings.Join(names, ", ")
}

// parseFormat reads the name of a format.
func parseFormat(flag, name string) (interchange.Format, error) {
	format := interchange.Format(strings.ToLower(name))
	if !slices.Contains(interchange.Formats(), format) {
		return "", usage("--%s is one of %s, not %q", flag, formatNames(), name)
	}
	return format, nil
}

// readResults reads a file; "-" is standard input. That it is refused is not an error yet.
func (a *app) readResults(path, formatName string) (*resultFile, error) {
	format := interchange.FormatOf(path)
	if formatName != "" {
		var err error
		if format, err = parseFormat("format", formatName); err != nil {
			return nil, err
		}
	}
	raw, err := a.readBounded(path)
	if err != nil {
		return nil, err
	}
	f := &resultFile{path: path, format: string(format)}
	f.event, f.findings = interchange.Read(format, raw, filepath.Base(path))
	return f, nil
}

// readBounded reads no more of a file than shows that it is too large.
func (a *app) readBounded(path string) ([]byte, error) {
	in := a.in
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, usage("the file cannot be read: %v", err)
		}
		defer func() { _ = file.Close() }()
		in = file
	}
	raw, err := io.ReadAll(io.LimitReader(in, interchange.MaxResultBytes+1))
	if err != nil {
		return nil, usage("the file cannot be read: %v", err)
	}
	return raw, nil
}

// tell writes what is wrong or doubtful to standard error; the error ends a command whose file
// was refused.
func (a *app) tell(f *resultFile) error {
	for _, finding := range f.findings {
		if finding.Severity == interchange.Wrong || !a.quiet {
			a.warn("%s", findingLine(finding))
		}
	}
	if !f.findings.Refused() {
		return nil
	}
	a.warn("%s was refused as a %s file.", display.Clean(f.path), f.format)
	return errShown
}

func findingLine(f interchange.Finding) string {
	return fmt.Sprintf("%s: %s", f.Severity, display.Clean(f.Detail))
}

// divisionLine says in a line what a division is.
func divisionLine(d interchange.Division) string {
	line := fmt.Sprintf("Division %s: %s, %s", display.Clean(d.Name), counted(len(d.Players), "player"), counted(d.Rounds(), "round"))
	if played := d.CompleteRounds(); played < d.Rounds() {
		line += fmt.Sprintf(", complete after round %d", played)
	}
	return line
}
