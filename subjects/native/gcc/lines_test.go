package gcc

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/native/confine"
)

// counted runs a program and returns gcov's counts, ours by gcov's rules, ours, and the lines that are unclear; nothing if it does not end in time.
func counted(t *testing.T, p *Program, s Start) (gcov, literal, own trace.Lines, unclear map[place]bool) {
	t.Helper()
	need.That(t, p.graphs != nil, "the notes of this gcc are not known")
	r, err := p.newRecord(&s)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	tr, err := p.start(t.Context(), &s, r)
	if err != nil {
		t.Fatal(err)
	}
	if tr.End.Stopped() {
		return nil, nil, nil, nil
	}
	if gcov, err = p.gcovLines(context.WithoutCancel(t.Context()), r); err != nil {
		t.Fatal(err)
	}
	if literal, _, err = p.countLines(r, true); err != nil {
		t.Fatal(err)
	}
	if own, unclear, err = p.countLines(r, false); err != nil {
		t.Fatal(err)
	}
	return gcov, literal, own, unclear
}

// besideBlank returns the lines from which, or to which, a way leads through blocks without lines.
func besideBlank(p *Program) map[place]bool {
	out := map[place]bool{}
	for _, graphs := range p.graphs {
		for _, g := range graphs {
			for _, a := range g.arcs {
				for _, e := range [][2]int{{a.from, a.to}, {a.to, a.from}} {
					if places := g.lines[e[0]]; len(places) > 0 && e[1] >= firstBlock && len(g.lines[e[1]]) == 0 {
						out[places[len(places)-1]] = true
					}
				}
			}
		}
	}
	return out
}

// checkLines compares a run's counts with gcov's, and returns how many lines there are, how many have another count than
// gcov says, and how many have none.
func checkLines(t *testing.T, p *Program, s Start) (lines, other, none int) {
	t.Helper()
	gcov, literal, own, unclear := counted(t, p, s)
	beside := besideBlank(p)
	for _, file := range slices.Sorted(maps.Keys(gcov)) {
		for _, line := range slices.Sorted(maps.Keys(gcov[file])) {
			lines++
			want, at := gcov[file][line], place{file, line}
			if n, known := literal[file][line]; !known || n != want {
				t.Errorf("%s:%d: %d times by gcov's rules (known: %v), by gcov %d", file, line, n, known, want)
			}
			if n := own[file][line]; unclear[at] {
				none++
				t.Logf("%s:%d: not claimed, by gcov %d", file, line, want)
			} else if n != want {
				other++
				t.Logf("%s:%d: %d times, by gcov %d", file, line, n, want)
				if !beside[at] {
					t.Errorf("%s:%d: no block without lines explains that", file, line)
				}
			}
			if unclear[at] && !beside[at] {
				t.Errorf("%s:%d: no block without lines makes it unclear", file, line)
			}
		}
		if len(literal[file]) != len(gcov[file]) {
			t.Errorf("%s: %d lines, by gcov %d", file, len(literal[file]), len(gcov[file]))
		}
	}
	if len(literal) != len(gcov) {
		t.Errorf("%d files, by gcov %d", len(literal), len(gcov))
	}
	return lines, other, none
}

// TestLinesWithoutCode has lines on which gcov's count is not how often control came there.
func TestLinesWithoutCode(t *testing.T) {
	p := compiled(t, `int zero, one = 1;
static int f(int x) { return x; }
static int fold(int x) {
  return f(((f(x) && x), 0x2F) || zero);
}
static int leave(int x) {
  int last = 0;
  for (int i = 0; i < 3; i++) {
    int a[2] = { x, i }, *b = a;
    if (b[0] == 1) {
      return *b;
    }
    if (i == 5)
      break;
    last = *b;
    if (i == 1)
      return -last;
  }
  return last;
}
int renamed(int) __asm__("named");
int renamed(int x) {
  return fold(x);
}
int main(void) {
  return renamed(one) + leave(zero);
}
`)
	r := run(t, p, Start{})
	for line, want := range map[uint32]uint64{2: 2, 4: 1, 11: 0, 14: 0, 15: 2, 17: 1, 19: 0, 23: 1, 26: 1} {
		if n := r.Lines["program.c"][line]; n != want {
			t.Errorf("line %d: %d times, want %d", line, n, want)
		}
	}
	if c := chain(&r.Calls[0]); c != "main named fold f f leave" {
		t.Errorf("calls %s", c)
	}
}

