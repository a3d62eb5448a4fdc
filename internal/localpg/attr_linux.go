package localpg

import "syscall"

// childAttr starts a child as the account, in a process group of its own, and has
// the kernel send it the signal when its parent dies. Go sets the latter after the
// change of user, which would clear it.
func childAttr(a *account, atParentDeath syscall.Signal) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential(), Setpgid: true, Pdeathsig: atParentDeath}
}
