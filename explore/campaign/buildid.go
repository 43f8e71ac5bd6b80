package campaign

// This file identifies the engine: the program that runs.

import (
	"debug/elf"
	"os"
	"sync"
)

// buildID identifies the program that runs by the content of all its packages, so that finished
// tests of another build are not taken for its own; "" where it is not known.
var buildID = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := elf.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	section := f.Section(".note.go.buildid")
	if section == nil {
		return ""
	}
	data, err := section.Data()
	if err != nil {
		return ""
	}
	return string(data)
})
