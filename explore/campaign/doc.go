// Package campaign explores the tests of a subject into a run directory.
//
// # Nouns
//
//	Settings     how tests are explored: modes, merging, search strategy, limits, checks
//	Campaign     a subject, some of its tests, Settings, and the program once it is built
//	Task         one test in one mode
//	Description  all that the result of a Task depends on
//	Key          the hash of a Description, which identifies the result
//
// # Invariants
//
// Run explores what the directory does not hold under the same key, test by test and
// mode by mode, several at a time. The files of a test do not depend on what else is explored
// or on how many workers there are.
//
// A Description holds what explore.Run is called with and the hashes of the program and its
// universe, and its hash covers every field by reflection (canonical.go). So nothing that reaches
// the engine can be left out of a key. What is not in it cannot change what is found:
// summaries, where sources come from, flags of native builds, the number of jobs. key_test.go
// changes each field of a subject in turn; a new one fails the test until somebody has said
// whether it counts.
//
// A test stopped by the user or by a time limit is stored with the paths finished so far and a limit
// that says so, and the next Run explores it again. A test that fails is not stored; the others are
// explored all the same.
package campaign
