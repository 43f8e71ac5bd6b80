package native

// This file writes the file system of a test to a folder.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/subjects"
)

// WriteRoot makes the entries below root with their owners, modes and times.
func WriteRoot(root string, entries []subjects.Entry) error {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b subjects.Entry) int {
		if a.Path < b.Path {
			return -1
		}
		return 1
	})
	for _, e := range sorted {
		if err := writeEntry(filepath.Join(root, e.Path), e); err != nil {
			return fmt.Errorf("write %s: %w", e.Path, err)
		}
	}
	if err := writeDevices(root); err != nil {
		return err
	}
	// Times last, and those of folders after those of what they hold.
	for _, e := range slices.Backward(sorted) {
		at := unix.NsecToTimespec(time.Unix(e.MTime, 0).UnixNano())
		err := unix.UtimesNanoAt(unix.AT_FDCWD, filepath.Join(root, e.Path), []unix.Timespec{at, at}, unix.AT_SYMLINK_NOFOLLOW)
		if err != nil {
			return fmt.Errorf("set the time of %s: %w", e.Path, err)
		}
	}
	return nil
}

func writeEntry(name string, e subjects.Entry) error {
	switch e.Kind {
	case subjects.EntryDir:
		if err := os.Mkdir(name, 0o700); err != nil && (e.Path != "/" || !os.IsExist(err)) {
			return err
		}
	case subjects.EntryLink:
		if err := os.Symlink(e.Target, name); err != nil {
			return err
		}
		return os.Lchown(name, int(e.UID), int(e.GID))
	default:
		if err := os.WriteFile(name, e.Data, 0o600); err != nil {
			return err
		}
	}
	// Ownership first: changing it clears set-id bits.
	if err := os.Chown(name, int(e.UID), int(e.GID)); err != nil {
		return err
	}
	return unix.Chmod(name, e.Mode)
}

// devices are those of the simulated machine.
var devices = []struct {
	name         string
	major, minor uint32
}{{"null", 1, 3}, {"zero", 1, 5}, {"full", 1, 7}, {"random", 1, 8}, {"urandom", 1, 9}}

// writeDevices makes the devices. Where that is not permitted /dev/null is an empty file, and there are no others.
func writeDevices(root string) error {
	dir := filepath.Join(root, "dev")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, d := range devices {
		name := filepath.Join(dir, d.name)
		if _, err := os.Lstat(name); err == nil {
			continue // the test's own
		}
		err := unix.Mknod(name, unix.S_IFCHR|0o666, int(unix.Mkdev(d.major, d.minor)))
		switch {
		case err == nil:
			err = unix.Chmod(name, 0o666)
		case errors.Is(err, unix.EPERM) && d.name != "null":
			continue
		case errors.Is(err, unix.EPERM):
			if err = os.WriteFile(name, nil, 0o666); err == nil {
				err = unix.Chmod(name, 0o666)
			}
		}
		if err != nil {
			return fmt.Errorf("make /dev/%s: %w", d.name, err)
		}
	}
	return nil
}
