// Package coverage defines the coverage criteria of dissertation section 4.4,
// the universe of elements of a program, and the conditions under which
// elements are covered.
//
// # Nouns
//
//	Criterion   line, block, edge or outcome coverage; outcomes are those of the conditions of C, which others call condition coverage
//	Element     one thing that can be covered: a line, a block, an edge, an outcome
//	Universe    every element of a program: the denominators of percentages
//	Layout      where the elements of some criteria lie in a bit set
//	Observation a set of configurations and elements that all of them cover
//	Test        what is known of one test: its domain and its observations
//	Conditions  for each element the set of configurations under which one test covers it
//	Total       the Conditions of all tests, elements grouped into classes
//	Class       the elements that every test covers under the same conditions
//	Decision    which conditions of C belong together, see decision.go
//
// # Definitions
//
// Let D_T be the domain of test T: the configurations of which exploration
// knows what they do, the union of its path conditions. C_T(X) is the set of
// configurations of which some observation says that they cover X. The
// coverage condition of X is the union of C_T(X) over all tests. A path that
// ended at a limit counts up to there: what it covered, it did cover.
//
// # Classes
//
// Programs have thousands of elements and few distinct conditions (vsftpd
// 2.0.7: 2,549 lines, 52 conditions), so every later analysis works on classes
// and never on elements.
//
// # Unsupported
//
// Path and data-flow coverage. Elements of code that is not the
// subject's own (the C library, system headers' inline functions unless their
// file is marked as the subject's) are not in a universe.
package coverage
