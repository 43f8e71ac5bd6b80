// Package trace is what one run of a program did, as it can be seen from outside,
// and how two such records are compared: the oracles of confcov crosscheck and
// confcov replay.
//
// # Nouns
//
//	Trace       how a run ended, what it printed, which functions it called in which order,
//	            and how often it came to each line
//	Calls       the function-call chain of one process
//	Lines       counts of source lines, as gcov counts them
//	Oracle      one way to see that two runs differ
//	Difference  the first thing in which two traces differ, by one oracle
//
// The oracles are those of Kapus and Cadar (ASE 2017, section II.C): crash of the
// executor, output, function-call chain, coverage; and the number of paths, which
// they left to the other oracles. A trace says nothing of where it comes from:
// the engine makes them (package explore), and gcc's programs do (package
// subjects/native/gcc).
//
// # Function-call chains
//
// A chain holds one entry for each entry to a function of the program's own
// files, the C library's and the system headers' left out, in order. The first MaxCalls
// entries are kept by name; the digest and the length are of all of them, so chains of any
// length are compared. A function's name is that which the linker knows. Functions of one name in different files are one function here. The
// chain of a process that is made by fork begins empty.
//
// # Lines
//
// The count of a line is how often control came to it from elsewhere in its function, as
// gcov counts: two statements on one line count once. Only lines that both traces know are
// compared, since compilers disagree about which lines have code.
package trace
