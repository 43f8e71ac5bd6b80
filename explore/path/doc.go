// Package path is the record of finished paths, and the run directory that holds
// them: the seam between the engine and the analyses.
//
// # Nouns
//
//	Path         one finished path of one test
//	Termination  how and where a path ended; every path ends in exactly one Kind
//	Mode         which lowering of && and || a path was explored under, and so the coverage of which criteria it has
//	Test         all paths of one test in one mode
//	Dir          a run directory, open for writing or reading
//	Run          what run.json says: subject, versions, tests, limits
//
// # The run directory
//
//	run.json                     what was run, the tests and whether they are finished
//	timings.json                 wall-clock times; the one file that differs between equal runs
//	options.parquet              the options and their domains
//	elements.parquet             the universe of coverage elements
//	tests/NAME.MODE/test.json    counts, limits and the key of one explored test
//	tests/NAME.MODE/*.parquet    paths, covered, partial, sets, relations
//	program.parquet              the control flow of the program
//	decisions.parquet            its decisions
//	sources.parquet              its sources
//	coverage.parquet, interactions.parquet, covering_set.parquet, errors.parquet, values.parquet, index.bin
//	                             results of the analyses, see package reports
//	.lock                        held by who writes
//
// docs/run-directory.md documents every column. All files but timings.json are
// functions of the subject, its tests and the options of exploration: two runs
// give the same bytes whatever the number of workers. So nothing in them comes
// from a clock, a worker's number or the order in which tests finished.
//
// # Binding
//
// run.json is the root of a tree of digests: it has those of options.parquet,
// elements.parquet and each finished test's test.json, which has those of the test's
// other files; run.json itself is sealed by a digest of its own. A reader starts at
// run.json and checks each file against its digest before it parses it, so a file that
// is missing, damaged or of another run is an error (ErrDamaged), and a folder that
// run.json does not list is not looked at. What is left of an older version, or is
// being written by another process, can therefore never be mixed with the run that was
// opened. A result of an analysis has Run.Digest of
// the run that it was computed from: the digest of what run.json says, places of folders aside.
//
// # Durability
//
// Files are written under a temporary name, synced and renamed, folders of tests too.
// run.json is written first, with the plan: each test, its mode, and its Key (a
// hash of program, test and options, made by the explorer). A test that is finished is
// listed by writing run.json anew, after the test is on disk; a test that is to
// be replaced is struck out first. So at every instant run.json tells the truth about what
// is there, and a run that was killed continues with the tests that it lists: those are kept
// whose Key is planned again and whose files have their digests. To write run.json
// once a test costs one more sync beside the seven of a test's own files; the entry of
// a test has about 200 bytes, so that it stays small for thousands of tests.
//
// One process writes at a time: it holds a lock of the kernel's on .lock, which ends with
// the process. A directory is taken over if run.json is ours, or if without it everything in it
// has a name that confcov uses; only such names are ever removed, and links are not followed.
//
// # Sets on disk
//
// The path conditions of a test are stored as the nodes of their decision
// diagrams, numbered by a depth-first walk from the paths in order, so the
// numbers do not depend on what else the manager held. Node ids in
// paths.parquet and partial.parquet refer to sets.parquet of the same folder.
package path
