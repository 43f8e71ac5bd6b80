package frontend

// This file says of the conditions of one decision how they belong together: which one is evaluated after which outcome, and what the
// decision then comes to. A decision is a maximal expression of &&, ||, ! and, as an operand of these, ?:; what casts and commas
// have for their value are operands like others. A constant is not a condition: control passes it at once.
// In a decision without side effects, conditions that are the same expression have the same value: (a && b) || (!a && c) can be evaluated in
// four ways, not six.
// A condition that stands alone is a decision of its own, of which nothing needs to be said.

import "github.com/confcov/confcov/explore/ir"

// decisions are those of a function.
type decisions struct {
	count    uint32
	known    map[*expr]bool        // operators that belong to a decision
	operands map[*expr]*ir.Operand // by condition
}

// decide notes the decision that e is, if it is one of several conditions and not a part of another one.
func (l *funcLowerer) decide(e *expr) {
	e = e.core()
	if !e.logical() || l.decisions.known[e] || l.u.how == ir.Merged { // which has no outcomes
		return
	}
	if l.decisions.known == nil {
		l.decisions.known, l.decisions.operands = map[*expr]bool{}, map[*expr]*ir.Operand{}
	}
	l.decisions.count++
	n := decisionNumberer{l: l}
	n.operands(e)
	if len(n.list) > maxConditions {
		for _, x := range n.list {
			delete(l.decisions.operands, x)
		}
		return
	}
	n.lead(e, ir.DecisionTrue, ir.DecisionFalse)
	if !e.impure {
		n.match()
	}
}

// match notes which conditions of a decision without side effects are the same expression, so that they have the same outcome.
func (n *decisionNumberer) match() {
	for i, x := range n.list {
		for _, y := range n.list[:min(i, maxAlike)] {
			if same(x, y) {
				n.l.decisions.operands[x].Like = n.l.decisions.operands[y].Index + 1
				break
			}
		}
	}
}

// maxAlike is with how many conditions of its decision a condition is compared.
const maxAlike = 100

// same reports whether two expressions are certainly written alike and of the same objects.
func same(x, y *expr) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.op == y.op && x.bop == y.bop && x.typ == y.typ && x.calc == y.calc && x.val == y.val && x.fval == y.fval && x.ld == y.ld &&
		x.obj == y.obj && x.field == y.field && !x.str && !y.str && x.body == nil && y.body == nil && len(x.args)+len(y.args)+len(x.init)+len(y.init) == 0 &&
		same(x.a, y.a) && same(x.b, y.b) && same(x.c, y.c)
}

// maxConditions is how many conditions a decision has that is noted.
const maxConditions = 1000

// decisionNumberer numbers the conditions of one decision.
type decisionNumberer struct {
	l    *funcLowerer
	list []*expr
}

// operands numbers the conditions of e in the order in which they are written.
func (n *decisionNumberer) operands(e *expr) {
	d := &n.l.decisions
	e = e.core()
	switch _, known := e.truth(); {
	case e.logical():
		d.known[e] = true
		n.operands(e.a)
		n.operands(e.b)
	case e.alternatives():
		n.operands(e.a)
		n.operands(e.b)
		n.operands(e.c)
	case !known:
		d.operands[e] = &ir.Operand{Decision: d.count, Index: int16(len(n.list))}
		n.list = append(n.list, e)
	}
}

// lead notes what comes after each condition of e, where yes comes after e if it is true, else no. It returns what is evaluated first.
func (n *decisionNumberer) lead(e *expr, yes, no int16) int16 {
	if e.negated() {
		yes, no = no, yes
	}
	e = e.core()
	v, known := e.truth()
	switch {
	case e.op == eLAnd:
		return n.lead(e.a, n.lead(e.b, yes, no), no)
	case e.op == eLOr:
		return n.lead(e.a, yes, n.lead(e.b, yes, no))
	case e.alternatives():
		then := n.lead(e.b, yes, no)
		return n.lead(e.a, then, n.lead(e.c, yes, no))
	case known && v:
		return yes
	case known:
		return no
	}
	o := n.l.decisions.operands[e]
	o.True, o.False = yes, no
	return o.Index
}

// operandOf marks the branch that ends the current block as that on condition e of a decision, if it is one.
func (l *funcLowerer) operandOf(e *expr) {
	if o := l.decisions.operands[e.core()]; o != nil && !l.cur.ir.Term.Derived {
		l.cur.ir.Term.Operand = *o
	}
}
