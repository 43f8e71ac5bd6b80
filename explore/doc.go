// Package explore is the front door of the engine: it enumerates the paths of a
// test over all configurations.
//
// # Nouns
//
//	Program   a linked program made ready for execution, shared by all tests and workers
//	Test      what the program is started with: arguments, environment, the simulated machine
//	Options   the configuration space, where options become symbolic, merging, limits
//	Result    the finished paths, statistics, and the options that decided anything
//
// # Options become symbolic
//
// An option is a C object (Option.Object: a global's name, or NAME+OFFSET for a part of
// one). At the points of Options.Points it is overwritten by a variable of the
// domain's width, whatever it held. Programs can also ask by the C API of confcov.h. With
// Options.Configuration the values of one configuration are stored instead, and the
// run is concrete.
//
// # Invariants
//
// Run enumerates: the conditions of the returned paths are disjoint, and their
// union is the whole space less what confcov_assume excluded. A limit that is hit
// ends the states concerned with kind Budget and is named in Result.Limits;
// no state is ever dropped. Two runs with the same arguments return the same
// result, byte for byte.
//
// One Run uses one expression builder, one manager of sets and one solver, so tests can be
// explored in parallel.
package explore
