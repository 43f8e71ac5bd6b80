// Package gcc builds C programs with gcc so that their runs can be recorded, and
// runs them on the real machine: the native side of confcov crosscheck and confcov replay.
//
// # Nouns
//
//	Build    what a program is made of
//	Program  a program that was built
//	Start    what a run is started with: arguments, environment, and the values of options
//	Point    where the values become those of the options' objects
//	Value    an option's object and what is stored there
//
// The record of a run is a trace.Trace: end, output, function calls, line counts.
//
// # How
//
// The program is compiled without optimisation, with --coverage and -mfentry,
// and linked with runtime/runtime.c. (-finstrument-functions would add blocks that gcov counts.) Which functions are of the
// program's own files is read from gcov's notes (notes.go). All that is recorded goes to memory that the
// program's processes share with the one that reads it (record.go), so a process may fork, change
// its root and its user, call _exit, or be killed, and what it did until then is there. gcov's
// counters lie on pages of their own (runtime/counters.ld), which that memory replaces: all
// processes count together. The lines' counts follow from the counters and the functions' graphs, which gcov's notes have
// (lines.go): gcov's summation, but that a line is not left and entered again where control passes a block
// without lines on its way from the line to itself. Of gcc 12 to 14 the notes are known; of others gcov reads the counts,
// for which the program is started once more.
//
// Variables that live on the stack do not share memory (-fstack-reuse=none): the ends of their lives would be code on
// the line of some return or break, which other ways out of the block come to as well.
//
// Floats are contracted nowhere and signed overflow wraps, as in the engine.
//
// Compilers, gcov and programs are confined (package confine), unless Build.Unconfined says otherwise. What a program has
// written to the shared memory is checked on reading.
//
// # Limits
//
// Counters are not updated atomically unless Build.Flags has -fprofile-update=atomic: two processes that
// run at once could lose a count. At most 1,024 processes and 8 million calls are recorded by name;
// total and digest are of all. A process made by vfork writes to its parent's record.
// Standard output and standard error are one pipe: the order of what is written is that of the system
// calls. glibc's buffers and musl's have different sizes, so the order can differ from the engine's
// where a program uses both, and so can what is lost when it dies with unwritten output.
package gcc
