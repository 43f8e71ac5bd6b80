package confspace

// This file defines options, domains, settings and configurations.

// DomainKind says how a domain lists its values.
type DomainKind uint8

const (
	DomainInvalid DomainKind = iota
	DomainBool               // {0, 1}
	DomainList               // Values, ascending
	DomainRange              // Min..Max inclusive
	DomainAny                // every value of the C type
	DomainStrings            // Strings, and unset with Unset: see strings.go
)

// Domain is the set of values that an option may take.
type Domain struct {
	Kind     DomainKind
	Values   []int64 // DomainList
	Min, Max int64   // DomainRange
	Bits     uint8   // width of the C object: 8, 16, 32 or 64; with DomainStrings 8
	Signed   bool    // whether the C object is signed
	Octal    bool    // values are written in octal, with a leading 0

	Strings []string // DomainStrings
	Unset   bool     // DomainStrings: the first value is a null pointer
}

// Option is a configuration option.
type Option struct {
	Name    string // as users of the program know it
	Object  string // the C object that holds it, e.g. tunable_write_enable
	Domain  Domain
	Default int64
}

// Setting gives an option a value. Option is an index into Space.Options.
type Setting struct {
	Option int
	Value  int64
}

// Settings is a conjunction of settings, sorted by option, at most one for each.
type Settings []Setting

// Configuration has one value for each option of its space, by option index.
type Configuration []int64

// Space is an ordered list of options, and what their values have to satisfy.
type Space struct {
	Options     []Option
	Constraints []string // see constraint.go
}
