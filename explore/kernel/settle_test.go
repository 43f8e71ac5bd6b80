package kernel

import (
	"testing"

	"github.com/confcov/confcov/explore/expr"
)

// TestAnyByte: what the peer has been told as one byte, and which may be nothing, is none of a connection's bytes, be it within
// a piece: a connection that is closed then is not reset.
func TestAnyByte(t *testing.T) {
	x, sets := expr.NewBuilder(), boolSets(2)
	x.SetSets(sets)
	c, d := x.OfSet(sets.Setting(0, 1)), x.OfSet(sets.Setting(1, 1))
	text := &piece{cond: d, alts: [2]buf{{b: []byte("text")}}}
	told := buf{b: []byte{0}, s: []symByte{{p: text}}}
	within := buf{before: (*pieces)(nil).then(&piece{cond: c, alts: [2]buf{told}})}
	behind := within
	behind.b = []byte("x")
	for i, q := range []struct {
		b    *buf
		from int
		want *expr.Expr
	}{
		{&buf{}, 0, x.Bool(false)},
		{&told, 0, d},
		{&told, 1, x.Bool(false)},
		{&within, 0, x.And(c, d)},
		{&behind, 0, x.Bool(true)},
	} {
		if got := anyByte(x, q.b, q.from); got != q.want {
			t.Errorf("%d: %v, want %v", i, got, q.want)
		}
	}
}
