// Package campaign explores the tests of a subject into a run directory.
//
// # Nouns
//
//	Settings  how tests are explored: modes, merging, search strategy, limits, checks
//	Campaign  a subject, some of its tests, Settings, and the program once it is built
//	Key       what identifies the result of one test in one mode
//
// # Invariants
//
// Run explores what the directory does not hold under the same key, test by test and
// mode by mode, several at a time. The files of a test do not depend on what else is explored
// or on how many workers there are.
package campaign
