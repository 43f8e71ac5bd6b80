// Package confspace is the model of a program's configuration space: options,
// their domains, settings, configurations, and exact sets of configurations.
//
// An Option is a C object of the program under analysis with a Domain of values.
// A Setting gives one option a value; Settings is a conjunction of them (a
// partial configuration); a Configuration sets every option of its Space.
//
// A Set is a set of configurations, kept exactly as a reduced ordered binary
// decision diagram over the bits of the options (Sets is the manager that
// hash-conses nodes, so equality of Set handles is equality of sets). A boolean
// option takes one variable; an option with a list of values takes
// the bits of an index into the list; a range or an unconstrained integer takes the
// bits of its value, most significant first. Bit returns the bits of an option's C
// value whatever the encoding.
//
// The package imports only the standard library.
package confspace
