package path

// This file lets one process at a time write a run directory. The lock is the kernel's, on an open
// file, so it ends with its holder, however that ends. Who explores holds it alone, and leaves the
// process's number in the file; who stores the result of an analysis shares it with others that do.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"syscall"
	"time"
)

// BusyError says that another process writes a run directory.
type BusyError struct {
	Dir string
	PID int // 0: not known
}

func (e *BusyError) Error() string {
	who := "another process"
	if e.PID != 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("%s: %s is writing into this run directory: wait for it, or choose another directory", e.Dir, who)
}

// Those who store results hold the lock for an instant only: it is waited for, in steps.
const (
	lockSteps = 100
	lockStep  = 20 * time.Millisecond
)

// lock takes the lock of a run directory, alone or shared.
func lock(root *os.Root, how int) (*os.File, error) {
	// A link could lead to another file, which would be written.
	if info, err := root.Lstat(lockFile); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s/%s: not a file: remove it", root.Name(), lockFile)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := root.OpenFile(lockFile, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, explain(fmt.Errorf("lock the run directory %s: %w", root.Name(), err))
	}
	for step := 0; ; step++ {
		err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, syscall.EINTR):
			continue
		case !errors.Is(err, syscall.EWOULDBLOCK):
			f.Close()
			return nil, fmt.Errorf("lock %s/%s: %w: choose a run directory on another file system", root.Name(), lockFile, err)
		}
		data, _ := io.ReadAll(io.NewSectionReader(f, 0, 32))
		pid, _ := strconv.Atoi(string(bytes.TrimSpace(data)))
		if pid <= 0 || syscall.Kill(pid, 0) == syscall.ESRCH {
			pid = 0 // it was killed, and others hold the lock now
		}
		if pid != 0 || step == lockSteps {
			f.Close()
			return nil, &BusyError{Dir: root.Name(), PID: pid}
		}
		time.Sleep(lockStep)
	}
}

// lockAlone takes the lock to explore.
func lockAlone(root *os.Root) (*os.File, error) {
	f, err := lock(root, syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	if err = f.Truncate(0); err == nil {
		_, err = f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
	if err != nil {
		f.Close()
		return nil, explain(fmt.Errorf("lock the run directory %s: %w", root.Name(), err))
	}
	return f, nil
}

// unlock releases the lock that lockAlone took.
func unlock(f *os.File) {
	f.Truncate(0) // equal runs have equal files
	f.Close()
}
