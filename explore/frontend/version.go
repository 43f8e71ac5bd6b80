package frontend

// This file identifies the front end, so that units lowered by another one are not reused.

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"runtime/debug"
	"strings"
	"sync"
)

//go:embed *.go
var sources embed.FS

// Version identifies what the front end does: a hash of its own source, the
// version of the parser and the host compiler's facts. Equal versions lower equal sources equally.
var Version = sync.OnceValue(func() string {
	h := sha256.New()
	err := fs.WalkDir(sources, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := sources.ReadFile(path)
		h.Write([]byte(path))
		h.Write(text)
		return err
	})
	if err != nil {
		panic(err) // an embedded file that cannot be read
	}
	if b, ok := debug.ReadBuildInfo(); ok {
		for _, m := range b.Deps {
			if m.Path == "modernc.org/cc/v4" {
				h.Write([]byte(m.Version))
			}
		}
	}
	h.Write([]byte(predefined()[0]))
	return hex.EncodeToString(h.Sum(nil)[:12])
})
