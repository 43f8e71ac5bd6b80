package frontend

// This file identifies the version of the code that lowers, for caches of lowered units.

import (
	"embed"
	"runtime/debug"
	"sync"

	"github.com/confcov/confcov/explore/ir"
)

//go:embed *.go
var sources embed.FS

// Version returns what changes when the same C source could be lowered
// otherwise: the source of this package and of ir, the parser's version, and
// what the host's C compiler says of itself.
var Version = sync.OnceValue(func() string {
	v := ir.HashSources(sources) + " " + ir.SourceVersion()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "modernc.org/cc/v4" {
				v += " " + m.Version + m.Sum
			}
		}
	}
	return v + " " + hostFacts()
})

// hostFacts are the predefined macros and include folders of the host's C compiler.
func hostFacts() string {
	h, err := host()
	if err != nil {
		return ""
	}
	facts := h.Predefined
	for _, dir := range h.HostSysIncludePaths {
		facts += "\n" + dir
	}
	return facts
}
