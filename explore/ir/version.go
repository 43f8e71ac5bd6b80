package ir

// This file identifies the version of this package's own source, for caches of
// what is made with it.

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"strings"
	"sync"
)

//go:embed *.go
var sources embed.FS

// SourceVersion returns a hash of this package's source.
var SourceVersion = sync.OnceValue(func() string { return HashSources(sources) })

// HashSources hashes the Go files of a package's folder, tests aside.
func HashSources(files embed.FS) string {
	h := sha256.New()
	entries, _ := files.ReadDir(".") // sorted by name
	for _, e := range entries {
		if text, err := files.ReadFile(e.Name()); err == nil && !strings.HasSuffix(e.Name(), "_test.go") {
			h.Write([]byte(e.Name() + "\x00"))
			h.Write(text)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
