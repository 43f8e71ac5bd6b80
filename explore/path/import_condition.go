package path

// This file makes sets of the conditions of imported paths. A condition is an option's name (it is
// not 0), 0 or 1 (false or true), or a list: ["and", ...], ["or", ...], ["not", c], ["lt", option, n] (option < n), and
// likewise gt, le, ge, eq, ne. Strings are compared by eq and ne, with a string or false; the name alone says that one is not unset.

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/confcov/confcov/subjects/confspace"
)

// maxConditionDepth bounds the nesting of conditions.
const maxConditionDepth = 10_000

// scan checks the form of a condition and notes the options that it compares.
func (im *importer) scan(c any) error { return im.scanAt(c, 0) }

func (im *importer) scanAt(c any, depth int) error {
	if depth > maxConditionDepth {
		return errors.New("it is nested too deeply")
	}
	switch c := c.(type) {
	case nil:
		return errors.New("it is missing")
	case float64, json.Number:
		if s := fmt.Sprint(c); s != "0" && s != "1" {
			return fmt.Errorf("constant %v: want 0 or 1", c)
		}
		return nil
	case string:
		if _, ok := im.index[c]; !ok {
			return fmt.Errorf("unknown option %q", c)
		}
		return nil
	case []any:
		if len(c) == 0 {
			break
		}
		op, _ := c[0].(string)
		switch op {
		case "not":
			if len(c) != 2 {
				return fmt.Errorf("not of %d operands", len(c)-1)
			}
			return im.scanAt(c[1], depth+1)
		case "and", "or":
			for _, x := range c[1:] {
				if err := im.scanAt(x, depth+1); err != nil {
					return err
				}
			}
			return nil
		case "lt", "gt", "le", "ge", "eq", "ne":
			if len(c) != 3 {
				return fmt.Errorf("%s of %d operands", op, len(c)-1)
			}
			name, _ := c[1].(string)
			i, ok := im.index[name]
			if !ok {
				return fmt.Errorf("unknown option %v", c[1])
			}
			if _, text := c[2].(string); !text {
				im.compared[i] = true
			}
			return nil
		}
	}
	return fmt.Errorf("cannot read %v", c)
}

// checkConstants checks the constants that options of a scanned condition are compared with.
func (im *importer) checkConstants(c any) error {
	list, ok := c.([]any)
	if name, is := c.(string); is {
		if d := &im.space.Options[im.index[name]].Domain; d.Kind == confspace.DomainStrings && !d.Unset {
			return fmt.Errorf("option %s is never unset: compare it with a string", name)
		}
	}
	if !ok {
		return nil
	}
	switch list[0] {
	case "not", "and", "or":
		for _, x := range list[1:] {
			if err := im.checkConstants(x); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := im.constant(list)
	return err
}

// constant returns the number of a comparison.
func (im *importer) constant(list []any) (int64, error) {
	o := &im.space.Options[im.index[list[1].(string)]]
	if o.Domain.Kind == confspace.DomainStrings {
		if op := list[0].(string); op != "eq" && op != "ne" {
			return 0, fmt.Errorf("%s of %s: strings are compared by eq and ne", op, o.Name)
		}
		return o.Domain.StringOf(list[2])
	}
	var n int64
	err := errors.New("not a number")
	switch c := list[2].(type) {
	case float64:
		if n, err = int64(c), nil; c != math.Trunc(c) || math.Abs(c) > 1<<53 {
			err = errors.New("not an integer")
		}
	case json.Number:
		if n, err = strconv.ParseInt(c.String(), 10, 64); err != nil && !o.Domain.Signed && o.Domain.Bits == 64 {
			var u uint64
			u, err = strconv.ParseUint(c.String(), 10, 64)
			n = int64(u)
		}
	}
	// One more than the greatest value is a common bound.
	lo, hi := o.Domain.Limits()
	fits := n >= lo && (n <= hi || n-1 <= hi)
	if o.Domain.Bits == 64 {
		fits = o.Domain.Signed || n >= 0 || err == nil && fmt.Sprint(list[2])[0] != '-'
	}
	if err != nil || !fits {
		return 0, fmt.Errorf("%s of %s and %v: want an integer of %d bits", list[0], o.Name, list[2], o.Domain.Bits)
	}
	return n, nil
}

// set returns the configurations that satisfy a checked condition.
func (im *importer) set(c any) confspace.Set {
	m := im.sets
	switch c := c.(type) {
	case float64, json.Number:
		if fmt.Sprint(c) == "0" {
			return confspace.Empty
		}
		return confspace.Full
	case string:
		return m.Not(m.Setting(im.index[c], 0))
	}
	list := c.([]any)
	switch op := list[0].(string); op {
	case "not":
		return m.Not(im.set(list[1]))
	case "and", "or":
		parts := make([]confspace.Set, len(list)-1)
		for i, x := range list[1:] {
			parts[i] = im.set(x)
		}
		if op == "and" {
			return m.AndAll(parts)
		}
		return m.OrAll(parts)
	default:
		o := im.index[list[1].(string)]
		n, err := im.constant(list)
		if err != nil {
			panic("BUG: unchecked constant: " + err.Error())
		}
		switch op {
		case "lt":
			return m.Less(o, n)
		case "le":
			return m.AtMost(o, n)
		case "gt":
			return m.Not(m.AtMost(o, n))
		case "ge":
			return m.Not(m.Less(o, n))
		case "eq":
			return m.Setting(o, n)
		}
		return m.Not(m.Setting(o, n))
	}
}
