// Package configure lets programs make the headers that they are compiled with: config.h and the like, by their own configure script
// and makefiles, or, of a source without such a script, by its makefiles. They run once, confined, and what they make is kept in the cache.
//
// # Nouns
//
//	Recipe   a source, the arguments of its configure script, and the files that are wanted of it
//	tree     a copy of the source with these files in it, and nothing else that the script left
//
// # Which C library the script sees
//
// A program is compiled twice, by the engine's front end and, for replay, by gcc. Both see the host's headers, which are glibc's, so the
// script has to see these: what it finds out of declarations and types then holds for both. But what is linked is the engine's library (package
// explore/libc) in one case and glibc in the other, and a function that only glibc has must not be found. So the script's compiler is gcc behind a
// script of ours, by which a program that needs a symbol that the engine's library does not define cannot be linked. Test programs that
// the script runs run with glibc, whose behaviour the engine's library has. Other libraries are found by nobody, for no symbol of theirs is
// in the list, nor is pkg-config.
//
// The alternative is to configure for musl, with its headers: what came of it would be compiled with glibc's headers all the same, in which
// functions are declared that the program then declares, too.
//
// # What is kept
//
// A tree is known by its source, the recipe, the compiler, the C library's headers and this package. Beside it is a manifest of its
// content; a tree that differs from it is made again. The script works in a copy of its own, of which only the files that are asked for are taken: equal
// recipes make equal trees.
package configure
