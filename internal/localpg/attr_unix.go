//go:build unix && !linux

package localpg

import "syscall"

// childAttr starts a child as the account, in a process group of its own. No signal
// at the parent's death here: the next supervisor finds and stops the orphan.
func childAttr(a *account, _ syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true}
}
