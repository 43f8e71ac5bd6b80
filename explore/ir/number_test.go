package ir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// describe lists elements one a line.
func describe(e Elements) string {
	var b strings.Builder
	list := func(name string, elems []Element) {
		for i, e := range elems {
			fmt.Fprintf(&b, "%s %d %s:%d:%d %s %s\n", name, i+1, e.File, e.Line, e.Col, e.Func, e.Detail)
		}
	}
	list("line", e.Lines)
	list("block", e.Blocks)
	list("edge", e.Edges)
	list("cond", e.Conditions)
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// logicalUnit is if (a && b && c) ...; switch with two cases of one arm; dead code; an endless end.
const logicalUnit = `unit "t.c"
file "t.c" subject
file "/usr/include/x.h"
func main params 3 result 4 regs 6 subject !1:1:5
b0:
  line !1:2:3
  branch.4 r0 ? b1 : b2 join b3 !1:2:9
b1: hidden
  r3 = ne.4 r1, 0
  jump b3
b2: hidden
  r3 = const 0
  jump b3
b3:
  branch.1 r3 ? b4 : b5 join b6 !1:2:14
b4: hidden
  r4 = ne.4 r2, 0
  jump b6
b5: hidden
  r4 = const 0
  jump b6
b6:
  branch.1 r4 ? b7 : b8 !1:2:3
b7:
  line !1:3:5
  switch.4 r0 1: b8, 0xffffffff: b8, default: b9 !1:3:5
b8:
  line !1:4:5
  jump b9
b9:
  line !2:7:1
  return r0 !1:6:3
b10:
  line !1:5:5
  jump b11
b11:
  unreachable
b12:
  jump b0
func lib params 0 regs 0 !2:9:1
b0:
  line !2:9:3
  return
`

func TestNumber(t *testing.T) {
	u := parseUnit(t, "t.c", logicalUnit)
	p := link(t, []*Unit{u}, nil, LinkOptions{Entry: "main"})
	got := describe(Number(p, CountGraph|CountEntries))
	want := `line 1 t.c:2:0 main
line 2 t.c:3:0 main
line 3 t.c:4:0 main
line 4 t.c:5:0 main
block 1 t.c:2:3 main block 0
block 2 t.c:3:5 main block 1
block 3 t.c:4:5 main block 2
block 4 /usr/include/x.h:7:1 main block 3
block 5 t.c:5:5 main block 4
block 6 t.c:1:5 main block 5
edge 1 t.c:1:5 main entry->0
edge 2 t.c:2:3 main 0->1
edge 3 t.c:2:3 main 0->2
edge 4 t.c:3:5 main 1->2
edge 5 t.c:3:5 main 1->3
edge 6 t.c:4:5 main 2->3
edge 7 t.c:5:5 main 4->5
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var text strings.Builder
	if err := PrintProgram(&text, p, 0); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"entry #1", "b0: #1\n", "b3:\n", "b6:\n", "? b7#2 : b8#3", "1: b8#4, 0xffffffff: b8#4, default: b9#5", "b11: #6", "b12:\n  jump b0\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
}

func TestNumberConditions(t *testing.T) {
	text := strings.NewReplacer(" hidden", "", " join b3", "", " join b6", "").Replace(logicalUnit)
	u := parseUnit(t, "t.c", text)
	p := link(t, []*Unit{u}, nil, LinkOptions{Entry: "main"})
	got := describe(Number(p, CountConditions))
	want := `cond 1 t.c:2:9 main true
cond 2 t.c:2:9 main false
cond 3 t.c:2:14 main true
cond 4 t.c:2:14 main false
cond 5 t.c:2:3 main true
cond 6 t.c:2:3 main false
cond 7 t.c:3:5 main case 1
cond 8 t.c:3:5 main case -1
cond 9 t.c:3:5 main default
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestNumberCopies checks that copies of a header's function share elements, and functions of one name do not.
func TestNumberCopies(t *testing.T) {
	inline := "func max static params 0 regs 1 subject !2:3:1\nb0:\n  line !2:4:1\n  return\n"
	head := "file \"h.h\" subject\n"
	a := unitOf(t, "a.c", head+fn("main", "max", "f"), inline, "undefined f", fn("local static"))
	b := unitOf(t, "b.c", head+fn("f", "max"), inline, strings.Replace(fn("local static"), "regs 1", "regs 1 subject", 1))
	p := link(t, []*Unit{a, b}, nil, LinkOptions{Entry: "main"})
	got := describe(Number(p, CountGraph|CountEntries))
	want := `line 1 h.h:4:0 max
block 1 b.c:1:1 local block 0
block 2 h.h:4:1 max block 0
edge 1 b.c:1:1 local entry->0
edge 2 h.h:3:1 max entry->0
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
