package configure

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/confine"
)

// script is a configure script as autoconf makes them, as far as matters here.
const script = `#!/bin/sh
for a in "$@"; do case $a in [A-Z]*=*) eval "${a%%=*}='${a#*=}'" ;; --with-x=*) x=${a#*=} ;; --fail) fail=1 ;; --link) link=1 ;; esac; done
exec 5>config.log
has() {
  echo "char $1 (); int main (void) { return $1 (); }" >conftest.c
  if $CC $CFLAGS -o conftest conftest.c >&5 2>&1; then echo "#define HAVE_$1 1"; else echo "/* no $1 */"; fi
}
(has strlen; has fts_open; has obstack_free; has getline; echo "#define X ${x-none}") >config.h
echo 'int main (void) { return sizeof (long); }' >conftest.c
$CC -o conftest conftest.c || exit 1
./conftest
echo "#define SIZE $?" >>config.h
if test "$fail"; then echo 'configure:7: checking for a thing' >&5; echo 'configure:8: error: no thing' >&5; echo '## Cache variables. ##' >&5; echo 'configure: error: no thing' >&2; exit 3; fi
if test "$link"; then rm config.h; ln -s /etc/passwd config.h; fi
echo 'lib/made.h: lib/made.in
	sed s/old/new/ lib/made.in >$@' >Makefile
touch left.over
`

// recipe returns a source with that script.
func recipe(t *testing.T, args ...string) (*Recipe, fetch.Options) {
	t.Helper()
	need.Tool(t, "make")
	need.NoError(t, confine.Check())
	dir := need.Folder(t, map[string]string{"configure": script, "lib/made.in": "old\n", "a.c": "int a;\n"})
	return &Recipe{Name: "a-1", Source: dir, Arguments: args, Generated: []string{"config.h", "lib/made.h", "lib/none.h?"}}, fetch.Options{Cache: t.TempDir()}
}

func TestRun(t *testing.T) {
	r, opt := recipe(t, "--with-x=7")
	tree, err := Run(t.Context(), r, opt)
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(tree, name))
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	// glibc has fts_open and obstack_free, the engine's library has not.
	if got, want := read("config.h"), "#define HAVE_strlen 1\n/* no fts_open */\n/* no obstack_free */\n#define HAVE_getline 1\n#define X 7\n#define SIZE 8\n"; got != want {
		t.Errorf("config.h is\n%s\nwant\n%s", got, want)
	}
	if got := read("lib/made.h"); got != "new\n" {
		t.Errorf("lib/made.h is %q", got)
	}
	if got := read("a.c"); got != "int a;\n" {
		t.Errorf("a.c is %q", got)
	}
	for _, name := range []string{"left.over", "config.log", "Makefile", "conftest.c"} {
		if _, err := os.Stat(filepath.Join(tree, name)); err == nil {
			t.Errorf("%s was left", name)
		}
		if _, err := os.Stat(filepath.Join(r.Source, name)); err == nil {
			t.Errorf("%s is in the source", name)
		}
	}

	// It runs once; a tree that somebody changed is made again; other arguments make another one.
	told := 0
	opt.Log = func(string, ...any) { told++ }
	again := func(want int, change func()) string {
		t.Helper()
		change()
		told = 0
		dir, err := Run(t.Context(), r, opt)
		if err != nil || told != want {
			t.Errorf("the script ran %d times, want %d: %v", told, want, err)
		}
		return dir
	}
	again(0, func() {})
	again(1, func() { os.WriteFile(filepath.Join(tree, "config.h"), nil, 0o644) })
	if got := read("config.h"); !strings.Contains(got, "SIZE 8") {
		t.Errorf("config.h is %q", got)
	}
	if dir := again(1, func() { r.Arguments = []string{} }); dir == tree {
		t.Error("other arguments have the same tree")
	}
	if dir := again(0, func() { r.Source = tree }); dir != tree {
		t.Error("a source that has all files was configured")
	}
}

func TestFailures(t *testing.T) {
	for _, test := range []struct {
		args   []string
		change func(r *Recipe)
		want   []string
	}{
		{[]string{"--fail"}, nil, []string{"configure a-1: exit status 3: ", "configure: error: no thing", "configure:7: checking for a thing\nconfigure:8: error: no thing", "correct build.configure: ./configure --fail", "--source"}},
		{nil, func(r *Recipe) { r.Generated = append(r.Generated, "lib/other.h") }, []string{"make lib/made.h lib/other.h: exit status 2: ", "lib/other.h", "correct build.generated"}},
		{[]string{"--link"}, nil, []string{"build.generated", "config.h"}},
		{nil, func(r *Recipe) { os.Remove(filepath.Join(r.Source, "configure")) }, []string{"the source has no configure script"}},
	} {
		r, opt := recipe(t, test.args...)
		if test.change != nil {
			test.change(r)
		}
		if r.Arguments == nil {
			r.Arguments = []string{}
		}
		_, err := Run(t.Context(), r, opt)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v: %v, want %q", test.args, err, want)
			}
		}
		if failed := new(Failed); test.args != nil && test.args[0] == "--fail" && (!errors.As(err, &failed) || strings.Contains(err.Error(), "Cache variables")) {
			t.Errorf("%v", err)
		}
	}
}

// TestMake has a source whose makefile is there and makes the files alone.
func TestMake(t *testing.T) {
	r, opt := recipe(t)
	for name, text := range map[string]string{"Makefile": "made.h: made.in\n\t$(CC) -E -P -x c made.in >$@\n", "made.in": "#define N 3\nint n = N;\n", "configure": "exit 7\n"} {
		if err := os.WriteFile(filepath.Join(r.Source, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r.Arguments, r.Generated = nil, []string{"made.h"}
	tree, err := Run(t.Context(), r, opt)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(tree, "made.h")); err != nil || string(data) != "int n = 3;\n" {
		t.Errorf("made.h is %q, %v", data, err)
	}
	r.Generated = []string{"lib/none.h", "other/none.h"}
	if err := os.Remove(filepath.Join(r.Source, "Makefile")); err != nil {
		t.Fatal(err)
	}
	if _, err = Run(t.Context(), r, opt); err == nil || !strings.Contains(err.Error(), "lib/none.h") || !strings.Contains(err.Error(), "give build.configure") {
		t.Error(err)
	}
}
