package native

// This file writes the file system of a test to a folder.

import (
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
