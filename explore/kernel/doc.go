// Package kernel simulates Linux for x86-64 below the system-call line: files,
// descriptors, sockets, processes, signals, users and time, in memory and in
// the state, so that they fork with it. Nothing of the host is reachable.
//
// # Nouns
//
//	World      what a test starts with: files, users, addresses, the script
//	Kernel     the machine in one state
//	CPU        the calling process as the kernel sees it; the engine implements it
//	Action     what the engine does after a system call
//	Delivery   a signal to deliver
//	peer       the scripted client at the other end of the network: package peer
//
// # How the engine uses it
//
// New makes a Kernel with one process, FirstPID. The engine runs one
// process at a time. At a system call it calls Syscall and does what the Action says:
//
//	Return          store Ret as result. Then TakeSignal, until it has none
//	Block           the process waits: run another one. When Runnable says so,
//	                call Syscall again with the same arguments
//	ForkProcess     duplicate the process: the copy is process Child and
//	                continues with 0; the caller continues with Ret (the child's
//	                pid as the caller sees it, which may differ from Child)
//	ExitProcess     the process is gone; Ret is its exit status
//	Unsupported     end the path with Message
//
// When no process is Runnable, Idle lets the peer act or time pass, and says
// whether any of that is left (see Step). Processes are scheduled by the
// engine; PIDs lists them. TakeSignal is asked, besides, whenever a process that was not
// running is about to continue; a process that waits in a call repeats the call first, which then
// returns EINTR. On a Delivery with a handler the engine calls it, and
// SignalReturn when it returns; with Restart set it then repeats the interrupted
// call. On a Delivery without a handler the process has ended; so have other processes
// for which Alive is false, such as those of a pid namespace whose first process ended.
//
// # Forking and unwinding
//
// Fork copies one struct of a few hundred bytes; tables are shared and copied piece by piece when
// they are changed (table.go). When CPU.Decide or CPU.Concrete
// unwinds by a panic, the call that was being carried out leaves no trace in the kernel. What
// it wrote to memory before is for the engine to undo, but calls
// write memory last. So a call may simply be repeated on both successors.
//
// # Joining
//
// Join makes one kernel of two into which one was forked, and which differ in what the configurations of a set, and
// the others, did. After it the kernel stands for all of them. What was the same is shared; what differs depends
// on conditions from then on, which are decided (CPU.Decide, CPU.Concrete) when a call looks, so that
// only then the program's execution splits. The engine joins the states again behind that call. What was decided
// replaces the choice.
//
//	words       clock, times of files, timers, offsets, uses, ids, ports, limits, flags: choices (expr.OpChoice), computed with as such
//	streams     output, contents of files, unread bytes: what both sides appended is a choice between two pieces (pieces.go); appending goes on
//	            behind it, and lengths and positions at the end are only computed when they are asked for
//	objects     inodes, open files, sockets, pipes that differ otherwise, or are there on one side only: variants of one
//	            id (variants.go). Record locks are held under conditions. Likewise descriptors, credentials, and what is done about a signal
//	the peer    is one peer while it is at the same step and knows the same; its transcript is a list with alternatives. Where it waits for a
//	            reply, only what its decisions depend on is decided (told.go), likewise for messages of any protocol (heard.go)
//
// Kernels are kept apart, with the reason, where they have different processes, or processes that wait for different things, or the peer did
// different things; likewise by epoll, masks and pending signals, and attributes of processes that hardly ever differ.
// Counters that no program can see never matter. A program of calls on kernels that are forked and joined gives, in each
// configuration, exactly what it gives on a kernel of its own, inode numbers and access times included: a property test checks that.
//
// TakeSignal decides nothing, because it has no CPU. Where a signal ends a process, and closing what it had open would have to decide something, that is put off
// until the next call.
//
// Measured (see the benchmarks): a join of equal kernels takes 2 µs, one with 1 KiB of different output 3 µs; 400 joins in sequence take
// four times as long as 100.
//
// # What is symbolic
//
// Words are kept as expressions where configuration options flow in, and
// conditions on them are decided only when something depends on them:
//
//	bytes of files, pipes, sockets, the transcript     kept
//	permission bits, umask                             kept; decided when a permission is checked
//	times of files, the clock, alarms, sleeps          kept; the order of deadlines is decided
//	ports in bind                                      kept; decided against 0, 1024 and other ports
//	resource limits that are only stored               kept
//	counts to read                                     decided whether they reach what there is, else made concrete
//	everything else                                    made concrete: CPU.Concrete
//
// # Time
//
// The clock stands still while any process can run: computing takes no time.
// When all wait, and the peer too, it advances to the next deadline. The peer
// waits until nothing more can happen, or, where a program wakes up again and again,
// until the clock has advanced some thousand times.
//
// A process that asks again and again for what it does not act on, such as to read from a connection whose bytes it has no room for, would
// keep time standing still for ever. After so many calls that return at once it waits for up to a second at each: see spin.go. A
// process that spins without such calls, at the clock alone, runs until its steps are used up.
//
// # The system calls
//
// Complete means as far as a program can tell, error numbers included, with
// exceptions as noted. A call that is not listed, and a use that is noted as
// unsupported, ends the path with a message that names it.
//
//	read write readv writev pread64 pwrite64     complete, with preadv and pwritev; files up to 1 GiB
//	lseek truncate ftruncate                     complete; no holes
//	fallocate                                    modes 0 and KEEP_SIZE
//	sendfile                                     complete
//	open openat creat close close_range          complete, without O_TMPFILE; opening a FIFO does not wait
//	dup dup2 dup3 fcntl                          complete for descriptors, flags, record locks, owners
//	flock                                        complete
//	ioctl                                        FIONREAD FIONBIO FIOCLEX FIONCLEX SIOCATMARK; nothing is a terminal
//	pipe pipe2                                   complete; 64 KiB
//	poll ppoll select pselect6                   complete; select does not write back the time left; see Time
//	epoll_*                                      level-triggered; edge-triggered may report an event more than once
//	mkdir rmdir link unlink symlink rename ...   complete, with the *at forms; no RENAME_EXCHANGE
//	mknod                                        files, FIFOs, sockets; devices that are made answer ENXIO
//	getdents64 getdents readlink getcwd          complete; "." and ".." first, then in the order of creation
//	chdir fchdir chroot umask                    complete
//	stat lstat fstat newfstatat statx access ... complete; directories have 4096 bytes
//	chmod chown utime utimes utimensat ...       complete, without access control lists
//	statfs fstatfs                               a fixed answer
//	socket bind listen accept connect ...        TCP over IPv4 and IPv6, unix stream and datagram, UDP on this machine
//	                                             and the peer's; the network is instantaneous and loses nothing
//	shutdown                                     complete
//	send* recv*                                  MSG_PEEK, MSG_OOB (TCP), MSG_DONTWAIT, MSG_WAITALL, SCM_RIGHTS; no SCM_CREDENTIALS
//	setsockopt getsockopt                        SO_REUSEADDR, SO_OOBINLINE, SO_ERROR, timeouts work; others are stored
//	fork vfork                                   complete; vfork is fork
//	clone                                        processes only; new pid namespaces work, others (network, ipc, mount)
//	                                             need CAP_SYS_ADMIN and have no effect
//	execve                                       errors only; a program that exists is unsupported
//	wait4 waitid exit exit_group                 complete; resource usage is zero
//	get*id set*id setgroups capget capset        complete
//	prctl                                        PDEATHSIG, KEEPCAPS, DUMPABLE, NAME, CAPBSET, NO_NEW_PRIVS; seccomp
//	                                             filters are accepted and have no effect (noted)
//	getrlimit setrlimit prlimit64                complete; NOFILE, NPROC, FSIZE and AS (for mmap) are enforced
//	getpriority setpriority sched_*              complete; without effect on who runs
//	futex                                        waking, of which there is nobody
//	unshare ptrace                               unshare like clone; ptrace is not permitted
//	rt_sig* kill tkill tgkill pause sigaltstack  complete for one thread a process; nothing stops processes
//	alarm setitimer getitimer                    ITIMER_REAL
//	nanosleep clock_nanosleep clock_* time ...   complete on simulated time; processor time is zero
//	brk                                          fails: programs fall back on mmap
//	mmap munmap mremap                           private and anonymous; no fixed addresses; shared writable files are
//	                                             unsupported, and so is fork with shared anonymous memory
//	mprotect madvise msync mlock                 accepted, no effect
//	uname sysinfo getrandom                      fixed or deterministic answers
package kernel
