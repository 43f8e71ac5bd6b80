// Package unitcache keeps lowered translation units on disk, so that a second
// run need not parse and lower again.
//
// # Nouns
//
//	Cache    a directory of encoded units
//	Key      what a unit was made from: a hash of everything that lowering reads
//	Headers  the include directories of a compilation, to hash what a source may include
//
// # Invariants
//
// A unit is found only by the same content: a key covers the version of the code that
// lowers (the Cache's version), the options, the source's bytes and the bytes of every
// file that it may include. What it may include is found before it is
// parsed: every #include line counts, whether or not its condition holds, and every
// file of that name in any include directory, found first or not. So a file that
// appears in an include directory, or disappears, changes the key too. A name
// that is a macro cannot be followed: such a source is not cached, nor is one that
// may include very much. Anything but a regular file counts as absent.
//
// Entries are written under a temporary name and renamed, and carry a hash of
// their key and content: writers may collide and the machine may stop. A damaged entry is
// removed and counts as absent. The cache may be deleted at any time, and failing
// to write to it is no failure of the compilation.
//
// Entries of another version lie in another folder; one that no run has used
// for two weeks is removed when a Cache is opened.
package unitcache
