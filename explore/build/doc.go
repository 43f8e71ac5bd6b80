// Package build makes programs ready for the engine: it compiles C files in the
// lowerings that are explored, links them with the C library, numbers the elements of coverage and loads
// the result.
//
// # Nouns
//
//	Program  a subject's program in the lowerings that are explored, with the universe of its elements
//	Digest   a hash of all that a Program was made from, whatever folders it was in
//	Error    a mistake in the subject: code that does not compile, an option without an object
//
// # Invariants
//
// Equal sources give equal Programs, whatever the number of jobs, the folders, the date and what the
// cache of lowered units holds.
//
// The options of a Program agree with its C objects: each is an integer of its object's width and
// sign, at the beginning of a member or element, of one object that no other option has (options.go).
// Subject gives options whose type subject.toml does not say that of their object.
package build
