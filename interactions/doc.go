// Package interactions computes guaranteed coverage and interactions among
// options, exactly, at every strength (dissertation, section 4.3).
//
// # Definitions
//
// Let D_T be the domain of test T (the union of its path conditions, which satisfy the constraints of the space) and C_T(X)
// the configurations that cover X under T. A conjunction of settings p
// guarantees X if for some test T there is a configuration of D_T that satisfies p, and every one that
// does is in C_T(X) (Definition 1: the intersection over the paths consistent
// with p of what they cover). Cov(p) is the set of X that p guarantees. An
// interaction is a p that guarantees some X that no proper subset of p
// guarantees (Definition 2). Its strength is its number of settings. The empty p, strength 0,
// guarantees what every configuration covers; it is reported apart and not counted as an interaction.
//
// This is a guarantee by one test. A guarantee by the suite (Options.Guarantee) is the same with one domain D, the union of all D_T, and
// C(X), the union of all C_T(X): every configuration that satisfies p and is possible covers X, each under some test. It is what
// holds for who runs all tests; by one test it may take more settings.
//
// # Nouns
//
//	Values       for each option the values that settings are made of: one for each class of
//	             values that no coverage condition tells apart, or more
//	Interaction  a p, and the classes of elements that it newly guarantees
//	Analysis     all interactions of one criterion, and what follows from them
//
// # Method
//
// For one test and one X, the minimal p are the prime implicants of C_T(X) or
// not D_T whose literals give one option one value, as far as they are
// consistent with D_T. For f with first option x let f_v be its
// cofactors and g their intersection: the primes without x are those of g, and
// those with x=v are x=v and q, for q a prime of f_v that is not one of g's. This is done
// recursively on decision diagrams and remembered by set, so equal conditions of
// different elements, tests and criteria cost nothing. The minimal p over all tests are
// the minimal ones of the union. Nothing is sampled, and no candidate C(n,t)*v^t is ever enumerated.
//
// The primes of up to t settings come from those of g of up to t and those of the f_v of up to t-1, so all of them are
// found without the longer ones. The lists are bounded that way: for a class with too many (DefaultLimit, or DefaultTotal together), all up to some strength are listed,
// and Analysis.Complete says up to which. Strength is not limited otherwise.
//
// # The paper's rule
//
// The authors' scripts try strengths 1, 2, ... per test and stop at the first
// at which everything that the test covers is guaranteed, so an alternative that is longer
// than that is not listed. Options.Paper reproduces this; counts can then be lower than the definition's.
// They also list the values of each option by hand, and make a setting of each, whether or not coverage tells it from others. So does
// whoever passes all of them as Values; each then counts.
//
// # Unsupported
//
// Settings that are not equalities (x < 5): an option's values are partitioned
// instead, and each class has one representative.
package interactions
