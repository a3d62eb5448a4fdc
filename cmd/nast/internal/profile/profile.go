// Package profile keeps, for each service that a person works with, its address, the key and
// the satellite last worked on, in one file that only its owner can read. It never sends or
// prints a key.
package profile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// DefaultName is the profile when none is named.
const DefaultName = "default"

// Profile is how to reach one service as one principal.
type Profile struct {
	URL       string `json:"url"`
	Key       string `json:"key,omitempty"`
	Name      string `json:"name,omitempty"`      // of the principal, as the service told
	Role      string `json:"role,omitempty"`      // of the principal, as the service told
	Satellite string `json:"satellite,omitempty"` // id of the satellite last used
}

// File is the content of the file of profiles.
type File struct {
	Current  string              `json:"current,omitempty"`
	Profiles map[string]*Profile `json:"profiles"`
	Day      string              `json:"day,omitempty"` // path of the day file in use
	path     string
}

// Path is where the file lies: the given path (of NAST_CONFIG) or, where that is empty, nast/
// in the user's configuration directory.
func Path(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no place for the profile file; set NAST_CONFIG to one: %w", err)
	}
	return filepath.Join(dir, "nast", "profiles.json"), nil
}

// Load reads the file; one that does not exist has no profiles.
func Load(path string) (*File, error) {
	f := &File{Profiles: map[string]*Profile{}, path: path}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the profile file cannot be read: %w", err)
	}
	if err := json.Unmarshal(text, f); err != nil {
		return nil, fmt.Errorf("the profile file %s is damaged (%w); remove it and log in again", path, err)
	}
	if f.Profiles == nil {
		f.Profiles = map[string]*Profile{}
	}
	maps.DeleteFunc(f.Profiles, func(_ string, p *Profile) bool { return p == nil })
	return f, nil
}

// Save writes the file for its owner only (mode 0600, in a directory of mode 0700), whole or
// not at all.
func (f *File) Save() error {
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the profile file cannot be written: %w", err)
	}
	text, err := json.MarshalIndent(f, "", "  ")
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".profiles-*") // CreateTemp makes mode 0600
	if err != nil {
		return fmt.Errorf("the profile file cannot be written: %w", err)
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	_, err = temp.Write(append(text, '\n'))
	if err = errors.Join(err, temp.Close()); err != nil {
		return fmt.Errorf("the profile file cannot be written: %w", err)
	}
	return os.Rename(temp.Name(), f.path)
}

// Location is the path of the file.
func (f *File) Location() string { return f.path }

// Get gives the profile of a name, the current one for an empty name, nil where there is none.
func (f *File) Get(name string) *Profile { return f.Profiles[f.Resolve(name)] }

// Resolve gives the name itself, or the current one for an empty name.
func (f *File) Resolve(name string) string {
	switch {
	case name != "":
		return name
	case f.Current != "":
		return f.Current
	}
	return DefaultName
}

// Names lists the profiles in alphabetical order.
func (f *File) Names() []string { return slices.Sorted(maps.Keys(f.Profiles)) }
