// Package confspace is the model of a program's configuration space: options,
// their domains, settings, configurations, and exact sets of configurations.
//
// An Option is a C object of the program under analysis with a Domain of values: integers, or strings, whose values are their numbers (strings.go).
// A Setting gives one option a value; Settings is a conjunction of them (a
// partial configuration); a Configuration sets every option of its Space.
//
// A Set is a set of configurations, kept exactly as a reduced ordered binary
// decision diagram over the bits of the options (Sets is the manager that
// hash-conses nodes, so equality of Set handles is equality of sets).
//
// # Encoding
//
// Each option owns some neighbouring variables, most significant bit first, in the order
// of the space (or of NewSetsByUse, see there): a list of values the bits of an index into it, everything else the
// bits of value - Base, where Base is chosen so that all bits but the highest are
// those of the C value (or so that there is just one bit, for a boolean). Bits that are the
// same for the whole domain have no variable. Codes that no value has are aliases of the smallest or greatest value: every assignment of the
// variables is a configuration. Hence Full is the domain where nothing constrains it, the complement of a set is the
// complement in the domain and free, no set carries a conjunct that says which codes are valid,
// and comparisons with constants have as many nodes as there are bits. Bit returns the bits of an option's C
// value whatever the encoding.
//
// Who makes diagrams with other leaves over the same variables, as package expr does, walks and makes nodes by the functions of levels.go.
//
// # Constraints
//
// The constraints of a space (constraint.go) say which configurations there are: Domain is that set, and Full where there are none. Operations do
// not know it. Who says what holds for all configurations compares with Domain, or takes the complement in it; Essential leaves out what follows from it.
//
// # Relations
//
// What no diagram of bits of reasonable size holds, such as a + b == c, is a Relation: one more variable, after the bits of all options. The
// operations of sets know nothing of what relations mean; whether a set that speaks of them has a configuration is for a
// Theory to say. What it cannot decide is never claimed: Disjoint and Implies are false then, and Undecided says why.
//
// # Budgets
//
// Nodes are never freed, except by Sets.Reset. Operations that would go beyond the
// limit panic with ErrBudget; Sets.Try runs some with a budget and returns the error
// instead. An operation that is given up leaves all sets intact.
//
// # Why not a library?
//
// github.com/dalzilio/rudd was measured first (bench_test.go has both; processor time on the machine that this is
// developed on): the 2^14 paths of 14 branches take 17 ms here and 98 ms there; 40 unions of
// 15 random products of 6 literals each over 24 variables 21 ms and 56 ms. Nodes there are pointers with finalizers, for
// reference counts; here testing whether sets are empty, equal or complementary is comparing integers. Speed alone would not
// decide: there also is no budget that an operation can run out of, no complement for nothing, no export of nodes, and
// no cofactor, quantifier or partition by option, for which its nodes would have to be walked from outside.
//
// The package imports only the standard library.
package confspace
