package page

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFileName: names of files are plain and differ where the files do.
func TestFileName(t *testing.T) {
	seen := map[string]string{}
	for _, file := range []string{"main.c", "src/main.c", "src__main.c", "src_main.c", "a%2fb.c", "a?b#c.c", "ä.c", "..", "../x.c", "a b.c", "A.c"} {
		name := FileName(file)
		if seen[name] != "" {
			t.Errorf("%q and %q are both %s", file, seen[name], name)
		}
		seen[name] = file
		if strings.ContainsAny(name, "/%?# ") {
			t.Errorf("%q: %s", file, name)
		}
	}
}

// TestForeignFolder: a report replaces an earlier report, and nothing else.
func TestForeignFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	for range 2 {
		if err := Write(dir, &Report{}); err != nil {
			t.Fatal(err)
		}
	}
	foreign := t.TempDir()
	file := filepath.Join(foreign, "source", "main.c")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644), os.WriteFile(filepath.Join(foreign, "index.html"), []byte("mine"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := Write(foreign, &Report{}); err == nil || !strings.Contains(err.Error(), "is not a report") {
		t.Errorf("into a foreign folder: %v", err)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	if err := Write(file, &Report{}); err == nil || !strings.Contains(err.Error(), "is not a folder") {
		t.Errorf("into a file: %v", err)
	}
}

// TestNumbers: what is packed can be read again.
func TestNumbers(t *testing.T) {
	want := []int{0, 1, 127, 128, 300, 1 << 20, math.MaxInt32}
	data, err := base64.StdEncoding.DecodeString(numbers(want))
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for r := bytes.NewReader(data); r.Len() > 0; {
		n, err := binary.ReadUvarint(r)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, int(n))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

func TestFragment(t *testing.T) {
	list := []Setting{{"a", "1"}, {"banner", `"x, y=&#%"`}}
	if got := fragment(list, true); got != "set=a=1,banner=%22x%2C%20y%3D%26%23%25%22&else=defaults" {
		t.Error(got)
	}
	if got := fragment(nil, false); got != "" {
		t.Error(got)
	}
}

// TestSteps: axes have few round numbers, the last of which is not below what is shown.
func TestSteps(t *testing.T) {
	for _, top := range []float64{0, 1, 3, 7, 20, 99, 100, 1234, 630000} {
		s := steps(top)
		if last := s[len(s)-1]; last < top || len(s) > 7 {
			t.Errorf("%v: %v", top, s)
		}
	}
}

// TestGraphApart: no two boxes overlap, and a drawing is always the same.
func TestGraphApart(t *testing.T) {
	g := &Graph{}
	for i := range 24 {
		n := GraphNode{Together: i%2 == 0}
		for range 1 + i%4 {
			n.Settings = append(n.Settings, Setting{strings.Repeat("o", 5+i), "1"})
		}
		g.Nodes = append(g.Nodes, n)
		for j := range i {
			if (i*j)%3 == 1 {
				g.Edges = append(g.Edges, GraphEdge{A: j, B: i, Elements: i})
			}
		}
	}
	boxes := g.boxes()
	place(boxes, g.distances())
	apart(boxes)
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			if math.Abs(a.x-b.x) < (a.w+b.w)/2 && math.Abs(a.y-b.y) < (a.h+b.h)/2 {
				t.Errorf("%v and %v overlap", a, b)
			}
		}
	}
	once, again := g.SVG(), g.SVG()
	if once != again {
		t.Error("two drawings differ")
	}
}

// TestPower: exponents are raised, and the rest is escaped.
func TestPower(t *testing.T) {
	if got := power("<72> tests, 1.4·10^32 configurations"); got != "&lt;72&gt; tests, 1.4·10<sup>32</sup> configurations" {
		t.Error(got)
	}
}
