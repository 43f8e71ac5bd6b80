package memory

import (
	"testing"

	"pgregory.net/rapid"
)

// TestShadow: what is defined agrees with a slice of booleans.
func TestShadow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const size = 150
		type pair struct {
			c    *Contents
			want [size]bool
		}
		var ps [2]pair
		for i := range ps {
			ps[i].c = &Contents{Bytes: make([]byte, size)}
			if i == 0 {
				ps[i].c.shadow.undefineAll(size)
			} else {
				for k := range ps[i].want {
					ps[i].want[k] = true
				}
			}
		}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			k := rapid.IntRange(0, 1).Draw(t, "which")
			p, o := &ps[k], &ps[1-k]
			off := rapid.IntRange(0, size-1).Draw(t, "off")
			n := rapid.IntRange(0, size-off).Draw(t, "n")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				p.c.Define(uint64(off), uint64(n))
				for j := range n {
					p.want[off+j] = true
				}
			case 2:
				p.c.Undefine(uint64(off), uint64(n))
				for j := range n {
					p.want[off+j] = false
				}
			case 3:
				at := rapid.IntRange(0, size-n).Draw(t, "from")
				src := o
				if rapid.Bool().Draw(t, "self") {
					src = p
				}
				was := src.want
				p.c.Copy(uint64(off), src.c, uint64(at), uint64(n))
				copy(p.want[off:off+n], was[at:at+n])
			}
			all := true
			for i := range size {
				all = all && p.want[i]
				end := i
				for end < size && p.want[end] {
					end++
				}
				if got := p.c.DefinedEnd(uint64(i)); got != uint64(end) && (got < uint64(end) || end > i) {
					t.Fatalf("the defined bytes at %d end at %d, want %d", i, got, end)
				}
				if p.c.Defined(uint64(i), 1) != p.want[i] {
					t.Fatalf("byte %d defined: %v", i, !p.want[i])
				}
			}
			if p.c.Partial() == all {
				t.Fatalf("partial %v", p.c.Partial())
			}
			if p.c.sameShadow(o.c) != (p.want == o.want) {
				t.Fatalf("same: %v", p.want != o.want)
			}
		}
	})
}

// TestShadowReused: contents that are used again know nothing of what was undefined before.
func TestShadowReused(t *testing.T) {
	p := &pool{}
	c := p.get(8, 1)
	c.shadow.undefineAll(8)
	c.Define(4, 1)
	p.put(c)
	c = p.get(8, 2)
	c.Undefine(0, 1)
	if got := c.Gaps(0, 8); len(got) != 1 || got[0] != (Gap{Off: 0, N: 1}) {
		t.Errorf("one byte is undefined, not %v", got)
	}
}
