package main

import (
	"net"
	"net/url"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/nast-tour/nast/client"
	"github.com/nast-tour/nast/cmd/nast/internal/sheet"
)

// codesFlags say whether a sheet has the codes of players, and where these lead.
type codesFlags struct {
	with    bool
	address string // of the service, as the players' phones reach it
}

func (f *codesFlags) add(c *cobra.Command, with string) {
	c.Flags().BoolVar(&f.with, "codes", false, with)
	c.Flags().StringVar(&f.address, "address", "", "the service's address for players' phones, where it is another")
}

// check refuses an address that leads nowhere.
func (f *codesFlags) check() error {
	if f.address == "" {
		return nil
	}
	if !f.with {
		return usage("--address is for the codes; add --codes")
	}
	service, err := client.New(f.address, "")
	if err != nil {
		return usage("%v", err)
	}
	f.address = service.BaseURL()
	return nil
}

// codes gives the codes of a round, nil where the sheet is to have none.
func (p *printer) codes(c *cobra.Command, service *client.Service, e *sheet.Event, round int, f codesFlags) (*sheet.Codes, error) {
	if !f.with {
		return nil, nil
	}
	all, err := client.Collect(service.Codes(c.Context(), e.Satellite.ID, round))
	if err != nil {
		return nil, err
	}
	codes := &sheet.Codes{Page: resultPage(firstOf(f.address, service.BaseURL())), Of: map[uuid.UUID]string{}}
	for _, one := range all {
		codes.Of[one.EntrantID] = one.Code
	}
	if onlyHere(codes.Page) && !p.app.quiet {
		p.app.warn("The codes lead to %s, which only this computer reaches; give the address for phones with --address.", codes.Page)
	}
	return codes, nil
}

// onlyHere says that an address is of this computer itself.
func onlyHere(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
