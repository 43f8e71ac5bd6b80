package interp

// This file finds the variables that are registers and may be read before they are assigned.

import (
	"strings"

	"github.com/confcov/confcov/explore/ir"
)

// unsetOf returns the variables of f that are not assigned on all ways to where they are read, nil if there are
// none, and for each block those that may be unassigned at its start.
func unsetOf(f *ir.Func) (all bitset, in []bitset) {
	if !f.Subject || len(f.Blocks) == 0 || f.Regs == f.Params {
		return nil, nil
	}
	words := (f.Regs + 63) / 64
	all = make(bitset, words)
	some := false
	never := neverAssigned(f)
	for r, w := range liveness(f)[0] {
		all[r] = w
	}
	for r := range f.Regs {
		reg := ir.Reg(r)
		name := ""
		if r < len(f.RegNames) {
			name = f.RegNames[r]
		}
		if r < f.Params || name == "" || strings.HasPrefix(name, "&") {
			all.del(reg)
		} else if never[reg] {
			all.add(reg)
		}
		some = some || all.has(reg)
	}
	if !some {
		return nil, nil
	}
	in = make([]bitset, len(f.Blocks))
	for i := range in {
		in[i] = make(bitset, words)
	}
	copy(in[0], all)
	out := make(bitset, words)
	for changed := true; changed; {
		changed = false
		for i, b := range f.Blocks {
			copy(out, in[i])
			for k := range b.Instrs {
				if r := defines(&b.Instrs[k]); r != ir.NoReg && !(i == 0 && never[r]) {
					out.del(r)
				}
			}
			for _, s := range b.Term.Succs {
				for w := range out {
					if add := out[w] &^ in[s.To][w]; add != 0 {
						in[s.To][w] |= add
						changed = true
					}
				}
			}
		}
	}
	return all, in
}

// neverAssigned returns the variables that the program reads and never assigns: the front end
// gives them a value at the function's entry, at no position.
func neverAssigned(f *ir.Func) map[ir.Reg]bool {
	var never map[ir.Reg]bool
	for i := range f.Blocks[0].Instrs {
		in := &f.Blocks[0].Instrs[i]
		if in.Op != ir.OpConst || in.Pos.IsValid() {
			break
		}
		if never == nil {
			never = map[ir.Reg]bool{}
		}
		never[in.Dst] = true
	}
	return never
}
