package main

import (
	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/profile"
)

// defaultURL is where the service listens on its own machine.
const defaultURL = "http://127.0.0.1:8080"

// access is where to go and with which key: flags first, then a profile that is named, the
// environment, the profile in use.
type access struct {
	url, key string
	file     *profile.File
	profile  *profile.Profile // nil where the address is not the profile's
}

// access finds out where to go.
func (a *app) access() (*access, error) {
	path, err := profile.Path(a.env("NAST_CONFIG"))
	if err != nil {
		return nil, err
	}
	file, err := profile.Load(path)
	if err != nil {
		return nil, err
	}
	known := file.Get(a.profileName)
	if a.profileName != "" && known == nil {
		return nil, usage("there is no profile %q; the profiles are listed by: nast profile list", a.profileName)
	}
	to := &access{url: a.url, key: a.key, file: file}
	if a.profileName == "" { // a profile that is named stands before the environment
		to.url, to.key = firstOf(a.url, a.env("NAST_URL")), firstOf(a.key, a.env("NAST_KEY"))
	}
	if known != nil {
		to.url = firstOf(to.url, known.URL)
	}
	to.url = firstOf(to.url, defaultURL)
	service, err := client.New(to.url, "")
	if err != nil {
		return nil, usage("%v", err)
	}
	to.url = service.BaseURL()
	// A profile's key goes only where it was got from.
	if known != nil && known.URL == to.url {
		to.profile = known
		to.key = firstOf(to.key, known.Key)
	}
	return to, nil
}

// service gives the day file in use, or else the service for a key that is known.
func (a *app) service() (*client.Service, error) {
	if day, err := a.onDay(); day != nil || err != nil {
		return day, err
	}
	return a.online()
}

// online gives the service for a key that is known, or says how to log in.
func (a *app) online() (*client.Service, error) {
	to, err := a.access()
	if err != nil {
		return nil, err
	}
	if to.key == "" {
		return nil, &loginError{"You are not logged in at " + to.url + ". Log in with: nast login --url " + to.url}
	}
	return client.New(to.url, to.key, a.options...)
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