// TestLinesOfOtherVersions reads notes of a version whose graphs are not known: gcov counts the lines.
func TestLinesOfOtherVersions(t *testing.T) {
	p := compiled(t, `
static int f(int x) { return x + 1; }
int main(void) {
  return f(f(0)) != 2;
}
`)
	own := map[string]bool{}
	for _, v := range []struct {
		version string // as it lies there: gcc 12.1 is *12B
		known   bool
	}{{"*12B", true}, {"*24B", true}, {"*21B", false}, {"*15B", false}} {
		data, err := os.ReadFile(filepath.Join(p.build.Dir, p.notes[0]+".gcno"))
		if err != nil {
			t.Fatal(err)
		}
		copy(data[4:], v.version)
		if _, known, _ := p.readNotes(data, p.folder(0), own); known != v.known {
			t.Errorf("version %s: known %v, want %v", v.version, known, v.known)
		}
	}
	for range 2 {
		r := run(t, p, Start{})
		if l := r.Lines["program.c"]; len(l) != 3 || l[2] != 2 || l[4] != 1 {
			t.Errorf("lines %v, by gcov: %v", l, p.graphs == nil)
		}
		p.graphs = nil
	}
}

// TestLinesByGcov compares the counts of the engine's test programs with gcov's.
func TestLinesByGcov(t *testing.T) {
	root, err := filepath.Abs("../../../explore")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(root, "testdata/c/*.c"))
	more, _ := filepath.Glob(filepath.Join(root, "testdata/conformance/*.c"))
	lines, other, none, programs := 0, 0, 0, 0
	for _, file := range append(files, more...) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			b := Build{Unconfined: confine.Check() != nil, Dir: t.TempDir(), Sources: []Source{{Path: file, Name: filepath.Base(file)}}, Flags: []string{"-I", filepath.Join(root, "libc/include")}, Libraries: []string{"m"}}
			p, err := Compile(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			l, o, n := checkLines(t, p, Start{Args: []string{"program"}, Env: []string{"LANG=C"}})
			lines, other, none, programs = lines+l, other+o, none+n, programs+1
		})
	}
	t.Logf("%d programs, %d lines, %d with another count, %d with none", programs, lines, other, none)
}

var (
	csmithPrograms = flag.Int("csmith", 3, "how many programs of Csmith to check")
	csmithSeed     = flag.Int("csmith-seed", 1, "the first one's seed")
)

func TestLinesOfCsmithPrograms(t *testing.T) {
	need.Tool(t, "csmith")
	lines, other, none := 0, 0, 0
	for seed := *csmithSeed; seed < *csmithSeed+*csmithPrograms; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := t.TempDir()
			csmith := exec.Command("csmith", "--seed", fmt.Sprint(seed))
			csmith.Dir = dir // it leaves a file
			source, err := csmith.Output()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "program.c")
			if err := os.WriteFile(file, source, 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := Compile(t.Context(), Build{Unconfined: confine.Check() != nil, Dir: dir, Sources: []Source{{Path: file, Name: "program.c"}}, Flags: []string{"-I/usr/include/csmith"}})
			if err != nil {
				t.Fatal(err)
			}
			l, o, n := checkLines(t, p, Start{Args: []string{"program"}, Limit: 3e9})
			lines, other, none = lines+l, other+o, none+n
		})
	}
	t.Logf("%d lines, %d with another count, %d with none", lines, other, none)
}
