package smtp_test

import (
	"bufio"
	"context"
	"fmt"
	"mime"
	"net"
	"net/mail"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	letters "github.com/nast-tour/nast/internal/mail"
	"github.com/nast-tour/nast/internal/mail/smtp"
)

// post is a mail server just good enough to take one letter after the other.
type post struct {
	address string
	refuse  string // what every recipient is answered, where set
	got     chan delivery
}

type delivery struct {
	from, to string
	data     string
}

func newPost(t *testing.T, refuse string) *post {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	p := &post{address: listener.Addr().String(), refuse: refuse, got: make(chan delivery, 10)}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.talk(conn)
		}
	}()
	return p
}

func (p *post) talk(conn net.Conn) {
	defer conn.Close()
	say := func(line string) { _, _ = fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 post.example.org")
	in := bufio.NewScanner(conn)
	var d delivery
	for in.Scan() {
		line := in.Text()
		verb, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "MAIL":
			d.from = rest
			say("250 ok")
		case "RCPT":
			if p.refuse != "" {
				say(p.refuse)
				continue
			}
			d.to = rest
			say("250 ok")
		case "DATA":
			say("354 go on")
			var data strings.Builder
			for in.Scan() && in.Text() != "." {
				data.WriteString(in.Text() + "\r\n")
			}
			d.data = data.String()
			p.got <- d
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 post.example.org")
		}
	}
}

func letter() letters.Letter {
	return letters.Letter{
		ID: uuid.MustParse("0190a6b2-1c2d-7e3f-8a4b-000000000001"), Draft: letters.Draft{
			To:      "dan@example.org",
			Subject: "Carryover of Düsseldorf: 264.00 USD due", Body: "Dear Dan,\n\nthank you.\n.\nA line with a dot.\n",
		},
		QueuedAt: time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC),
	}
}

func TestALetterIsHandedOver(t *testing.T) {
	t.Parallel()
	p := newPost(t, "")
	s, err := smtp.New("smtp://"+p.address, "Tour <tour@example.org>")
	require.NoError(t, err)
	require.NoError(t, s.Send(t.Context(), letter()))
	got := <-p.got
	require.Contains(t, got.from, "<tour@example.org>")
	require.Contains(t, got.to, "<dan@example.org>")
	m, err := mail.ReadMessage(strings.NewReader(got.data))
	require.NoError(t, err)
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	require.NoError(t, err)
	require.Equal(t, letter().Subject, subject)
	require.Contains(t, m.Header.Get("Message-Id"), letter().ID.String(), "one letter has one id, however often it is sent")
	require.Equal(t, "auto-generated", m.Header.Get("Auto-Submitted"))
	require.Contains(t, m.Header.Get("Content-Type"), "text/plain")
}

func TestALetterCannotBringHeadersOrRecipientsOfItsOwn(t *testing.T) {
	t.Parallel()
	p := newPost(t, "")
	s, err := smtp.New("smtp://"+p.address+"?tls=none", "tour@example.org")
	require.NoError(t, err)
	l := letter()
	l.Subject = "Carryover\r\nBcc: eve@example.org\r\n\r\nBuy!"
	require.NoError(t, s.Send(t.Context(), l))
	m, err := mail.ReadMessage(strings.NewReader((<-p.got).data))
	require.NoError(t, err)
	require.Empty(t, m.Header.Get("Bcc"))
	l = letter()
	l.To = "dan@example.org, eve@example.org"
	require.Error(t, s.Send(t.Context(), l))
}

func TestWhatTheServerSaysIsTheFailure(t *testing.T) {
	t.Parallel()
	p := newPost(t, "550 no such mailbox here")
	s, err := smtp.New("smtp://"+p.address, "tour@example.org")
	require.NoError(t, err)
	require.ErrorContains(t, s.Send(t.Context(), letter()), "no such mailbox here")

	withPassword, err := smtp.New("smtp://user:secret@"+p.address, "tour@example.org")
	require.NoError(t, err)
	err = withPassword.Send(t.Context(), letter())
	require.Error(t, err, "a password is not sent where others could read it")
	require.NotContains(t, err.Error(), "secret")

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, s.Send(ended, letter()))
}

func TestAddressesOfServers(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"smtp://mail.example.org", "smtps://user:p%40ss@mail.example.org:465", "smtp://127.0.0.1:25?tls=none"} {
		_, err := smtp.New(good, "Tour <tour@example.org>")
		require.NoError(t, err, good)
	}
	for _, bad := range []string{"", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://user:secret@ho st"} {
		_, err := smtp.New(bad, "tour@example.org")
		require.Error(t, err, bad)
		require.NotContains(t, err.Error(), "secret")
	}
	_, err := smtp.New("smtp://mail.example.org", "the tour")
	require.Error(t, err)
}
