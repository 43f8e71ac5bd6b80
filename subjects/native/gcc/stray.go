package gcc

// This file ends processes that an unconfined program left behind outside of its process group. They are known by
// the memory that they record to.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// strayLimit is how long processes that are killed may take to end. That depends on the machine alone.
const strayLimit = time.Minute

// killStray ends all processes of a run whose first process was first, and returns when there are none: until then they may make
// others, and count.
func (p *Program) killStray(r *record, first int) error {
	var memory unix.Stat_t
	program, err := os.Stat(p.Path)
	if err != nil {
		return err
	}
	if err := unix.Fstat(int(r.file.Fd()), &memory); err != nil {
		return err
	}
	inode := strconv.AppendUint(nil, memory.Ino, 10)
	pause := time.Millisecond
	for start := time.Now(); ; time.Sleep(pause) {
		found := 0
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
				found = pid
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		if found == 0 {
			return nil
		}
		if time.Since(start) > strayLimit {
			return fmt.Errorf("process %d of %s does not end, %v after it was killed", found, p.Path, strayLimit)
		}
		pause = min(2*pause, 100*time.Millisecond)
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
