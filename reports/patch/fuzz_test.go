package patch

import (
	"strings"
	"testing"
)

// FuzzMatch: whatever a patch says, it touches lines that the source has, or the place after the last one.
func FuzzMatch(f *testing.F) {
	f.Add("--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n x\n-y\n+z\n", "x\ny\n")
	f.Add("--- a.c\n+++ a.c\n@@ -1 +0,0 @@\n-x\n@@ -9,0 +8 @@\n+z\n", "x\n")
	f.Add("--- a.c\n+++ a.c\n@@ -9000000000000000000 +1 @@\n-x\n+y\n", "z\n")
	f.Add("diff --git a/a.c b/a.c\nnew file mode 100644\n--- /dev/null\n+++ b/a.c\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n", "x")
	f.Fuzz(func(t *testing.T, patch, source string) {
		p, err := Parse(strings.NewReader(patch))
		if err != nil {
			return
		}
		m, err := p.Match([]string{"a.c"}, func(string) ([]byte, error) { return []byte(source), nil })
		if err != nil {
			t.Fatal(err)
		}
		n := len(splitLines(source))
		for _, fm := range m.Files {
			for _, place := range fm.Places {
				if place.Line < 1 || place.Line > n && !place.Gap || place.Line > n+1 {
					t.Errorf("line %d of %d", place.Line, n)
				}
			}
		}
		if got := Lines([]byte(source), []byte(patch)); len(got) != n+1 {
			t.Errorf("%d lines, want %d", len(got), n+1)
		}
	})
}
