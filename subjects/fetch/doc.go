// Package fetch brings the source of a program under analysis (or of the C
// library) into the cache directory, checked, and unpacks it there.
//
// # Nouns
//
//	Archive  what is wanted: a release tarball, known by the SHA-256 of its bytes, and the places that have it
//	Debian   a place: a Debian source package, whose "orig" tarball is the upstream release
//	URL      a place: an address of the upstream project
//	Local    a place: a tarball or an unpacked directory that the user names
//	Tree     the unpacked source
//
// # Invariants
//
// Nothing unchecked is used: an archive's bytes have the wanted SHA-256 before
// one of them is unpacked, wherever they come from, and whatever the place
// itself promised. The one exception is a directory that the user names: it is
// used where it is, and Tree.Checked is false.
//
// Nothing half-written is visible: files and trees are made under a temporary
// name in the cache and renamed. A tree has beside it a stamp, written last, with
// the archive's SHA-256 and that of each file; a tree that differs from its stamp (a cleaner of
// temporary files took some, an editor changed one) is unpacked again.
//
// Runs may overlap: each archive has a lock file, held while it is fetched and unpacked. What
// a killed run left unfinished is removed by the next one that fetches the archive.
//
// Unpacking neither writes nor reads outside the new directory: names that are absolute
// or climb are refused, all is written below an os.Root, and in the end each link
// is followed as the system would follow it, through other links, and must stay inside. Sizes
// and numbers of entries are bounded. Modification times are kept, since configure scripts and
// makefiles look at them.
//
// # Layout of the cache
//
//	archives/SHA256-NAME     tarballs
//	trees/NAME-VERSION-XXXXXXXXXXXX/tree   X: the SHA-256's first digits
//	trees/NAME-VERSION-XXXXXXXXXXXX/stamp
//	apt/SUITE/               apt's lists of source packages
//	locks/
//
// # Debian source packages
//
// No address is written here: the system's own apt configuration names the
// archive ("apt-get indextargets"). A private source list asks that archive for the
// suite's source index, signed by Debian's keyring, with private directories for all
// that apt writes, so that neither root nor a change of the system's
// configuration is needed. "apt-get source --print-uris" names the tarball with
// its SHA-256, "apt-helper download-file" fetches it.
package fetch
