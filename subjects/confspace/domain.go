package confspace

// This file implements domains: checking them, their order, and their text.
//
// The order of values is that of the C object: signed, or unsigned. A value is
// an int64; for an unsigned object of 64 bits it is the value's bit pattern.

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Bool returns the domain {0, 1} of a C int.
func Bool() Domain { return Domain{Kind: DomainBool, Max: 1, Bits: 32, Signed: true} }

// Limits returns the smallest and the greatest value of the C type.
func (d Domain) Limits() (lo, hi int64) {
	switch {
	case d.Signed:
		return math.MinInt64 >> (64 - d.Bits), math.MaxInt64 >> (64 - d.Bits)
	default:
		return 0, int64(^uint64(0) >> (64 - d.Bits))
	}
}

// Bounds returns the smallest and the greatest value of the domain.
func (d Domain) Bounds() (lo, hi int64) {
	switch d.Kind {
	case DomainBool:
		return 0, 1
	case DomainList:
		return d.Values[0], d.Values[len(d.Values)-1]
	case DomainRange:
		return d.Min, d.Max
	case DomainStrings:
		return 0, d.strings() - 1
	default:
		return d.Limits()
	}
}

// Less reports whether a comes before b in the order of the C type.
func (d Domain) Less(a, b int64) bool { return d.key(a) < d.key(b) }

// key maps values to unsigned words in the order of the C type.
func (d Domain) key(v int64) uint64 {
	if d.Signed {
		return uint64(v) ^ 1<<63
	}
	return uint64(v)
}

// value is the inverse of key.
func (d Domain) value(key uint64) int64 {
	if d.Signed {
		return int64(key ^ 1<<63)
	}
	return int64(key)
}

// Contains reports whether v is in the domain.
func (d Domain) Contains(v int64) bool {
	if d.Kind == DomainList {
		return slices.Contains(d.Values, v)
	}
	lo, hi := d.Bounds()
	return d.key(lo) <= d.key(v) && d.key(v) <= d.key(hi)
}

// Size returns the number of values; 2^64 is reported as MaxUint64.
func (d Domain) Size() uint64 {
	if d.Kind == DomainList {
		return uint64(len(d.Values))
	}
	lo, hi := d.Bounds()
	n := d.key(hi) - d.key(lo)
	if n == math.MaxUint64 {
		return n
	}
	return n + 1
}

// All returns the values, in order.
func (d Domain) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		if d.Kind == DomainList {
			slices.Values(d.Values)(yield)
			return
		}
		lo, hi := d.Bounds()
		for k := d.key(lo); yield(d.value(k)) && k != d.key(hi); k++ {
		}
	}
}

// Normalize returns the value that a C object of the domain's type holds
// whose bits are the low bits of v.
func (d Domain) Normalize(v int64) int64 {
	s := 64 - d.Bits
	if d.Signed {
		return v << s >> s
	}
	return int64(uint64(v) << s >> s)
}

// Validate reports what is wrong with the domain, if anything.
func (d Domain) Validate() error {
	switch d.Bits {
	case 8, 16, 32, 64:
	default:
		return fmt.Errorf("domain of a %d-bit object: 8, 16, 32 and 64 bits are possible", d.Bits)
	}
	lo, hi := d.Limits()
	fits := func(v int64) error {
		if d.key(v) < d.key(lo) || d.key(v) > d.key(hi) {
			return fmt.Errorf("value %s does not fit in the option's C type (%d bits, %s)",
				d.FormatValue(v), d.Bits, signedness(d.Signed))
		}
		return nil
	}
	switch d.Kind {
	case DomainBool, DomainAny:
		return nil
	case DomainList:
		if len(d.Values) == 0 {
			return fmt.Errorf("domain is an empty list")
		}
		for i, v := range d.Values {
			if err := fits(v); err != nil {
				return err
			}
			if i > 0 && !d.Less(d.Values[i-1], v) {
				return fmt.Errorf("values of a domain must ascend: %s comes after %s",
					d.FormatValue(v), d.FormatValue(d.Values[i-1]))
			}
		}
		return nil
	case DomainRange:
		if err := fits(d.Min); err != nil {
			return err
		}
		if err := fits(d.Max); err != nil {
			return err
		}
		if d.Less(d.Max, d.Min) {
			return fmt.Errorf("domain %s..%s is empty", d.FormatValue(d.Min), d.FormatValue(d.Max))
		}
		return nil
	case DomainStrings:
		return d.validateStrings()
	}
	return fmt.Errorf("domain without a kind")
}

