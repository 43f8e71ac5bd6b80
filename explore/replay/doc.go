// Package replay compares what is stored of explored paths with what runs of one
// configuration do: the algorithm of confcov replay.
//
// # Nouns
//
//	Case    what a stored path says about one configuration of its condition
//	Result  a Case that was run again, by the engine's concrete interpreter or natively, and what differed
//	Rule    why one kind of difference is to be expected, and how it is recognised
//	Tally   counts of results, by test and in total
//
//	Replayer      chooses paths of a run directory, runs them again and holds the results
//	NativeRunner  the subject's program built natively, which runs configurations
//	Baseline      what native runs under many configurations cost, beside what exploring costs
//
// # What must agree
//
// With the concrete interpreter: how the run ended (kind, code and message), every coverage element of
// the criteria of the path's mode (those of the path, and those of its Partials that hold in the
// configuration), the number and the digest of the function calls of each process (unless edges with different
// calls were merged), and the output. A byte that the path stored as '?' depends on the configuration and agrees with any.
//
// With the native program: what package trace compares. With the program's own configuration, which it reads natively and in the interpreter, too: what the options'
// objects hold where they would become symbolic.
//
// # What is not compared
//
// A path that a limit of the engine ended, and one whose condition is wider than the path if no witness is known. They are counted
// with the reason; nothing is left out silently.
package replay
