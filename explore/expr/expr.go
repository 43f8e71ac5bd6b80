// Package expr is bit-vector expressions over the options: hash-consed and canonical.
package expr

// Value is what a register or memory cell holds: the concrete word C, or, where E is not nil, the expression E.
type Value struct {
	C uint64
	E *Expr
}

// Expr is a node. Expressions of one Builder are equal exactly if they are the same pointer.
type Expr struct{}

// Builder makes and owns expressions. It is not safe for concurrent use.
type Builder struct{}
