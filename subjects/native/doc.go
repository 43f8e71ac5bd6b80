// Package native builds subjects with gcc and runs their tests on the real
// machine: the oracle for what the simulated one prints.
//
// A program is linked statically with a shim, which does four things and nothing else.
// Before main it changes the root to the folder that holds the test's file system,
// so the program sees the files, owners and modes of the test and no others. It replaces
// the clock of a run that has a peer by one that stands still while any process can run (clock.go), and makes the processes take
// turns on one processor; where there is no peer it divides times: alarm, nanosleep and the timeout of select are
// Scale times shorter. And it shows what the simulated machine would
// where programs print it or choose by it: numbers of processes, clocks of whole seconds,
// and the order in which folders list their entries.
//
// A program that talks over its standard input is started as inetd does it: descriptors
// 0, 1 and 2 are a TCP connection of the loopback interface, of which the
// test's peer has the other end. Each run has a network of its own (network.go).
//
// Running needs root: for chroot, and since the programs themselves want it. Check says whether
// and why it is not possible.
package native
