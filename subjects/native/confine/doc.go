// Package confine runs programs that nobody vouches for in namespaces of their own.
//
// # Nouns
//
//	Spec   what a program is started with: files, arguments, descriptors, limits, a peer
//	Cell   the namespaces of one run, with all processes in them
//	Mode   how users inside are mapped to those of the host
//
// # What a program inside can do
//
// It has user, mount, process, network, IPC and host name namespaces. It sees the files of its Spec and no others:
// a file system in memory, of limited size, and where Spec.Host says so /usr and the like of the host, which can only be
// read. The one part of the host that it can write to is Spec.Writable. Its network is a loopback interface, and where
// the peer is on another machine a cable to the peer's network. It sees no process but those inside. It
// is root, if at all, of its namespaces only: outside it is an ordinary user whom nothing belongs to, or the
// user who started confcov. Processor time, memory, files and processes are limited.
//
// What is left is Linux itself: an error in its system calls. docs/security.md says more.
//
// # How
//
// A small program in C (cell/cell.c), which is compiled once and kept in the cache, makes the namespaces: a program of a
// single thread can, and starts ten times faster than confcov itself. Its child is process 1 inside. That
// starts the program as process 100, the number that the first process has on the simulated machine, reports how it
// ends, and makes the sockets of the peer, which are handed out. When confcov closes the socket to it, or dies, it ends, and Linux
// ends every process inside: there are no stray ones.
//
// # Modes
//
// Root gives a range of 65,536 users that nobody else has (Base and up). An ordinary user gives a range of
// /etc/subuid, by newuidmap, where there is one; else only itself: then there is one user inside, root,
// and programs that change users cannot be run as they are.
package confine
