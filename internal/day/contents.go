package day

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// format is the version of the file's form.
const format = 1

// mark is the first line of a file: its form, and how many bytes of it are
// known to have been acknowledged. It is written over in its place after every
// act, so it may be behind, but a file that is shorter has lost something.
type mark struct{ size int64 }

const markForm = "nast-day %d %015d %s\n"

// String is the line. Every mark is as long as every other.
func (m mark) String() string {
	return fmt.Sprintf(markForm, format, m.size, m.sum())
}

func (m mark) sum() string { return sumOf("mark", fmt.Appendf(nil, "%d", m.size))[:8] }

// parseMark reads the first line. That it was damaged does not mean that what
// comes after it is.
func parseMark(text string) (m mark, damaged bool, err error) {
	rest, ok := strings.CutPrefix(text, "nast-day ")
	if !ok {
		return m, false, fault.New(fault.DayFileBroken, "This is no day file.")
	}
	number, rest, _ := strings.Cut(rest, " ")
	if number != strconv.Itoa(format) {
		return m, false, fault.New(fault.DayFileBroken, "The day file is of form %q; this program reads form %d. Use the nast that made it.", number, format)
	}
	size, _, _ := strings.Cut(rest, " ")
	m.size, err = strconv.ParseInt(size, 10, 64)
	return m, err != nil || m.String() != text, nil
}

// sumOf is the checksum of a line, with all lines before it.
func sumOf(before string, raw []byte) string {
	h := sha256.New()
	h.Write([]byte(before))
	h.Write(raw)
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// contents is a file as read.
type contents struct {
	mark     mark
	header   Header
	state    *satellite.Satellite
	log      []satellite.Entry
	contacts map[uuid.UUID]string // all that were entered here
	unsent   map[uuid.UUID]string // those that the service does not have yet
	synced   synced
	sum      string
	size     int64 // of what is whole
	lines    int
	thorough bool // look at every act again, and not at its checksum only
}

// read reads a whole file. A last line without its end was never acknowledged
// and is left out; anything else that does not fit is fault.DayFileBroken,
// which says what is intact before it, and that is returned too.
func read(r io.Reader, thorough bool) (*contents, error) {
	c := &contents{state: &satellite.Satellite{}, contacts: map[uuid.UUID]string{}, unsent: map[uuid.UUID]string{}, thorough: thorough}
	in := bufio.NewReaderSize(r, 1<<16)
	first, err := in.ReadString('\n')
	if errors.Is(err, io.EOF) && first == "" {
		return c, fault.New(fault.DayFileBroken, "The day file is empty.")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return c, fmt.Errorf("read the day file: %w", err)
	}
	var damaged bool
	if c.mark, damaged, err = parseMark(first); err != nil {
		return c, err
	}
	c.lines, c.size = 1, int64(len(first))
	for {
		raw, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break // of a line that has no end nothing was acknowledged
		}
		if err != nil {
			return c, fmt.Errorf("read the day file: %w", err)
		}
		if err := c.add(raw); err != nil {
			return c, err
		}
	}
	switch {
	case damaged:
		return c, c.broken(1, "was changed")
	case c.size < c.mark.size:
		return c, c.broken(c.lines+1, "and all that came after it is missing: the file was cut off")
	case c.header.Satellite == uuid.Nil || int64(len(c.log)) < c.header.BaseSeq:
		return c, c.broken(c.lines+1, "is missing: the file was cut off")
	}
	return c, nil
}

// add takes the next line.
func (c *contents) add(text []byte) error {
	n := c.lines + 1
	sum, raw, ok := bytes.Cut(bytes.TrimSuffix(text, []byte("\n")), []byte(" "))
	if !ok || sumOf(c.sum, raw) != string(sum) {
		return c.broken(n, "was changed or has lost a line before it")
	}
	var l line
	if err := json.Unmarshal(raw, &l); err != nil {
		return c.broken(n, "cannot be read")
	}
	if (l.Header != nil) != (n == 2) {
		return c.broken(n, "is nothing that belongs there")
	}
	if l.Header != nil {
		c.header = *l.Header
	}
	if err := c.follow(l.Entries); err != nil {
		return c.broken(n, "does not follow from the acts before it")
	}
	for _, contact := range l.Contacts {
		c.contacts[contact.Entrant], c.unsent[contact.Entrant] = contact.Email, contact.Email
	}
	if l.Synced != nil {
		c.synced = *l.Synced
		clear(c.unsent)
	}
	c.sum, c.lines = string(sum), n
	c.size += int64(len(text))
	return nil
}

// follow applies the acts of a line.
func (c *contents) follow(entries []satellite.Entry) error {
	for _, entry := range entries {
		next, step := c.state, c.state.Recall
		if c.thorough { // what it leaves behind where it fails is of no use
			next = c.state.Clone()
			step = next.Follow
		}
		if err := step(entry); err != nil {
			return err
		}
		if next.ID != c.header.Satellite {
			return fault.New(fault.DayFileBroken, "act %d is of another satellite", entry.Seq)
		}
		c.state, c.log = next, append(c.log, entry)
	}
	return nil
}

// broken says what is wrong with a line, and what is intact before it.
func (c *contents) broken(n int, what string) error {
	intact := fmt.Sprintf("Intact before it: %d acts, %d of them since the day was taken, %s.", len(c.log), c.acts(), through(rounds(c.state)))
	return fault.New(fault.DayFileBroken, "Line %d of the day file %s. %s Keep what is intact with nast day rescue, "+
		"or go on from the latest snapshot beside the file.", n, what, intact).
		WithField(fmt.Sprintf("/line/%d/column/1", n), "damaged", "Line %d %s.", n, what)
}

// acts are how many acts there are since the day was taken.
func (c *contents) acts() int { return max(len(c.log)-int(c.header.BaseSeq), 0) }

func through(round int) string {
	if round == 0 {
		return "no round complete"
	}
	return fmt.Sprintf("complete through round %d", round)
}

// rounds is the round up to which every round is complete.
func rounds(s *satellite.Satellite) int {
	for i, r := range s.Rounds {
		if r.State != satellite.Complete {
			return i
		}
	}
	return len(s.Rounds)
}
