package gcc

// This file ends processes that a program left behind outside of its process group. They are known by
// the memory that they record to.

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// killStray ends all processes of a run whose first process was first. It looks again until there is none: they may still make others.
func (p *Program) killStray(r *record, first int) {
	var memory unix.Stat_t
	program, err := os.Stat(p.Path)
	if err != nil || unix.Fstat(int(r.file.Fd()), &memory) != nil {
		return
	}
	inode := strconv.AppendUint(nil, memory.Ino, 10)
	for range 100 {
		found := false
		names, _ := filepath.Glob("/proc/[1-9]*")
		for _, name := range names {
			pid, _ := strconv.Atoi(filepath.Base(name))
			if first/2 < pid && pid < first { // older than the first; numbers begin again after the last
				continue
			}
			// The program first: a child of confcov has confcov's memory until it runs its own.
			if f, err := os.Stat(name + "/exe"); err != nil || !os.SameFile(f, program) {
				continue
			}
			if maps, err := os.ReadFile(name + "/maps"); err == nil && mapped(maps, inode) {
				found = true
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		if !found {
			return
		}
	}
}

// mapped reports whether the maps of a process name that memory.
func mapped(maps, inode []byte) bool {
	for line := range bytes.Lines(maps) {
		if f := bytes.Fields(line); len(f) > 5 && bytes.Equal(f[4], inode) && bytes.HasPrefix(f[5], []byte("/memfd:")) {
			return true
		}
	}
	return false
}
