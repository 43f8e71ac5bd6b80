package frontend

// This file compares what becomes of directives with gcc.

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
)

// directives are lines and groups of lines: "\\n" ends a line within one.
const directives = `
#foobar
#if 0\n#foobar\n#endif
#if 1\n#else\n#foobar\n#endif
#embed "x"
#Define X
#includ <stddef.h>
#defined X
# /* c */ foobar
/* c */ #foobar
/*\n*/ #foobar
#\\\nfoobar
%:foobar
#!
#+
#"x"
# 33 "file"
# 33
# 33 "file" 1 3
# 33 "file" 9
# 33 "file" 1 2
# 33 foo
#33 "file" x
#ident "x"
#ident
#ident foo
#sccs "x"
#warning don't
#assert machine(x)
#assert
#unassert machine
#unassert
#import "once.h"\n#import "once.h"
#elifdef A
#if 0\n#elifdef A\nfoo bar\n#else\n#endif
#if 0\n#elifndef A\n#else\nfoo bar\n#endif
#if 1\n#elifdef A\n#endif
#
# // c
#line
#line 5 6
#line 5 "x"
#line 1e3
#line 0x10
#undef
#define
#define 3
#ifdef\n#endif
#include
#include foo
#include_next
#error don't
#pragma foo
#else
#endif
#elif 1
#if\n#endif
#if 1
#if 1 2\n#endif
#if 0\n#if\n#endif\n#endif
#if 0\n#else\n#else\n#endif
#if 0\ndon't (((\n#endif
`

// gccPlace is an error of gcc: line, column if there is one, message.
var gccPlace = regexp.MustCompile(`(?m)^[^:\n]*:(\d+):(?:(\d+):)? error: (.*)$`)

// TestDirectives requires that the same directives are errors as for gcc, on the same line and, of those that the
// preprocessor does not know, with the same message.
func TestDirectives(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	writeFile(t, dir+"/once.h", "struct once { int a; };\n")
	for line := range strings.Lines(strings.TrimSpace(directives)) {
		line = strings.TrimSuffix(line, "\n")
		text := "int a;\n" + strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(line) + "\nint b;\n"
		file := dir + "/f.c"
		writeFile(t, file, text)
		cmd := exec.Command("gcc", "-w", "-fsyntax-only", file)
		cmd.Env = append(cmd.Environ(), "LC_ALL=C")
		out, _ := cmd.CombinedOutput()
		want := gccPlace.FindStringSubmatch(string(out))
		_, err := Lower(context.Background(), file, nil, &Options{})
		if (err != nil) != (want != nil) {
			t.Errorf("%s: the error is %v, of gcc %q", line, err, want)
			continue
		}
		if want == nil {
			continue
		}
		if msg, _, _ := strings.Cut(want[3], ";"); strings.HasPrefix(msg, "invalid ") && !strings.Contains(msg, "flag") {
			place := fmt.Sprintf("f.c:%s:", want[1])
			if got := err.Error(); !strings.Contains(got, place) || !strings.HasSuffix(got, ": "+msg) {
				t.Errorf("%s: the error is %v, of gcc %s %s", line, err, place, msg)
			}
		}
	}
}
