package native

// This file makes the file system of a test, as the simulated machine makes it: the same files in the same order, so that
// inodes have the same numbers.

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/native/confine"
)

// machineStart is when the simulated clock starts.
const machineStart = kernel.DefaultStart

// earlier is the default time of files: a day before.
const earlier = machineStart - 86400

// devices are those of the simulated machine.
var devices = []struct {
	name         string
	major, minor uint32
}{{"null", 1, 3}, {"zero", 1, 5}, {"full", 1, 7}, {"random", 1, 8}, {"urandom", 1, 9}}

// tree lists files and the folders that they need.
type tree struct {
	files []confine.File
	known map[string]bool
}

// add adds a file after the folders above it that are missing.
func (t *tree) add(f confine.File) {
	if f.Time == 0 {
		f.Time = earlier
	}
	f.HasTime = true
	f.Path = path.Clean("/" + f.Path)
	for i := 1; i < len(f.Path); i++ {
		if f.Path[i] == '/' && !t.known[f.Path[:i]] {
			t.known[f.Path[:i]] = true
			t.files = append(t.files, confine.File{Path: f.Path[:i], Mode: unix.S_IFDIR | 0o755, Time: f.Time, HasTime: true})
		}
	}
	if f.Path == "/" && t.known["/"] {
		t.files[0] = f // which is there from the start
		return
	}
	t.known[f.Path] = true
	t.files = append(t.files, f)
}

// machineFiles returns the files of a test.
func machineFiles(entries []subjects.Entry) []confine.File {
	t := tree{known: map[string]bool{}}
	t.add(confine.File{Path: "/", Mode: unix.S_IFDIR | 0o755})
	for _, e := range entries {
		f := confine.File{Path: e.Path, UID: e.UID, GID: e.GID, Time: e.MTime}
		switch e.Kind {
		case subjects.EntryDir:
			f.Mode = unix.S_IFDIR | orMode(e.Mode, 0o755)
		case subjects.EntryLink:
			f.Mode, f.Data = unix.S_IFLNK|0o777, []byte(e.Target)
		default:
			f.Mode, f.Data = unix.S_IFREG|orMode(e.Mode, 0o644), e.Data
			if e.Host {
				f.Data = hostLocale(e.Path)
			}
		}
		t.add(f)
	}
	for _, d := range devices {
		if name := "/dev/" + d.name; !t.known[name] {
			t.add(confine.File{Path: name, Mode: unix.S_IFCHR | 0o666, Major: d.major, Minor: d.minor})
		}
	}
	return t.files
}

// hostLocale returns the content of the host's file of a locale; nil if it has none.
func hostLocale(name string) []byte {
	rest, _ := strings.CutPrefix(name, subjects.LocaleFolder+"/")
	locale, file, _ := strings.Cut(rest, "/")
	list, _ := os.ReadDir(subjects.LocaleFolder)
	for _, d := range list {
		if subjects.LocaleName(d.Name()) == locale {
			if data, err := os.ReadFile(filepath.Join(subjects.LocaleFolder, d.Name(), file)); err == nil {
				return data
			}
		}
	}
	return nil
}

// noLocale returns why a locale is not there in native runs, "" if it is.
func noLocale(locale string) string {
	switch name := subjects.LocaleName(locale); {
	case name == "":
		return fmt.Sprintf("the locale %s is not of UTF-8, as all are in the engine but C and POSIX", locale)
	case hostLocale(subjects.LocaleFolder+"/"+name+"/LC_CTYPE") == nil:
		return fmt.Sprintf("the host has no folder %s/%s with the locale %s: make it with localedef --no-archive", subjects.LocaleFolder, name, locale)
	}
	return ""
}

// orMode returns the mode of an entry; 0 is that of any file of its kind.
func orMode(mode, otherwise uint32) uint32 {
	if mode == 0 {
		return otherwise
	}
	return mode
}

// ownedByRoot reports whether no entry needs another user.
func ownedByRoot(entries []subjects.Entry) bool {
	for i := range entries {
		if entries[i].UID != 0 || entries[i].GID != 0 {
			return false
		}
	}
	return true
}

// passwd reports whether the entries name users, to whom the program may change.
func passwd(entries []subjects.Entry) bool {
	for i := range entries {
		if strings.TrimSuffix(entries[i].Path, "/") == "/etc/passwd" {
			return true
		}
	}
	return false
}
