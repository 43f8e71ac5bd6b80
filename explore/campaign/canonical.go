package campaign

// This file encodes descriptions. The encoding of a value covers all that it holds, by reflection: of a structure every field
// with its name, exported or not, so that nobody needs to remember a new one, but for those that have the tag canonical:"-".
// Equal encodings mean equal values.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
)

// canonical writes the encoding of values to a hash, or to a buffer: neither fails.
type canonical struct{ w io.Writer }

func (c canonical) num(n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	c.w.Write(b[:])
}

func (c canonical) str(s string) {
	c.num(uint64(len(s)))
	c.w.Write([]byte(s))
}

// value writes v. It panics for what cannot be described: a function that is not nil, a channel, an address. Any test that explores would notice.
func (c canonical) value(v reflect.Value) {
	c.num(uint64(v.Kind()))
	switch v.Kind() {
	case reflect.Bool:
		c.num(map[bool]uint64{true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c.num(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.num(v.Uint())
	case reflect.Float32, reflect.Float64:
		c.num(math.Float64bits(v.Float()))
	case reflect.String:
		c.str(v.String())
	case reflect.Struct:
		c.num(uint64(v.NumField()))
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("canonical") == "-" {
				continue // what is only remembered, and follows from other fields
			}
			c.str(v.Type().Field(i).Name)
			c.value(v.Field(i))
		}
	case reflect.Array:
		c.list(v)
	case reflect.Slice:
		if c.present(!v.IsNil()) {
			c.list(v)
		}
	case reflect.Pointer:
		if c.present(!v.IsNil()) {
			c.value(v.Elem())
		}
	case reflect.Interface:
		if c.present(!v.IsNil()) {
			c.str(v.Elem().Type().String())
			c.value(v.Elem())
		}
	case reflect.Map:
		if c.present(!v.IsNil()) {
			c.table(v)
		}
	default:
		if v.Kind() == reflect.Func && v.IsNil() {
			return
		}
		panic(fmt.Sprintf("BUG: a description holds a %s", v.Type()))
	}
}

func (c canonical) present(yes bool) bool {
	c.num(map[bool]uint64{true: 1}[yes])
	return yes
}

func (c canonical) list(v reflect.Value) {
	c.num(uint64(v.Len()))
	if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
		c.w.Write(v.Bytes())
		return
	}
	for i := range v.Len() {
		c.value(v.Index(i))
	}
}

// table writes a map in the order of its keys' encodings.
func (c canonical) table(v reflect.Value) {
	type entry struct {
		key   []byte
		value reflect.Value
	}
	var entries []entry
	for it := v.MapRange(); it.Next(); {
		k := &bytes.Buffer{}
		canonical{k}.value(it.Key())
		entries = append(entries, entry{k.Bytes(), it.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	c.num(uint64(len(entries)))
	for _, e := range entries {
		c.w.Write(e.key)
		c.value(e.value)
	}
}
