// Package confcov holds no code: it is the architecture of the program in one page.
//
// confcov answers one question about a configurable C program: which settings of
// which options decide which code runs, and which few configurations must be
// tested? The options are symbolic, the inputs of a test stay concrete, and the
// engine explores every path that any configuration takes under each test. The
// method is that of chapter 4 of K.-K. Ma, Improving Program Testing and
// Understanding via Symbolic Execution, University of Maryland 2011.
//
// # The way data flows
//
//	subject.toml, tests/*.txtar                  subjects
//	  -> C sources, fetched and checked          subjects/fetch
//	  -> control-flow graphs                     explore/frontend, explore/ir
//	  -> linked with the C library               explore/libc
//	  -> every path of every test                explore
//	  -> run directory: Parquet files, run.json  explore/path
//	  -> elements of coverage                    coverage
//	  -> guaranteed coverage, interactions       interactions
//	  -> covering sets of configurations         cover-sets
//	  -> tables, figures, what patches touch     reports, reports/patch
//
// # The seam
//
// The run directory divides the program in two. Before it, the engine: packages
// under explore, which know C, paths and path conditions, and no analysis. Behind
// it, the analyses: coverage, interactions, cover-sets and reports, which read
// finished paths and never import the engine, so that a stored run is analysed
// again without exploring. Both halves share the model of configurations,
// subjects/confspace, and the elements of coverage.
//
// # The engine
//
//	explore            the front door: tests, modes, workers, limits
//	explore/ir         the program: control-flow graphs of three-address code
//	explore/frontend   C source to ir
//	explore/libc       the C library, compiled by the front end; intrinsics
//	explore/expr       bit-vector expressions over the options, and decision diagrams with expressions for leaves
//	explore/memory     objects and their contents; copy on write
//	explore/kernel     Linux below the system-call line, simulated
//	explore/state      one execution state: frames, memory, path condition, kernel
//	explore/interp     one instruction on one state
//	explore/searcher   which state next
//	explore/solver     what the path condition cannot decide by itself
//	explore/relation   conditions that sets hold as one variable each
//	explore/path       the record of a finished path
//
// What drives it:
//
//	explore/build      a subject's program: compile, link, number, load
//	explore/campaign   a subject's tests in each mode, into a run directory
//	explore/replay     stored paths run again, interpreted and natively
//	explore/crosscheck random programs, natively and in the engine
//
// A path condition is a set of configurations, kept exactly as a decision diagram
// over the bits of the options, with a residue of expressions for what that cannot
// hold. When the path ends, each of these becomes a variable of the diagram, a
// relation; so the run directory and the analyses lose nothing, and ask a theory (Z3,
// by an interface of subjects/confspace) what relations and options say together. A worker explores one whole test with managers of its own; tests run side
// by side; so nothing inside a test needs to be safe for concurrent use.
//
// Line, block and edge coverage are about the programmer's graph, in which && and || without side effects
// are evaluated inside one block; for outcomes each of their operands is a decision. With --merge all
// one exploration of each test finds both. Where each path counts, each test is explored in two modes, merged and
// expanded, as in the dissertation.
//
// # What is checked by machine
//
// arrows_test.go holds the table of allowed imports. RATIONALE.md holds the
// decisions, with what was rejected.
package confcov
