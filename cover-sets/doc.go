// Package coversets finds small sets of configurations that cover everything
// that any configuration covers (dissertation, section 4.7.3).
//
// # Nouns
//
//	CoveringSet  configurations that together cover all that can be covered
//	Member       one of them: the settings that matter, and the complete configuration
//	Requirement  a coverage condition that no other one implies: to meet it is to meet those it implies
//	Proof        why fewer configurations are not enough
//
// # Greedy
//
// The dissertation's packing: pick the interaction whose guaranteed coverage
// has most elements that are not covered yet, merge it into the first configuration
// with which it is consistent, else begin a new one; until all is covered. Ties go to
// the interaction that is first in the order of settings, so the result is
// always the same. At the end configurations are listed by what they add, and what no interaction decided
// gets its default value.
//
// # Exact
//
// A set of pairwise incompatible requirements (a clique) is a
// lower bound, and a proof that can be read: no two of its elements are covered by the same configuration. If
// greedy packing reaches it, that set is minimal. Otherwise configurations are exchanged for ones that cover more, as long as one fewer is enough (choose.go), and a
// SAT solver is asked for k configurations, k from the bound up: a configuration meets a
// requirement exactly if it has one of its minimal settings (the prime implicants of its
// condition), so the question is one of settings alone. Beyond Options' limits, which
// count conflicts and not seconds, the best known set is returned with the bound that was proved.
// Where Options.Context ends the search there is no result: how far it came is chance.
//
// Where the space has constraints, settings need to imply a requirement only with these, and each configuration satisfies them: what a model of the SAT solver
// has and they exclude becomes a clause, until no model has such settings.
//
// Check is independent of both: it asks for every element whether a configuration of the set is
// in its coverage condition.
package coversets
