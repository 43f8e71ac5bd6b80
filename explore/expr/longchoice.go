package expr

// This file applies operations on long doubles to choices. There are none between long doubles: these have parts that are choices.

// longParts is the operands of an operation on long doubles, taken apart.
type longParts struct {
	words [4]*Expr // those of x, then those of y
	n     int
	x, y  Op // how a long double is made of its words: OpInvalid if it is the word
}

// add takes an operand apart.
func (p *longParts) add(e *Expr) Op {
	op := OpInvalid
	p.words[p.n] = e
	switch {
	case e.op == OpF80:
		op = OpF80
		p.words[p.n], p.words[p.n+1] = e.a, e.b
		p.n++
	case e.op == OpF80FromF || e.op == OpF80FromSI || e.op == OpF80FromUI:
		op = e.op
		p.words[p.n] = e.a
	}
	p.n++
	return op
}

// joined makes an operand of words again, and returns how many those are.
func (b *Builder) joined(op Op, words []*Expr) (e *Expr, n int) {
	switch op {
	case OpInvalid:
		return words[0], 1
	case OpF80:
		return b.long(words[0], words[1]), 2
	}
	return b.toLong(op, words[0]), 1
}

// longChoice is Long where a part of an operand is a choice; nil where none is, and where the result is to be an ordinary expression.
func (b *Builder) longChoice(op Op, x, y *Expr, width uint) *Expr {
	if op == OpF80 {
		return nil
	}
	var p longParts
	if p.x = p.add(x); y != nil {
		p.y = p.add(y)
	}
	choices := false
	for _, e := range p.words[:p.n] {
		choices = choices || e.op == OpChoice
	}
	if !choices {
		return nil
	}
	result := func(b *Builder, words [4]*Expr) *Expr {
		x, n := b.joined(p.x, words[:])
		var y *Expr
		if n < p.n {
			y, _ = b.joined(p.y, words[n:])
		}
		return b.Long(op, x, y, width)
	}
	part := func(part Op) *Expr {
		return b.apply(&operation{f: func(b *Builder, words [4]*Expr) *Expr {
			r := result(b, words)
			if part != OpInvalid {
				r = b.Long(part, r, nil, 0)
			}
			return r
		}}, p.words)
	}
	switch op {
	case OpF80Mant, OpF80Exp, OpF80Eq, OpF80Lt, OpF80Le, OpF80ToF, OpF80ToSI, OpF80ToUI:
		return part(OpInvalid)
	}
	mant := part(OpF80Mant)
	if mant == nil {
		return nil
	}
	se := part(OpF80Exp)
	if se == nil {
		return nil
	}
	return b.long(mant, se)
}
