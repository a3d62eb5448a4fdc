// Package smtp sends letters through a mail server, by SMTP. It is the only package that imports a
// library for mail. It keeps nothing and tries nothing twice; both are internal/mail's.
package smtp

import (
	"context"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	letters "github.com/nast-tour/nast/internal/mail"
)

// within is how long the delivery of one letter may take.
const within = 30 * time.Second

// Server is a mail server that takes our letters.
type Server struct {
	host    string
	options []gomail.Option
	from    string
}

var _ letters.Sender = (*Server)(nil)

// New reads the address of a server and who our letters come from ("Tour <tour@example.org>").
//
// The address is smtp://USER:PASSWORD@HOST:PORT, port 587 by default, where the connection is
// encrypted after a greeting (STARTTLS), or smtps:// with port 465, where it is from the start.
// With a user STARTTLS is needed, as the password would be read by others otherwise; without one
// it is used where the server offers it. "?tls=none" never encrypts, for a server on the same
// machine.
func New(address, from string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, fmt.Errorf("the address of the mail server has to look like smtp://user:password@mail.example.org:587, or begin with smtps://")
	}
	if _, err := mail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("%q is no address to send mail from; write it as Tour <tour@example.org>", from)
	}
	s := &Server{host: u.Hostname(), from: from, options: []gomail.Option{gomail.WithTimeout(within)}}
	policy := gomail.TLSOpportunistic
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
		policy = gomail.TLSMandatory
	}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	case u.Query().Get("tls") == "none":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		s.options = append(s.options, gomail.WithTLSPolicy(policy))
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil {
			return nil, fmt.Errorf("%q is no port of a mail server", text)
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	return s, nil
}

// Send hands a letter over to the server.
func (s *Server) Send(ctx context.Context, l letters.Letter) error {
	m := gomail.NewMsg()
	if err := m.From(s.from); err != nil {
		return err
	}
	if err := m.To(l.To); err != nil {
		return fmt.Errorf("the address of the letter: %w", err)
	}
	m.Subject(l.Subject)
	m.SetDateWithValue(l.QueuedAt)
	m.SetMessageIDWithValue(l.ID.String() + "@nast")
	m.SetGenHeader("Auto-Submitted", "auto-generated") // so that no answering machine answers
	m.SetBodyString(gomail.TypeTextPlain, l.Body)
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return client.DialAndSendWithContext(ctx, m)
}
