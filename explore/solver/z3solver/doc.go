// Package z3solver is a solver.Core by Z3, and the only package that needs cgo.
//
// A condition is translated as it is: a value of n bits is a bit-vector of n bits, a condition one of one
// bit. Float operations go to Z3's theory of IEEE floats. There is one NaN in that theory, and many on the machine: a float
// operation's bits are translated, where they are asked for, by a choice that gives the NaN that SSE gives (x87 for long doubles, which are floats
// of 15 bits of exponent and 64 of significand). Conversions that are out of range give what
// the machine gives. So the meaning is that of expr.Builder.Eval, exactly; solver.Checked relies on nothing else.
//
// Each Core has a Z3 context of its own, for one worker and one Builder at a time. It talks to Z3's C interface itself: in the usual Go binding
// a context in which floats were used is never freed (its rounding modes refer to it, and have finalizers), and when Go's collector
// happens to run decides in which order Z3 numbers its terms. Effort is limited by Z3's own count
// of steps (rlimit), which is the same on each run, not by time. Cancelling the context given to New interrupts
// Z3; from then on all is Unknown. An error of Z3's becomes Unknown as well, and so does a query at which it has more memory than
// MemoryLimit, which does not depend on the query alone.
//
// # Floats: what it takes
//
// In processor time on the machine that the project is developed on (BenchmarkFloatQueries), for one query on options that have every
// value: comparisons of floats, converted integers and long doubles 30 to 80 ms; additions, and double to float to int, 0.1 s, of long
// doubles 0.4 s; multiplications by constants 0.2 s (float) to 0.5 s (long double); divisions by constants 0.3 s (float) to 7 s
// (double); square roots 0.4 s (float) to 2.3 s (double). The product of two doubles that both depend on options of 32 and 64 bits, and
// quotients of long doubles, are beyond DefaultLimit: Unknown, after 7 and 19 s. With options of 8 and 16 bits
// such queries do not come here, for the solver evaluates up to 4096 combinations.
//
// Written for Z3 4.8.12.
package z3solver
