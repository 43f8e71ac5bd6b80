// Package interp executes states: one instruction of one process at a time, on
// values that are concrete words or expressions over the options.
//
// # Nouns
//
//	Code       a program, decoded once and shared by all workers
//	function   a decoded function: an array of inst, one slot for each instruction and terminator
//	Machine    what one worker needs to execute states of a Code
//	Decider    what decides conditions under a path condition
//	Result     what became of a state: live states, and paths that ended
//	intrinsic  a C function that the engine performs
//	shortcut   an intrinsic that also has a body in C, which is its meaning
//	way        one way out of a block: what coverage is recorded by
//	region     what lies between a fork and the place at which its ways are merged
//	meeting    such a place: a slot of an activation of a function
//
// # Fast and slow path
//
// The fast path (fast.go) is a loop over specialised, partly fused instructions. It runs while the top
// frame has no symbolic register, bytes that are touched are concrete and defined, and nothing goes wrong; it does
// not allocate. Whatever is not so leaves the loop, with the state between two instructions, and the
// slow path (slow.go) performs one instruction for any values. Symbolic values die with the
// liveness of their registers, so frames come back to the fast path. Both count
// the same: IR instructions, terminators included, counted at calls and terminators.
//
// # Counting
//
// For traces a program is decoded a second time, with each way out of a block of the program's own functions counted (lines.go).
// That code is a little slower, and the other one pays nothing for it.
//
// # Options with one value
//
// Where the path condition leaves one value to the options that a value depends on, it is evaluated (pins.go): a program
// all of whose options are pinned by comparisons runs on the fast path.
//
// # Forking
//
// A branch on a condition that holds for some configurations of the path only forks the state.
// Everything else that must know (an address's object, a size, a divisor, a system call's
// argument) asks decide or concrete: where the answer is open these unwind the
// instruction by a panic, the state is forked, and the instruction is
// executed again on both states, whose path conditions now know the answer. So an instruction changes nothing
// before its last question. Panics that are not unwinding are bugs; they end
// the path as Internal, with the C stack.
//
// # Merging
//
// Small regions that make no system calls and leave the same objects are merged by merge.go, while the instruction that
// forked is executed; what cannot be merged stays forked. With Options.MergeAll ways are merged wherever they meet instead, across calls, loops and system calls:
// region.go chooses what runs next so that they do, join.go makes one state of two. What differs becomes a choice (package expr) between the values,
// by the configurations; memory and the kernel join themselves. Nothing is lost where that is refused: the ways stay apart, Machine.Apart counts
// where and why, and they are tried again further on. Values are restricted to the path condition when they are loaded, decided on, or given to the kernel, so
// what a fork has decided is concrete in both ways.
//
// A string that grows under conditions ends at an address that is a choice: strlen returns it, strcat puts off what it writes there
// (shortcut_late.go), and write hands it to the kernel part by part (write.go), so that it is one state all the time. memcpy and memset whose arguments are choices
// write each part in its own configurations (shortcut_parts.go); where that may be an error their bodies are executed, which fork.
//
// Ways of which one made calls that the other did not make agree about the locals of both: which locals' ids depend on active calls only is found out in escape.go. So
// do ways in which a process that waits, or has not begun, has done different things before: ways also meet where another process has its turn, and where none is left.
//
// # Errors
//
// A memory error, a division by zero, a place that the program promises is unreachable (gnulib's assume), a failed assertion
// or a signal ends the path, for the configurations concerned only. Every path ends in exactly one path.Termination.
//
// # Not supported
//
// Threads, alternate signal stacks (handlers run on the one there is),
// the contents of a handler's siginfo beyond the number, and of its ucontext.
package interp