func signedness(signed bool) string {
	if signed {
		return "signed"
	}
	return "unsigned"
}

// FormatValue returns v in decimal, or in octal with a leading 0 where the domain says so; of strings, the string in quotes or "unset".
func (d Domain) FormatValue(v int64) string {
	if d.Kind == DomainStrings {
		return d.formatString(v)
	}
	if d.Octal && v > 0 {
		return "0" + strconv.FormatInt(v, 8)
	}
	if d.Signed {
		return strconv.FormatInt(v, 10)
	}
	return strconv.FormatUint(uint64(v), 10)
}

// ParseValue reads a value: decimal, 0x hexadecimal or 0 octal; "yes", "true",
// "no" and "false" for booleans; a string of the domain, in quotes or not, or "unset". A number need not be in the domain, but must fit in the C type.
func (d Domain) ParseValue(text string) (int64, error) {
	t := strings.TrimSpace(text)
	if d.Kind == DomainStrings {
		return d.parseString(t)
	}
	if d.Kind == DomainBool {
		switch strings.ToLower(t) {
		case "yes", "true", "on":
			return 1, nil
		case "no", "false", "off":
			return 0, nil
		}
	}
	t = cOctal(t)
	v, err := strconv.ParseInt(t, 0, 64)
	if err != nil && !d.Signed {
		var u uint64
		if u, err = strconv.ParseUint(t, 0, 64); err == nil && d.Bits == 64 {
			return int64(u), nil
		}
	}
	if err != nil {
		return 0, fmt.Errorf("%q is not an integer of 64 bits", text)
	}
	if d.Normalize(v) != v || !d.Signed && v < 0 {
		return 0, fmt.Errorf("%s does not fit in %d bits, %s", t, d.Bits, signedness(d.Signed))
	}
	return v, nil
}

// cOctal writes C's octal 077 as Go's 0o77.
func cOctal(t string) string {
	neg := strings.HasPrefix(t, "-")
	u := strings.TrimPrefix(t, "-")
	if len(u) > 1 && u[0] == '0' && u[1] >= '0' && u[1] <= '9' {
		u = "0o" + u[1:]
	}
	if neg {
		return "-" + u
	}
	return u
}

// String returns the domain's text, as ParseDomain reads it.
func (d Domain) String() string {
	switch d.Kind {
	case DomainBool:
		return "bool"
	case DomainAny:
		return "any"
	case DomainRange:
		return d.FormatValue(d.Min) + ".." + d.FormatValue(d.Max)
	case DomainList:
		parts := make([]string, len(d.Values))
		for i, v := range d.Values {
			parts[i] = d.FormatValue(v)
		}
		return strings.Join(parts, ",")
	case DomainStrings:
		return d.formatStrings()
	}
	return "invalid"
}

// ParseDomain reads "bool", "any", "LO..HI" or "V,V,...", for a C object of the
// given width and signedness, and strings: unset,"","/etc/banner".
func ParseDomain(text string, bits uint8, signed bool) (Domain, error) {
	d := Domain{Bits: bits, Signed: signed}
	t := strings.TrimSpace(text)
	var err error
	switch {
	case t == "bool":
		d.Kind, d.Max = DomainBool, 1
	case t == "any":
		d.Kind = DomainAny
	case strings.HasPrefix(t, `"`), strings.HasPrefix(t, unset):
		return parseStrings(t)
	case strings.Contains(t, ".."):
		d.Kind = DomainRange
		lo, hi, _ := strings.Cut(t, "..")
		if d.Min, err = d.ParseValue(lo); err != nil {
			return d, fmt.Errorf("domain %q: %w", text, err)
		}
		if d.Max, err = d.ParseValue(hi); err != nil {
			return d, fmt.Errorf("domain %q: %w", text, err)
		}
	default:
		d.Kind = DomainList
		for _, f := range strings.Split(t, ",") {
			v, err := d.ParseValue(f)
			if err != nil {
				return d, fmt.Errorf("domain %q: %w", text, err)
			}
			d.Values = append(d.Values, v)
		}
		slices.SortFunc(d.Values, func(a, b int64) int {
			if d.Less(a, b) {
				return -1
			}
			return 1
		})
		d.Values = slices.Compact(d.Values)
	}
	if err := d.Validate(); err != nil {
		return d, fmt.Errorf("domain %q: %w", text, err)
	}
	return d, nil
}
