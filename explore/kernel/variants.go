package kernel

import (
	"slices"

	"github.com/confcov/confcov/explore/expr"
)

// This file implements objects that depend on conditions: where two kernels are joined, an id of a table may
// stand for different objects, or for one that is there on one side only. Which it is is decided when a call looks at it.

// variants are the objects that an id stands for.
type variants[T any] struct {
	id      int
	which   *expr.Expr // the index of one, 32 bits: a choice of constants
	objects []*T       // nil: none
}

const (
	indexBits   = 32
	maxVariants = 32 // of one id
)

// pick returns the index that a choice of indices has, having decided that.
func (k *Kernel) pick(which *expr.Expr) int {
	return int(k.cpu.Concrete(expr.Value{E: which}))
}

// variantsOf returns where the variants of an id are, or would be.
func (t *table[T, P]) variantsOf(id int) (i int, ok bool) {
	return slices.BinarySearchFunc(t.variants, id, func(v variants[T], id int) int { return v.id - id })
}

// alternatives returns the objects that an id may stand for; nil is none.
func (t *table[T, P]) alternatives(id int) []*T {
	if i, ok := t.variantsOf(id); ok {
		return t.variants[i].objects
	}
	return []*T{t.get(id)}
}

// sole returns the object that an id stands for wherever there is one; nil if there are several, or none.
func (t *table[T, P]) sole(id int) *T {
	var only *T
	for _, obj := range t.alternatives(id) {
		if only != nil && obj != nil {
			return nil
		}
		if obj != nil {
			only = obj
		}
	}
	return only
}

// objectOf returns the object of an id, having decided which it is.
func objectOf[T any, P object[T]](k *Kernel, t *table[T, P], id int) *T {
	if len(t.variants) != 0 {
		if i, ok := t.variantsOf(id); ok {
			v := t.variants[i]
			obj := v.objects[k.pick(v.which)]
			t.variants = slices.Delete(slices.Clone(t.variants), i, i+1)
			*t.slot(k.epoch, id) = obj
		}
	}
	return t.get(id)
}

// editOf returns the object of an id for changing, having decided which it is.
func editOf[T any, P object[T]](k *Kernel, t *table[T, P], id int) *T {
	if len(t.variants) != 0 {
		objectOf(k, t, id)
	}
	return t.edit(k.epoch, id)
}

// choices are the alternatives of one thing while two kernels are joined: each T is one of them.
type choices[T any] struct {
	which *expr.Expr
	all   []T
}

// only is the choice without a choice.
func only[T any](b *expr.Builder, x T) choices[T] {
	return choices[T]{b.Const(0, indexBits), []T{x}}
}

// joinChoices returns the choice that is x where j.where holds and y elsewhere. same says which alternatives are
// equal, and into, if not nil, joins two that differ: it returns the joint one, false if that is not possible. Where the choice would be too large
// it sets j.why.
func joinChoices[T any](j *joiner, x, y choices[T], same func(a, b T) bool, into func(a, b T) (T, bool)) choices[T] {
	all := slices.Clone(x.all)
	taken := make([]bool, len(x.all))
	to := make([]int, len(y.all))
	for i, o := range y.all {
		to[i] = slices.IndexFunc(x.all, func(a T) bool { return same(a, o) })
		if to[i] >= 0 {
			taken[to[i]] = true
		}
	}
	for i, o := range y.all {
		for n := 0; n < len(x.all) && into != nil && to[i] < 0; n++ {
			if taken[n] {
				continue // it stands for another alternative of y already
			}
			if joint, ok := into(x.all[n], o); ok {
				all[n], taken[n], to[i] = joint, true, n
			}
		}
		if to[i] < 0 {
			to[i] = len(all)
			all = append(all, o)
		}
	}
	moved := y.which
	if !identity(to) {
		moved = j.b.MapLeaves(y.which, func(e *expr.Expr) *expr.Expr {
			return j.b.Const(uint64(to[j.b.Value(e).C]), indexBits)
		})
	}
	which := j.b.Choose(j.where, x.which, moved)
	if !which.HasConstants() { // it is too large for a choice, and an expression tells no alternatives apart
		j.why = "too many alternatives"
		return x
	}
	return choices[T]{which, all}.compact(j.b)
}

// identity reports whether every index is mapped to itself.
func identity(to []int) bool {
	for i, k := range to {
		if i != k {
			return false
		}
	}
	return true
}

// compact leaves out alternatives that are there under no condition.
func (c choices[T]) compact(b *expr.Builder) choices[T] {
	var used []T
	which := b.MapLeaves(c.which, func(e *expr.Expr) *expr.Expr {
		used = append(used, c.all[b.Value(e).C])
		return b.Const(uint64(len(used)-1), indexBits)
	})
	return choices[T]{which, used}
}

// choicesAt returns the alternatives of an id.
func choicesAt[T any, P object[T]](b *expr.Builder, t *table[T, P], id int) choices[*T] {
	if i, ok := t.variantsOf(id); ok {
		return choices[*T]{t.variants[i].which, t.variants[i].objects}
	}
	return only(b, t.get(id))
}

// setChoices stores the alternatives of an id.
func setChoices[T any, P object[T]](epoch uint64, t *table[T, P], id int, c choices[*T]) {
	i, ok := t.variantsOf(id)
	all := slices.Clone(t.variants)
	if ok {
		all = slices.Delete(all, i, i+1)
	}
	if len(c.all) == 1 {
		*t.slot(epoch, id) = c.all[0]
	} else {
		*t.slot(epoch, id) = nil
		all = slices.Insert(all, i, variants[T]{id, c.which, c.all})
	}
	t.variants = all
}

// joinTables joins two tables. differs says what keeps two objects apart, and into joins an object that may be changed with
// another; nil if there is nothing that is joined. many is the reason where there would be too many variants.
func joinTables[T any, P object[T]](j *joiner, x, y *table[T, P], many string, differs func(a, b *T) string, into func(a, b *T)) string {
	epoch := j.k.epoch
	joint := func(a, b *T) (*T, bool) {
		if a == nil || b == nil || differs(a, b) != "" {
			return nil, false
		}
		fresh := new(T)
		P(a).copyInto(fresh)
		*P(fresh).tagged() = epoch
		if into != nil {
			into(fresh, b)
		}
		return fresh, true
	}
	plain := len(x.variants) == 0 && len(y.variants) == 0
	for id := range max(x.next, y.next) {
		if plain && id%chunkSize == 0 && id/chunkSize < min(len(x.chunks), len(y.chunks)) && x.chunks[id/chunkSize] == y.chunks[id/chunkSize] {
			continue
		}
		a, b := choicesAt(j.b, x, id), choicesAt(j.b, y, id)
		if a.which == b.which && slices.Equal(a.all, b.all) {
			continue
		}
		c := joinChoices(j, a, b, func(a, b *T) bool { return a == b }, joint)
		if len(c.all) > maxVariants {
			return many
		}
		j.k.joined = j.k.joined || len(c.all) > 1
		setChoices(epoch, x, id, c)
	}
	if y.next > x.next {
		x.slot(epoch, y.next-1)
	}
	return ""
}
