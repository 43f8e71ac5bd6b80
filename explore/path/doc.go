// Package path is the record of finished paths, and the run directory that holds
// them: the seam between the engine and the analyses.
//
// # Nouns
//
//	Path         one finished path of one test
//	Termination  how and where a path ended; every path ends in exactly one Kind
//	Mode         which lowering of && and || a path was explored under
//	Test         all paths of one test in one mode
//	Dir          a run directory, open for writing or reading
//	Run          what run.json says: subject, versions, tests, limits
//
// # The run directory
//
//	run.json                     what was run, and whether it is complete
//	timings.json                 wall-clock times; the one file that differs between equal runs
//	options.parquet              the options and their domains
//	elements.parquet             the universe of coverage elements
//	tests/NAME.MODE/test.json    counts, limits and the key of one explored test
//	tests/NAME.MODE/*.parquet    paths, covered, partial, sets
//	coverage.parquet, interactions.parquet, covering_set.parquet, errors.parquet
//	                             results of the analyses, see package reports
//
// docs/run-directory.md documents every column. All files but timings.json are
// functions of the subject, its tests and the options of exploration: two runs
// give the same bytes whatever the number of workers. So nothing in them comes
// from a clock, a worker's number or the order in which tests finished.
//
// # Durability
//
// The files of a test are written to a hidden folder, synced, and the folder
// is renamed: a test is either there and complete or not there. A test's Key
// (a hash of program, test and options, made by the explorer) tells whether a
// finished test of an earlier run can be kept.
//
// # Sets on disk
//
// The path conditions of a test are stored as the nodes of their decision
// diagrams, numbered by a depth-first walk from the paths in order, so the
// numbers do not depend on what else the manager held. Node ids in
// paths.parquet and partial.parquet refer to sets.parquet of the same folder.
package path
