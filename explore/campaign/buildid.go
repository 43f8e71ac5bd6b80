package campaign

// This file identifies the engine: the running program.

import (
	"crypto/rand"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"strings"
	"sync"
)

// buildID identifies the running program by the content of all its packages, so that tests finished by another build are
// not mistaken for its own. It is Go's build id; if there is none, the hash of the executable; and if that cannot be
// read, an id that equals no other.
var buildID = sync.OnceValue(func() string {
	f, err := os.Open("/proc/self/exe")
	if err != nil {
		return "unknown-" + rand.Text()
	}
	defer f.Close()
	if id := noteOf(f); id != "" {
		return id
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, 1<<62)); err != nil {
		return "unknown-" + rand.Text()
	}
	return hex.EncodeToString(h.Sum(nil))
})

// noteOf returns the build id that the linker left in an executable, "" if there is none.
func noteOf(f io.ReaderAt) string {
	file, err := elf.NewFile(f)
	if err != nil {
		return ""
	}
	section := file.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	data, err := section.Data()
	if err != nil || len(data) < 16 { // sizes, kind and name of the note
		return ""
	}
	return strings.TrimRight(string(data[16:]), "\x00")
}

// BuildID identifies the running program, for what only the same program may use again.
func BuildID() string { return buildID() }
