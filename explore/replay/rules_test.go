package replay

import (
	"testing"

	"github.com/confcov/confcov/explore/trace"
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
	ds := []trace.Difference{{Oracle: trace.Chain}, {Oracle: trace.Coverage}}
	same := calls("main")
	for _, c := range []struct {
		name string
		a, b []trace.Calls
		left int
	}{
		{"nothing", []trace.Calls{calls("main", "f")}, []trace.Calls{calls("main", "g")}, 2},
		{"moved", []trace.Calls{same, calls("f", "h", "g", "g")}, []trace.Calls{same, calls("f", "g", "h", "g")}, 1},
		{"one process", []trace.Calls{calls("f", "h", "g")}, []trace.Calls{calls("f", "g", "h")}, 2},
		{"another function", []trace.Calls{same, calls("f", "h", "g")}, []trace.Calls{same, calls("f", "g", "k")}, 2},
	} {
		left, explained := Explain(ds, &trace.Trace{Calls: c.a}, &trace.Trace{Calls: c.b})
		if len(left) != c.left || len(left)+len(explained) != len(ds) {
			t.Errorf("%s: %d differences left, %d explained; want %d left", c.name, len(left), len(explained), c.left)
		}
	}
}

// TestExplainRead: what the program sees of its own configuration explains a difference; the machine's moods do not.
func TestExplainRead(t *testing.T) {
	ds := []trace.Difference{{Oracle: trace.Output}}
	for _, c := range []struct {
		name               string
		read, both, stored string // outputs
		left, explained    int
	}{
		{"sees its file", "53 bytes", "53 bytes", "0 bytes", 0, 1},
		{"values are read otherwise", "a", "b", "b", 1, 0},
		{"chance", "182 seconds", "182 seconds", "182 seconds", 0, 0},
	} {
		left, explained, err := explainRead(ds, func(read, stored bool) (*trace.Trace, error) {
			text := c.stored
			if read {
				text = c.read
				if stored {
					text = c.both
				}
			}
			return &trace.Trace{Output: []byte(text)}, nil
		})
		if err != nil || len(left) != c.left || len(explained) != c.explained {
			t.Errorf("%s: %d left, %d explained, %v; want %d and %d", c.name, len(left), len(explained), err, c.left, c.explained)
		}
	}
}
