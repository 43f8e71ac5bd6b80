package memory

import (
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// TestStoreWhen: a store in some configurations leaves the bytes of the others as they were, undefined ones too.
func TestStoreWhen(t *testing.T) {
	sp := &confspace.Space{Options: []confspace.Option{{Name: "x", Domain: confspace.Bool()}, {Name: "y", Domain: confspace.Bool()}}}
	sets := confspace.NewSets(sp)
	b := expr.NewBuilder()
	b.SetSets(sets)
	x, y := sets.Setting(0, 1), sets.Setting(1, 1)
	c := &Contents{Bytes: make([]byte, 8)}
	c.shadow.undefineAll(8)
	c.Store(0, 4, expr.Value{C: 7})
	c.StoreWhen(b, 2, 4, expr.Value{C: 0x01020304}, x)
	c.StoreWhen(b, 4, 4, expr.Value{C: 9}, y)
	for _, test := range []struct {
		config    confspace.Configuration
		word      uint64
		undefined [8]bool
	}{
		{confspace.Configuration{0, 0}, 7, [8]bool{4: true, 5: true, 6: true, 7: true}},
		{confspace.Configuration{1, 0}, 0x010203040007, [8]bool{6: true, 7: true}},
		{confspace.Configuration{0, 1}, 0x900000007, [8]bool{}},
		{confspace.Configuration{1, 1}, 0x903040007, [8]bool{}},
	} {
		if got := b.EvalConfiguration(b.Of(c.Load(b, 0, 8), 64), test.config); got != test.word {
			t.Errorf("%v: %#x, want %#x", test.config, got, test.word)
		}
		var undefined [8]bool
		for _, g := range c.Gaps(0, 8) {
			for k := g.Off; k < g.end(); k++ {
				undefined[k] = g.When == nil || b.EvalConfiguration(g.When, test.config) != 0
			}
		}
		if undefined != test.undefined {
			t.Errorf("%v: undefined are %v, want %v", test.config, undefined, test.undefined)
		}
	}
}
