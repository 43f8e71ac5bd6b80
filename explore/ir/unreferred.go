package ir

// This file finds functions that a program never uses, such as those of sources that it has only a part of in use.

// Unreferred returns by symbol whether it is a function that nothing refers to, from the start function on: no call and no address of it is in what can be
// used.
func (p *Program) Unreferred() []bool {
	refs := unitRefs(&Unit{Symbols: p.Symbols})
	used := make([]bool, len(p.Symbols))
	work := []int32{p.Entry}
	used[p.Entry] = true
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, r := range refs[s] {
			if !used[r] {
				used[r] = true
				work = append(work, r)
			}
		}
	}
	out := make([]bool, len(p.Symbols))
	for i := range p.Symbols {
		out[i] = p.Symbols[i].Kind == SymFunc && !used[i]
	}
	return out
}
