package replay

import (
	"testing"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/confspace"
)

func calls(names ...string) trace.Calls {
	c := trace.Calls{Total: uint64(len(names))}
	for i, n := range names {
		c.Names, c.Seq = append(c.Names, n), append(c.Seq, uint32(i))
		c.Digest = trace.Extend(c.Digest, trace.HashName(n))
	}
	return c
}

func TestExplain(t *testing.T) {
	sp := &confspace.Space{Options: []confspace.Option{{
		Name: "idle_timeout", Object: "x", Default: 300, Domain: confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true},
	}}}
	ds := []trace.Difference{{Oracle: trace.Chain}, {Oracle: trace.Coverage}}
	same := calls("main")
	for _, c := range []struct {
		name    string
		timeout int64
		a, b    []trace.Calls
		left    int
	}{
		{"nothing", 300, []trace.Calls{calls("main", "f")}, []trace.Calls{calls("main", "g")}, 2},
		{"short", 1, []trace.Calls{calls("main", "f")}, []trace.Calls{calls("main", "g")}, 0},
		{"moved", 300, []trace.Calls{same, calls("f", "h", "g", "g")}, []trace.Calls{same, calls("f", "g", "h", "g")}, 1},
		{"one process", 300, []trace.Calls{calls("f", "h", "g")}, []trace.Calls{calls("f", "g", "h")}, 2},
		{"another function", 300, []trace.Calls{same, calls("f", "h", "g")}, []trace.Calls{same, calls("f", "g", "k")}, 2},
	} {
		left, explained := Explain(ds, sp, confspace.Configuration{c.timeout}, []bool{true}, &trace.Trace{Calls: c.a}, &trace.Trace{Calls: c.b}, 100)
		if len(left) != c.left || len(left)+len(explained) != len(ds) {
			t.Errorf("%s: %d differences left, %d explained; want %d left", c.name, len(left), len(explained), c.left)
		}
	}
}
