// Package z3solver is a solver.Core by Z3, and the only package that needs cgo.
//
// A condition is translated as it is: a value of n bits is a bit-vector of n bits, a condition one of one
// bit. Float operations go to Z3's theory of IEEE floats. There is one NaN in that theory, and many on the machine: a float
// operation's bits are translated, where they are asked for, by a choice that gives the NaN that SSE gives (x87 for long doubles, which are floats
// of 15 bits of exponent and 64 of significand). Conversions that are out of range give what
// the machine gives. So the meaning is that of expr.Builder.Eval, exactly; solver.Checked relies on nothing else.
//
// Each Core has a Z3 context of its own, for one worker and one Builder. Effort is limited by Z3's own count
// of steps (rlimit), which is the same on each run, not by time. Cancelling the context given to New interrupts
// Z3; from then on all is Unknown. A panic of the binding becomes Unknown as well.
//
// Written for Z3 4.8.12.
package z3solver
