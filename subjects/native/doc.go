// Package native builds subjects with gcc and runs their tests on the real
// machine: the oracle for what the simulated one prints.
//
// Each run is confined (package confine), which at the same time makes the machine that the program sees: the test's files and no
// others, with the inodes that they have on the simulated machine, a network on which nobody else is, processes numbered from 100,
// and, where the client of the test is on another machine, that machine.
//
// What remains is done by a shim that is linked to the program, statically (shim/shim.c). It replaces the clocks, and whatever waits, by one
// clock that starts at the simulated date, stands still while any process can run, and advances to the next deadline
// when all wait (clock.go). Times that files got meanwhile are translated to it. And it shows what the simulated machine would of the
// devices, sizes and blocks of files, of random numbers, limits, and of the order in which folders list their entries.
// Functions in which C libraries differ visibly, such as those that look up names, are the engine's (library.go).
// Programs with a peer take turns on one processor, where the machine permits it.
//
// A program that talks over its standard input is started as inetd does it: descriptors
// 0, 1 and 2 are a TCP connection, of which the test's peer has the other end.
//
// # What differs
//
// Reading /dev/random gives the machine's numbers. For an ordinary user the devices are the host's, with its inodes and times. The inodes of pipes and sockets are the machine's. What libraries do inside bypasses the
// shim: C streams of folders (fts, ftw, scandir) and of devices. A file that is renamed keeps its place in listings. SO_SNDTIMEO does not strike.
// SO_RCVTIMEO is a multiple of the machine's tick, as on any Linux. Of three or more processes whose time comes at once
// the simulated machine takes the one after that which ran last, by number, not the one that has waited longest. Ports that the program lets the system choose
// differ; transcripts do not show them.
package native
