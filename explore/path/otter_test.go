package path

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const otterText = `3 2
a.c:1 b.c:7
############
0
------
and(NOT(OR(listen,Bytes(0))),NOT(BVLT(chunk,Bytes(4096U))),BVGT(chunk,Bytearray(/ff/ff/00/00)))
------
0,1,-1

============
0 1
------
AND(listen,Bytearray(/01/00/00/00))
------
1,-1,-1
1,0,-1

============
`

// TestOtter: both formats make the same run directory, keys aside, which are hashes of the data.
func TestOtter(t *testing.T) {
	const jsonText = `{"lines": ["a.c:1", "b.c:7"], "options": ["chunk", "listen"]}
{"condition": ["and", ["not", ["or", "listen", 0]], ["not", ["lt", "chunk", 4096]], ["gt", "chunk", 65535]], "lines": [0]}
{"condition": ["and", "listen", 1], "lines": [0, 1]}
`
	dirs := [2]string{filepath.Join(t.TempDir(), "otter"), filepath.Join(t.TempDir(), "json")}
	for i, text := range []string{otterText, jsonText} {
		if _, err := Import(dirs[i], ImportOptions{Name: "x"}, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dirs[0], "tests/*/*.parquet"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, name := range append(files, filepath.Join(dirs[0], "options.parquet"), filepath.Join(dirs[0], "elements.parquet")) {
		rel, _ := filepath.Rel(dirs[0], name)
		a, err1 := os.ReadFile(name)
		b, err2 := os.ReadFile(filepath.Join(dirs[1], rel))
		if err1 != nil || err2 != nil || string(a) != string(b) {
			t.Errorf("%s differs, %v, %v", rel, err1, err2)
		}
	}
}

// TestBadOtter: what is not in the format is an error that names the line.
func TestBadOtter(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"3 2\n", "3 3\n", "line 2: 2 names of lines, but the first line says 3"},
		{"############\n", "", "line 3: want a line of #"},
		{"0\n------", "x\n------", "line 4: want the indices of lines"},
		{"0 1\n------\n", "0 1\n", "line 12: want a line of -"},
		{"0 1\n", "0 2\n", "record 3: lines: index 2 of 2"},
		{"NOT(OR", "XOR(OR", "line 6: unknown operator XOR"},
		{"BVLT(chunk,Bytes(4096U))", "BVLT(chunk)", "line 6: BVLT: want an option and a constant"},
		{"BVLT(chunk,Bytes(4096U))", "BVLT(chunk,chunk)", "line 6: BVLT: want an option and a constant"},
		{"Bytes(4096U)", "Bytes(4O96U)", "line 6: constant 4O96U: want an integer"},
		{"/ff/ff/00/00", "/ff/fx", "line 6: constant /ff/fx"},
		{"/01/00/00/00))", "/01/00/00/00)", "line 13: AND without an end"},
		{"/01/00/00/00))", "/01/00/00/00))x", `line 13: "x" after the condition`},
		{"AND(listen", "AND(" + strings.Repeat("NOT(", 2000) + "listen", "line 13: too deep a condition"},
		{"1,0,-1\n\n============\n", "", "line 15: the file ends within a path"},
	} {
		text := strings.Replace(otterText, c.old, c.new, 1)
		_, err := Import(filepath.Join(t.TempDir(), "run"), ImportOptions{Name: "x"}, strings.NewReader(text))
		if text == otterText || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}
