package memory

// This file joins two address spaces that came of one fork.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/subjects/confspace"
)

// Join makes as stand for o as well, which must not be used any more: what differs is as's in the configurations of
// where and o's in the others. At most limit cells may differ. If that is not possible, Join changes nothing and says why.
func (as *AddressSpace) Join(b *expr.Builder, o *AddressSpace, where confspace.Set, limit int) (why string) {
	ds, ok := as.Differences(o, limit)
	switch {
	case !ok:
		return "objects or too many cells that differ"
	case len(ds) > 0:
		return "cells that differ"
	}
	as.Adopt(b, o, nil, nil)
	return ""
}
