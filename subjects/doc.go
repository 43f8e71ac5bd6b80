// Package subjects loads, fetches and checks the programs under analysis.
//
// # Nouns
//
//	Subject   a program: where its source is, how it is built, its options, its tests
//	Source    where the source comes from: a folder of the subject, or an upstream archive
//	Build     which files make the program, and how the preprocessor is set up
//	Option    a confspace.Option, and how it is written for the real program: an integer, or a string of a list
//	Point     the place at which options become symbolic
//	Mode      a named group of concrete settings that tests share ("one-process")
//	Test      one run of the program: arguments, files, peer script, concrete settings
//	Entry     a file, folder or symbolic link of a test's file system
//	Problem   an error in a subject's files, with file and line
//
// A subject is a folder: subject.toml describes it, tests/*.txtar are its tests,
// further files (sources, headers, a base file system) are named in subject.toml. Some
// subjects are built in; any folder can be given by its path.
//
// # Strictness
//
// A key that subject.toml or a test's header does not have is an error, with file
// and line; so are a second definition of an option, a default or a concrete setting outside the
// domain, a file that is missing, an owner without an account, a peer script that does
// not parse. A subject that loads is consistent.
//
// # Constraints
//
// confspace.Space.Constraints narrow the space. With what a test sets, some configuration has to satisfy them.
//
// # Which options are symbolic in a test
//
// Those with scope "all", and those that the test lists under symbolic; less those to
// which the test's mode or its settings give a value. The rest have the value in
// the test's settings, or the mode's, or the program's default. Every test of a subject
// has the same confspace.Space, so results of tests can be joined; Test.Fixed says which
// part of it the test explores.
package subjects
