package interp

// This file has small helpers.

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/confcov/confcov/subjects/confspace"
)

func sortedElements(m map[element]confspace.Set) []element {
	return slices.SortedFunc(maps.Keys(m), func(a, b element) int {
		return cmp.Or(cmp.Compare(a.criterion, b.criterion), cmp.Compare(a.id, b.id))
	})
}

func putWord(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }
