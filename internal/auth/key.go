package auth

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"io"
	"strings"
)

// MinKeyLength is the least number of bytes of a key, the organiser's first key
// (which may be any string) included.
const MinKeyLength = 32

const (
	keyMark      = "nast_"
	publicLength = 8
	secretLength = 43 // 43 characters of 62 are 256 bits
	alphabet     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// Key is a new key. Secret is shown once and never stored; Prefix, its start,
// is shown to know it by; Hash is what is stored and looked up.
type Key struct {
	Secret string
	Prefix string
	Hash   [32]byte
}

// NewKey makes a key of the form nast_PUBLIC_SECRET. Random has to be
// cryptographically random; its errors are returned.
func NewKey(random io.Reader) (Key, error) {
	letters, err := draw(random, publicLength+secretLength)
	if err != nil {
		return Key{}, fmt.Errorf("draw a key: %w", err)
	}
	secret := keyMark + letters[:publicLength] + "_" + letters[publicLength:]
	return Key{Secret: secret, Prefix: Prefix(secret), Hash: HashKey(secret)}, nil
}

// draw gives n letters of the alphabet, each as likely as any other: bytes
// beyond the largest multiple of 62 are thrown away.
func draw(random io.Reader, n int) (string, error) {
	const fair = 256 - 256%len(alphabet)
	letters := make([]byte, 0, n)
	buffer := make([]byte, n)
	for len(letters) < n {
		if _, err := io.ReadFull(random, buffer); err != nil {
			return "", err
		}
		for _, b := range buffer {
			if int(b) < fair && len(letters) < n {
				letters = append(letters, alphabet[int(b)%len(alphabet)])
			}
		}
	}
	return string(letters), nil
}

// HashKey is the SHA-256 of the whole key. A slow hash would add nothing: keys
// are random and long, not passwords.
func HashKey(key string) [32]byte { return sha256.Sum256([]byte(key)) }

// SameHash compares two hashes in constant time.
func SameHash(a, b [32]byte) bool { return subtle.ConstantTimeCompare(a[:], b[:]) == 1 }

// Prefix is the start of a key that may be shown: of a key of ours the mark and
// the public part, of any other string (the organiser's first key) four
// characters.
func Prefix(key string) string {
	shown := len(keyMark) + publicLength
	if strings.HasPrefix(key, keyMark) && len(key) > shown && key[shown] == '_' {
		return key[:shown]
	}
	letters := []rune(key)
	return string(letters[:min(4, len(letters))])
}
