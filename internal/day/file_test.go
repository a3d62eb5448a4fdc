package day

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/nast-tour/nast/api"
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/internal/fault"
	"github.com/nast-tour/nast/internal/satellite"
)

// played is a day of 8 with two rounds played: 3 acts when it was taken, then
// the start, 4 results and another pairing that changes nothing, 4 results.
func played(t testing.TB) *laptop {
	t.Helper()
	l := taken(t, 8)
	l.start(t)
	l.play(t, 1)
	l.play(t, 2)
	return l
}

const (
	baseActs   = 3
	playedActs = 1 + 4 + 4
)

func bytesOf(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return text
}

// put writes a file anew elsewhere, without the snapshots of the old one.
func put(t testing.TB, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.day")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

// requireBroken asks that nothing takes a file, and for what is said of it.
func requireBroken(t testing.TB, path string, says ...string) {
	t.Helper()
	_, err := Open(path)
	opened := refused(t, fault.DayFileBroken, err)
	_, err = Check(path)
	checked := refused(t, fault.DayFileBroken, err)
	for _, text := range says {
		require.Contains(t, opened.Detail, text)
		require.Contains(t, checked.Detail, text)
	}
}

func TestADayFileTellsOfItself(t *testing.T) {
	t.Parallel()
	l := played(t)
	status, err := Check(l.path)
	require.NoError(t, err)
	require.Equal(t, "Boise Spring", status.Name)
	require.Equal(t, "in_play", status.Play)
	require.Equal(t, playedActs, status.Acts)
	require.Equal(t, playedActs, status.Unsynced)
	require.Equal(t, 2, status.Rounds)
	require.Equal(t, "https://tour.example.org", status.Header.Service)
	require.Equal(t, "Dana", status.Header.Principal.Name)
	info, err := os.Stat(l.path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "names and addresses are nobody else's")
}

func TestADayFileIsNeverOverwritten(t *testing.T) {
	t.Parallel()
	l := played(t)
	before := bytesOf(t, l.path)
	day := given(t, 8)
	refused(t, fault.DayFileBroken, Create(l.path, "", dana, day, noon))
	require.Equal(t, before, bytesOf(t, l.path))

	// Nor beside the snapshots of another day: they would be taken for its own.
	require.NoError(t, os.Remove(l.path))
	require.Contains(t, refused(t, fault.DayFileBroken, Create(l.path, "", dana, day, noon)).Detail, "round-1")

	// What is not a whole log makes no file.
	day.Entries = day.Entries[:2]
	path := filepath.Join(t.TempDir(), "x.day")
	refused(t, fault.DayFileBroken, Create(path, "", dana, day, noon))
	require.NoFileExists(t, path)
	require.Error(t, Create(filepath.Join(t.TempDir(), "no", "such", "x.day"), "", dana, given(t, 8), noon))
}

func TestALineWithoutAnEndWasNeverAcknowledged(t *testing.T) {
	t.Parallel()
	l := played(t)
	whole := bytesOf(t, l.path)
	for _, rest := range []string{"x", strings.Repeat("\x00", 4096), "0123456789abcdef01234567 {\"entries\":[{\"seq\":"} {
		path := put(t, append(bytes.Clone(whole), rest...))
		status, err := Check(path)
		require.NoError(t, err)
		require.Equal(t, playedActs, status.Acts)
		again := reopen(t, path, l.id)
		again.play(t, 3)
		status, err = Check(path)
		require.NoError(t, err, "the rest gave way to the next act")
		require.Equal(t, playedActs+4, status.Acts)
		require.True(t, bytes.HasPrefix(bytesOf(t, path)[len(mark{}.String()):], whole[len(mark{}.String()):]))
	}
}

func TestADamagedFileIsRefusedWithWhatIsIntact(t *testing.T) {
	t.Parallel()
	l := played(t)
	whole := bytesOf(t, l.path)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	lines = lines[:len(lines)-1]
	require.Len(t, lines, 1+1+baseActs+playedActs)
	intact := func(acts int) string {
		return fmt.Sprintf("Intact before it: %d acts, %d of them since the day was taken", acts, max(acts-baseActs, 0))
	}
	for i, line := range lines {
		t.Run(fmt.Sprintf("line %d", i+1), func(t *testing.T) {
			t.Parallel()
			before, after := bytes.Join(lines[:i], nil), bytes.Join(lines[i+1:], nil)
			changed := bytes.Clone(line)
			changed[len(changed)/2] ^= 1
			if i == 0 {
				requireBroken(t, put(t, append(changed, after...)), "Line 1 ", "was changed")
				requireBroken(t, put(t, after), "no day file")
				return
			}
			acts := max(i-2, 0)
			requireBroken(t, put(t, bytes.Join([][]byte{before, changed, after}, nil)), fmt.Sprintf("Line %d ", i+1), intact(acts))
			requireBroken(t, put(t, append(bytes.Clone(before), after...)), fmt.Sprintf("Line %d ", i+1), intact(acts))
			requireBroken(t, put(t, before), "the file was cut off", intact(acts))
			requireBroken(t, put(t, append(bytes.Clone(before), line[:len(line)/2]...)), "the file was cut off", intact(acts))
			if i+1 < len(lines) {
				swapped := bytes.Join([][]byte{before, lines[i+1], line, bytes.Join(lines[i+2:], nil)}, nil)
				requireBroken(t, put(t, swapped), fmt.Sprintf("Line %d ", i+1), intact(acts))
			}
		})
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	t.Parallel()
	l := played(t)
	whole := bytesOf(t, l.path)
	for name, c := range map[string]struct{ text, says string }{
		"empty":         {"", "is empty"},
		"a CSV file":    {"name,rating\nLee,1500\n", "no day file"},
		"one long line": {strings.Repeat("x", 100_000), "no day file"},
		"a later form":  {strings.Replace(string(whole), "nast-day 1 ", "nast-day 2 ", 1), `of form "2"; this program reads form 1`},
		"the mark only": {string(whole[:len(mark{}.String())]), "cut off"},
		"half a mark":   {string(whole[:12]), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireBroken(t, put(t, []byte(c.text)), c.says)
		})
	}
	_, err := Open(filepath.Join(t.TempDir(), "none.day"))
	require.Contains(t, refused(t, fault.DayFileBroken, err).Detail, "nast day take")
}

// A copy that lost its end at a line's end looks whole by its checksums alone;
// the mark knows better.
func TestAnActThatWasAcknowledgedIsMissed(t *testing.T) {
	t.Parallel()
	l := played(t)
	whole := bytesOf(t, l.path)
	cut := whole[:bytes.LastIndexByte(whole[:len(whole)-1], '\n')+1]
	requireBroken(t, put(t, cut), "the file was cut off", "8 of them since the day was taken")

	// A mark that is behind is what a crash leaves between an act and its mark.
	behind := bytes.Clone(whole)
	copy(behind, mark{size: int64(len(cut))}.String())
	status, err := Check(put(t, behind))
	require.NoError(t, err)
	require.Equal(t, playedActs, status.Acts)

	// Even with an old mark a snapshot tells that something was lost.
	early := bytes.Join(bytes.SplitAfter(whole, []byte("\n"))[:7], nil)
	copy(early, mark{size: int64(len(early))}.String())
	require.NoError(t, os.WriteFile(l.path, early, 0o600))
	requireBroken(t, l.path, "shorter than its snapshot")
}

func TestWhatIsIntactIsRescued(t *testing.T) {
	t.Parallel()
	l := played(t)
	broken := bytesOf(t, l.path)
	broken[len(broken)-200] ^= 1 // in the last line
	path := put(t, broken)
	to := filepath.Join(t.TempDir(), "rescued.day")
	status, err := Rescue(path, to)
	require.NoError(t, err)
	require.Equal(t, playedActs-1, status.Acts)
	again := reopen(t, to, l.id)
	round, err := client.OK(again.GetRoundWithResponse(t.Context(), l.id, 2))
	require.NoError(t, err)
	require.Equal(t, api.RoundStateOpen, round.State)
	status, err = Check(to)
	require.NoError(t, err)
	require.Equal(t, playedActs-1, status.Unsynced)
	_, err = Rescue(path, to)
	refused(t, fault.DayFileBroken, err) // it never overwrites

	whole := bytesOf(t, l.path)
	for name, text := range map[string][]byte{"nothing": nil, "another file": []byte("x\n"), "not even the base": whole[:len(mark{}.String())+900]} {
		_, err = Rescue(put(t, text), filepath.Join(t.TempDir(), name))
		refused(t, fault.DayFileBroken, err)
	}
}

func TestASnapshotIsKeptOfEveryRound(t *testing.T) {
	t.Parallel()
	l := played(t)
	status, err := Check(l.path)
	require.NoError(t, err)
	require.Equal(t, []Snapshot{{1, l.path + ".round-1"}, {2, l.path + ".round-2"}}, status.Snapshots)
	for i, s := range status.Snapshots {
		at, err := Check(s.Path)
		require.NoError(t, err)
		require.Equal(t, i+1, at.Rounds)
		require.Equal(t, 1+4*(i+1), at.Acts)
		require.True(t, bytes.HasPrefix(bytesOf(t, l.path)[len(mark{}.String()):], bytesOf(t, s.Path)[len(mark{}.String()):]))
	}
	require.NoFileExists(t, l.path+".new")
	require.NoFileExists(t, l.path+".round-1.new")
	// The day goes on from a snapshot.
	again := reopen(t, status.Snapshots[0].Path, l.id)
	again.play(t, 2)
	_, err = Check(status.Snapshots[0].Path)
	require.NoError(t, err)
}

// Nothing is acknowledged that was not forced to the disk, and what could not
// be is not there afterwards. The test changes force, so it runs alone.
func TestAnActIsForcedToTheDiskBeforeItIsAcknowledged(t *testing.T) {
	l := taken(t, 8)
	was := force
	defer func() { force = was }()
	var forced []int64
	force = func(f *os.File) error {
		stat, err := f.Stat()
		forced = append(forced, stat.Size())
		return errors.Join(err, was(f))
	}
	l.start(t)
	require.Equal(t, []int64{int64(len(bytesOf(t, l.path)))}, forced, "the whole act was written by then")

	before := bytesOf(t, l.path)
	force = func(*os.File) error { return errors.New("input/output error") }
	_, err := client.OK(l.OpenRoundWithResponse(t.Context(), l.id, 1, nil, api.Act{}))
	require.Error(t, err)
	force = was
	// It may have reached the disk all the same: then it counts, whole.
	round, err := client.OK(l.GetRoundWithResponse(t.Context(), l.id, 1))
	require.NoError(t, err)
	require.Equal(t, api.RoundStateOpen, round.State)
	require.True(t, bytes.HasPrefix(bytesOf(t, l.path), before))
	l.play(t, 1)
	_, err = Check(l.path)
	require.NoError(t, err)
}

// Two programs at once: each sees what the other has done, and every act is
// there once.
func TestTwoProgramsUseOneFile(t *testing.T) {
	t.Parallel()
	a := taken(t, 8)
	b := reopen(t, a.path, a.id)
	a.start(t)
	done := make(chan error)
	const each = 15
	for i, l := range []*laptop{a, b} {
		go func() {
			var err error
			for j := range each {
				name := fmt.Sprintf("Late %d %d", i, j)
				_, wrong := client.Created(l.CreateEntrantWithResponse(l.ctx, l.id, nil, api.EntrantCreate{FamilyName: name}))
				err = errors.Join(err, wrong)
			}
			done <- err
		}()
	}
	require.NoError(t, errors.Join(<-done, <-done))
	status, err := Check(a.path)
	require.NoError(t, err)
	require.Equal(t, 1+2*each, status.Acts)
	for _, l := range []*laptop{a, b} {
		entrants, err := client.Collect(l.Entrants(l.ctx, l.id))
		require.NoError(t, err)
		require.Len(t, entrants, 8+2*each)
	}
}

// An address and its act are one line: never one without the other (R8.1).
func TestAnActAndItsContactAreOne(t *testing.T) {
	t.Parallel()
	l := taken(t, 8)
	e, err := client.Created(l.CreateEntrantWithResponse(l.ctx, l.id, nil, api.EntrantCreate{FamilyName: "Lee", Email: ptr("lee@example.org")}))
	require.NoError(t, err)
	last := bytes.Split(bytes.TrimSpace(bytesOf(t, l.path)), []byte("\n"))
	require.Contains(t, string(last[len(last)-1]), "lee@example.org")
	require.Contains(t, string(last[len(last)-1]), `"entrant.add"`)
	f, err := Open(l.path)
	require.NoError(t, err)
	body, through, err := f.Sync()
	require.NoError(t, err)
	require.Equal(t, map[string]string{e.ID.String(): "lee@example.org"}, *body.Contacts)
	require.NoError(t, f.Synced(through, noon))
	body, _, err = f.Sync()
	require.NoError(t, err)
	require.Nil(t, body.Contacts, "the service has them")
	require.Len(t, body.Entries, 1, "all acts, so that it can compare")
	status, err := Check(l.path)
	require.NoError(t, err)
	require.Zero(t, status.Unsynced)
	require.Equal(t, noon, status.SyncedAt)
	_, err = client.OK(l.UpdateEntrantWithResponse(l.ctx, l.id, e.ID, nil, api.EntrantPatch{Email: ptr("")}))
	require.NoError(t, err)
	body, _, err = f.Sync()
	require.NoError(t, err)
	require.Equal(t, map[string]string{e.ID.String(): ""}, *body.Contacts)
}

// An act that nobody can do offline was written by hand.
func TestAForgedActIsFound(t *testing.T) {
	t.Parallel()
	l := played(t)
	c, err := readFile(l.path, true)
	require.NoError(t, err)
	last := c.log[len(c.log)-1]
	last.Act = "satellite.report"
	c.log[len(c.log)-1] = last
	path := filepath.Join(t.TempDir(), "forged.day")
	lines := []line{{Header: &c.header}, {Entries: c.log}}
	require.NoError(t, create(path, lines...))
	_, err = Check(path)
	require.Contains(t, refused(t, fault.DayFileBroken, err).Detail, "satellite.report")
}

func ptr[T any](v T) *T { return &v }

// FuzzRead: whatever a file holds, reading it does not panic, and what it says
// is intact can be read again.
func FuzzRead(f *testing.F) {
	l := taken(f, 4)
	l.start(f)
	whole := bytesOf(f, l.path)
	f.Add(whole, 0, byte(0), false)
	f.Add(whole, len(whole)-20, byte('}'), true)
	f.Add(whole[:len(whole)/2], 5, byte('9'), true)
	f.Add([]byte("nast-day 1 "), 0, byte(0), false)
	f.Fuzz(func(t *testing.T, text []byte, at int, to byte, resum bool) {
		text = bytes.Clone(text)
		if at >= 0 && at < len(text) {
			text[at] = to
		}
		if resum {
			text = resummed(text)
		}
		for _, thorough := range []bool{false, true} {
			c, err := read(bytes.NewReader(text), thorough)
			require.NotNil(t, c)
			if err != nil {
				continue
			}
			require.NotEqual(t, uuid.Nil, c.header.Satellite)
			_, again := read(io.LimitReader(bytes.NewReader(text), c.size), thorough)
			require.NoError(t, again)
		}
	})
}

// resummed gives every line the checksum that it should have, so that what is
// in it is looked at.
func resummed(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	var out bytes.Buffer
	sum := ""
	for i, line := range lines {
		_, raw, ok := bytes.Cut(line, []byte(" "))
		switch {
		case i == 0:
			out.WriteString(mark{}.String())
		case ok && i < len(lines)-1:
			sum = sumOf(sum, raw)
			out.WriteString(sum + " " + string(raw) + "\n")
		}
	}
	return out.Bytes()
}

var _ satellite.Store = (*File)(nil)
