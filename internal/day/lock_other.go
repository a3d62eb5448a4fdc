//go:build !unix && !windows

package day

import "os"

// lock does nothing here: use a day file from one program at a time.
func lock(*os.File) error { return nil }
