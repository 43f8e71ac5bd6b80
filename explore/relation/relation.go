// Package relation turns conditions that have no reasonable decision diagram over the options' bits into relations, each of which is one
// variable of the sets of configurations (see confspace.Relation).
//
// A relation's key is the canonical text of its expression, from which it is rebuilt when a run directory is
// read. Its text for people is C, with the names of the options.
package relation

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Of returns the relation that cond is, a condition that is not constant over the options of sp. b made cond, and evaluates it.
func Of(b *expr.Builder, sp *confspace.Space, cond *expr.Expr) confspace.Relation {
	names := func(o int) (string, bool) { return sp.Options[o].Name, sp.Options[o].Domain.Signed }
	r := confspace.Relation{
		Key: cond.Canonical(), Options: cond.Support(),
		Holds: func(c confspace.Configuration) bool { return b.EvalConfiguration(cond, c) != 0 },
	}
	var yes, no bool
	r.Text, yes = expr.CText(cond, false, names)
	if r.Negated, no = expr.CText(cond, true, names); !yes || !no {
		r.Text = abbreviated(sp, r)
		r.Negated = "!" + r.Text
	}
	return r
}

// abbreviated describes a condition that is too long to read by the options it depends on.
func abbreviated(sp *confspace.Space, r confspace.Relation) string {
	names := make([]string, len(r.Options))
	for i, o := range r.Options {
		names[i] = sp.Options[o].Name
	}
	digest := sha256.Sum256([]byte(r.Key))
	return fmt.Sprintf("relation_%x(%s)", digest[:4], strings.Join(names, ", "))
}

// Parse makes the relation whose key is given. b makes the expression.
func Parse(b *expr.Builder, sp *confspace.Space, key string) (confspace.Relation, error) {
	cond, err := Expr(b, sp, key)
	if err != nil {
		return confspace.Relation{}, err
	}
	r := Of(b, sp, cond)
	r.Key = key
	return r, nil
}

// Expr returns the condition of a relation's key as an expression of b.
func Expr(b *expr.Builder, sp *confspace.Space, key string) (*expr.Expr, error) {
	cond, err := b.Parse(key)
	if err != nil {
		return nil, fmt.Errorf("relation: %w", err)
	}
	if cond.Bits() != 1 || cond.IsConst() {
		return nil, fmt.Errorf("relation %q: want a condition on options", key)
	}
	for _, o := range cond.Support() {
		if o >= len(sp.Options) {
			return nil, fmt.Errorf("relation %q: there is no option %d", key, o)
		}
	}
	return cond, nil
}
