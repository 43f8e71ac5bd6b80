// Package solver decides conditions under path conditions.
//
// # Nouns
//
//	PathCondition  the configurations that take a path: a Set, and a Residue of conditions that the set does not hold
//	Result         Sat, Unsat, or Unknown with a reason; the zero Result is invalid
//	Solver         what the engine asks: Branch, Assume, Value, Values, Range, Model
//	Query          conditions that must hold together, for a Core
//	Core           decides queries: Z3, and the decorators around it
//
// # How a condition is decided
//
// By the first of these that applies.
//
//  1. It is a constant: expr folds most comparisons by what is known about the operands.
//  2. It is a choice between constants (expr.OpChoice): that is a set.
//  3. It is bit-blasted to a confspace.Set: every integer operation is done on vectors of sets, one
//     for each bit, within a budget of nodes. Vectors are remembered for each expression, so that a branch on an option is two
//     intersections.
//  4. Where there are float operations or the budget is exceeded, the condition is evaluated for all
//     combinations of values of its options, if there are at most EnumerationLimit: of the domains, or, failing that,
//     of the values that the path condition leaves them.
//  5. It joins the Residue, with its choices restricted to the set; configurations at hand are tried (guess.go), and then the Core is asked: see Chain. The set is handed to it as
//     conditions too, projected to the options of the residue, and choices as Ites.
//
// Floats, long doubles included, are decided by 1, 2, 4 or 5: evaluation, or Z3's theory of floats. What neither decides ends
// the path as path.SolverUnknown.
//
// 1 to 4 are exact and never unknown. Without a Core, 5 is Unknown. Unknown is counted and
// is never treated as Unsat. A path condition given to a Solver is taken to be satisfiable, which all
// that the Solver returns as Sat are: so where one side of a branch is Unsat, the other is Sat.
//
// # Measured
//
// In processor time on the machine that the project is developed on (see the benchmarks): a branch on a boolean option is 0.24 µs
// where the path condition is about 20 options before it, and 0.04 µs on a comparison of choices that was met before; the 2^16 paths of 16 independent booleans are
// 0.12 s; the five digits of an integer up to 65535 are blasted in 10 ms. Of the digits of an integer
// up to 2^31 the two lowest and the two highest fit in the budget, those between do not.
package solver
