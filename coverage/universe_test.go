package coverage

import "testing"

func TestLayoutAndNames(t *testing.T) {
	u := &Universe{}
	u.Add(Element{Criterion: Line, File: "main.c", Line: 147})
	u.Add(Element{Criterion: Line, File: "a.c", Line: 3})
	u.Add(Element{Criterion: Block, File: "main.c", Line: 147, Col: 3, Func: "main", Detail: "block 7"})
	u.Add(Element{Criterion: Edge, File: "main.c", Line: 147, Col: 3, Func: "main", Detail: "7->9"})
	u.Add(Element{Criterion: Outcome, File: "main.c", Line: 147, Col: 7, Func: "main", Detail: "true"})
	if err := u.Verify(); err != nil {
		t.Fatal(err)
	}
	want := []string{"main.c:147", "main.c:147:3 main block 7", "main.c:147:3 main 7->9", "main.c:147:7 true"}
	for i, c := range Criteria() {
		if got := u.Element(c, 1).Name(); got != want[i] {
			t.Errorf("%s: name %q, want %q", c, got, want[i])
		}
		if p, err := ParseCriterion(c.String()); p != c || err != nil {
			t.Errorf("ParseCriterion(%s) = %v, %v", c, p, err)
		}
	}
	l := u.Layout(Edge, Line, Block)
	if l.Size() != 4 || l.Has(Outcome) {
		t.Errorf("layout %+v", l)
	}
	b := NewBits(l)
	b.Set(l.Bit(Line, 2))
	b.Set(l.Bit(Edge, 1))
	var got []Criterion
	b.Each(func(i int) {
		c, id := l.At(i)
		if l.Bit(c, id) != i {
			t.Errorf("bit %d does not round-trip", i)
		}
		got = append(got, c)
	})
	if len(got) != 2 || got[0] != Line || got[1] != Edge || b.Count() != 2 || b.Has(999) {
		t.Errorf("bits %v", got)
	}
	if f := u.Files(); len(f) != 2 || f[0] != "a.c" {
		t.Errorf("files %v", f)
	}
}
