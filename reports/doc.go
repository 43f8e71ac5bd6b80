// Package reports loads run directories, runs the analyses on them and presents
// the results: tables, plots, graphs, annotated source, lcov.
//
// Answer says what a run says on one screen, Explain and ExplainText who reaches a place, or why nobody does. Words are those of docs/glossary.md.
//
// # Nouns
//
//	Study    a run directory, loaded and analysed
//	Result   what the analyses say about one criterion
//	Table    a table of results, written as text, JSON, CSV or Markdown
//	Finding  an error of the program and the configurations that cause it
//
// A Study is made by Load, the one function that reads; Keep writes what all tests say together into the index of the run directory, which
// Load reads instead of the tests the next time (index.go); Save writes the results back as Parquet files. Everything else is a pure function of a Study. The JSON forms are stable and
// documented in docs/json.md; text is for people and may change.
//
// Tables correspond to those of the dissertation:
//
//	Subject      4.2   subject statistics
//	Summary      4.3   coverage, paths, examined options
//	Paths        Fig. 4.4
//	Strengths    4.4   interactions by strength
//	Guaranteed   Fig. 4.5
//	CoverSets    4.5   what each configuration of the covering sets adds
//
// Chapter lays several studies beside the dissertation's own, whose numbers are in dissertation.json.
//
// HTML fills in a report for browsers, which package page writes (html*.go). What is true of other files, that all numbers are those of the tables, holds there too.
//
// Incomplete runs: every number that depends on paths that were not followed to their end, are
// missing, or have conditions wider than themselves, is a Bounded: at least, at most, or possibly more or fewer. What
// would be a claim about such paths is left out. Study.Exact says whether there are none.
//
// The values that settings are made of are told apart by all criteria of a run, whichever Options.Criteria names, so no
// result depends on what else was asked for.
package reports
