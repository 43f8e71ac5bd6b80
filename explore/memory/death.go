package memory

// This file implements objects that are dead in some configurations only.
//
// Such an object's contents say in which, and how it died there: the fault of an access has the condition. Whoever
// makes the access decides it. Where it does not hold, Survived removes that death, and the access is made again.

import "github.com/confcov/confcov/explore/expr"

// death says where an object is dead, and how it died.
type death struct {
	when *expr.Expr // 1 bit; disjoint from those of the object's other deaths
	mark *Contents  // as an entry's that is dead everywhere
	obj  *Object    // what died there; nil: forgotten
}

// fates returns the deaths of an entry, and whether it lives in other configurations. An id that was never given has none.
func (e *entry) fates(always *expr.Expr) (ds []death, lives bool) {
	switch {
	case e.c == nil:
		return nil, e.obj != nil
	case e.c.deaths != nil:
		return e.c.deaths, !e.dead()
	case e.dead():
		return []death{{always, e.c, e.obj}}, false
	}
	return nil, true
}

// Survived makes the object alive in the configurations of f.When, a condition which holds for none of those that the
// space is of any more.
func (as *AddressSpace) Survived(f *Fault) {
	leaf := as.modify(f.id)
	e := &leaf.ents[f.id%fanout]
	as.bury(e, e.obj, e.c.deaths[1:], !e.dead())
}

// bury gives an entry its deaths. If it lives elsewhere it keeps its contents, which are those of the entry already.
func (as *AddressSpace) bury(e *entry, obj *Object, ds []death, lives bool) {
	if len(ds) == 0 {
		ds = nil
	}
	switch {
	case lives && e.c.owner == as.epoch:
		e.c.deaths = ds
	case lives:
		c := *e.c
		c.owner, c.deaths, c.carried = 0, ds, nil // no epoch's: the bytes are shared
		e.c = &c
	case len(ds) == 1:
		e.obj, e.c = ds[0].obj, ds[0].mark
	default:
		e.obj, e.c = obj, &Contents{owner: markOwner, deaths: ds}
	}
}
