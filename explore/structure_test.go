package explore

import (
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/path"
)

// TestStructure: what branches look at is what reaches them, and nothing that the same variable held elsewhere.
func TestStructure(t *testing.T) {
	const source = `int getpid(void), getuid(void);
int first, second;
static int callee(int x) { return x; }
static int (*pointer)(int) = callee;
int main(int argc, char **argv)
{
	int r = first;
	if (r)
		return 1;
	r = getpid();
	if (r == -1)
		return 2;
	r = second;
	if (r && argc > 1)
		return pointer(3);
	do
		r = getuid();
	while (r == 7);
	switch (callee(4)) {
	case 1: return 5;
	}
	return 0;
}
`
	p := linkC(t, t.TempDir()+"/main.c", []byte(source), frontend.Options{})
	universe(t, p, path.Merged)
	blocks := Structure(p)
	if !slices.Contains(blocks[0].Refers, "callee") {
		t.Errorf("objects refer to %q", blocks[0].Refers)
	}
	reads := map[int32]string{}
	calls := map[string]bool{}
	for i, b := range blocks {
		if int(b.ID) != i {
			t.Fatalf("block %d is at %d", b.ID, i)
		}
		if b.Func != "main" {
			continue
		}
		if b.Line != 0 {
			reads[b.Line] = strings.Join(b.Reads, " ")
		}
		for _, f := range b.Refers {
			calls[f] = true
		}
		for _, to := range b.Next {
			if to == 0 || int(to) >= len(blocks) || blocks[to].Func != "main" {
				t.Errorf("block %d leads to %d", b.ID, to)
			}
		}
	}
	for line, want := range map[int32]string{8: "first", 11: "getpid()", 14: "argc second", 18: "getuid()", 19: "callee()"} {
		if reads[line] != want {
			t.Errorf("the branch at line %d looks at %q, want %q", line, reads[line], want)
		}
	}
	if !calls["callee"] || !calls["getpid"] || calls["main"] {
		t.Errorf("main refers to %v", calls)
	}
}
