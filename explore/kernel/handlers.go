package kernel

// This file lists the system calls that there are. doc.go says how faithful they are.

// handlers is indexed by call number; nil is not supported.
var handlers [len(callNames)]handler

var handlersByName = map[string]handler{
	// Input and output.
	"read": sysRead, "readv": sysReadv, "pread64": sysPread, "write": sysWrite, "writev": sysWritev, "pwrite64": sysPwrite,
	"lseek": sysLseek, "sendfile": sysSendfile, "fsync": sysFsync, "fdatasync": sysFsync, "sync": sysNothing, "syncfs": sysSyncfs,
	"ftruncate": sysFtruncate, "truncate": sysTruncate, "fallocate": sysFallocate, "fadvise64": sysFadvise,
	"ioctl": sysIoctl,
	// Descriptors.
	"open": sysOpen, "openat": sysOpenat, "creat": sysCreat, "close": sysClose, "close_range": sysCloseRange,
	"dup": sysDup, "dup2": sysDup2, "dup3": sysDup3, "fcntl": sysFcntl, "flock": sysFlock,
	"pipe": sysPipe, "pipe2": sysPipe2,
	"poll": sysPoll, "ppoll": sysPpoll, "select": sysSelect, "pselect6": sysPselect6,
	"epoll_create": sysEpollCreate, "epoll_create1": sysEpollCreate1, "epoll_ctl": sysEpollCtl,
	"epoll_wait": sysEpollWait, "epoll_pwait": sysEpollPwait,
	// Names.
	"mkdir": sysMkdir, "mkdirat": sysMkdirat, "rmdir": sysRmdir, "unlink": sysUnlink, "unlinkat": sysUnlinkat,
	"link": sysLink, "linkat": sysLinkat, "symlink": sysSymlink, "symlinkat": sysSymlinkat,
	"rename": sysRename, "renameat": sysRenameat, "renameat2": sysRenameat2, "mknod": sysMknod, "mknodat": sysMknodat,
	"readlink": sysReadlink, "readlinkat": sysReadlinkat, "getdents": sysGetdents, "getdents64": sysGetdents64,
	"chdir": sysChdir, "fchdir": sysFchdir, "chroot": sysChroot, "getcwd": sysGetcwd,
	// Attributes.
	"stat": sysStat, "lstat": sysLstat, "fstat": sysFstat, "newfstatat": sysNewfstatat, "statx": sysStatx,
	"preadv": sysPreadv, "pwritev": sysPwritev,
	"access": sysAccess, "faccessat": sysFaccessat, "faccessat2": sysFaccessat2,
	"chmod": sysChmod, "fchmod": sysFchmod, "fchmodat": sysFchmodat, "fchmodat2": sysFchmodat2,
	"chown": sysChown, "lchown": sysLchown, "fchown": sysFchown, "fchownat": sysFchownat,
	"utime": sysUtime, "utimes": sysUtimes, "futimesat": sysFutimesat, "utimensat": sysUtimensat,
	"umask": sysUmask, "statfs": sysStatfs, "fstatfs": sysFstatfs,
	// Sockets.
	"socket": sysSocket, "socketpair": sysSocketpair, "bind": sysBind, "listen": sysListen, "accept": sysAccept,
	"accept4": sysAccept4, "connect": sysConnect, "shutdown": sysShutdown, "getsockname": sysGetsockname,
	"getpeername": sysGetpeername, "setsockopt": sysSetsockopt, "getsockopt": sysGetsockopt,
	"sendto": sysSendto, "recvfrom": sysRecvfrom, "sendmsg": sysSendmsg, "recvmsg": sysRecvmsg, "sendmmsg": sysSendmmsg,
	// Processes.
	"fork": sysFork, "vfork": sysVfork, "clone": sysClone, "exit": sysExit, "exit_group": sysExit, "execve": sysExecve,
	"wait4": sysWait4, "waitid": sysWaitid, "getpid": sysGetpid, "getppid": sysGetppid, "gettid": sysGetpid,
	"getpgrp": sysGetpgrp, "getpgid": sysGetpgid, "setpgid": sysSetpgid, "getsid": sysGetsid, "setsid": sysSetsid,
	"set_tid_address": sysGetpid, "set_robust_list": sysNothing, "arch_prctl": sysNothing, "rseq": sysRseq,
	"unshare": sysUnshare, "ptrace": sysPtrace, "prctl": sysPrctl, "seccomp": sysSeccomp,
	"getrlimit": sysGetrlimit, "setrlimit": sysSetrlimit, "prlimit64": sysPrlimit64, "getrusage": sysGetrusage,
	"getpriority": sysGetpriority, "setpriority": sysSetpriority, "sched_yield": sysNothing, "futex": sysFutex,
	"sched_getscheduler": sysSchedGetscheduler, "sched_get_priority_max": sysSchedPriorityMax, "sched_get_priority_min": sysSchedPriorityMin,
	"sched_getaffinity": sysSchedGetaffinity, "sched_setaffinity": sysNothing, "getcpu": sysGetcpu,
	// Credentials.
	"getuid": sysGetuid, "geteuid": sysGeteuid, "getgid": sysGetgid, "getegid": sysGetegid,
	"setuid": sysSetuid, "setreuid": sysSetreuid, "setresuid": sysSetresuid, "getresuid": sysGetresuid,
	"setgid": sysSetgid, "setregid": sysSetregid, "setresgid": sysSetresgid, "getresgid": sysGetresgid,
	"setfsuid": sysSetfsuid, "setfsgid": sysSetfsgid, "getgroups": sysGetgroups, "setgroups": sysSetgroups,
	"capget": sysCapget, "capset": sysCapset,
	// Signals and time.
	"rt_sigaction": sysRtSigaction, "rt_sigprocmask": sysRtSigprocmask, "rt_sigpending": sysRtSigpending,
	"rt_sigsuspend": sysRtSigsuspend, "rt_sigtimedwait": sysRtSigtimedwait, "rt_sigqueueinfo": sysRtSigqueueinfo,
	"rt_tgsigqueueinfo": sysRtTgsigqueueinfo, "sigaltstack": sysSigaltstack,
	"pause": sysPause, "kill": sysKill, "tkill": sysTkill, "tgkill": sysTgkill,
	"alarm": sysAlarm, "getitimer": sysGetitimer, "setitimer": sysSetitimer,
	"nanosleep": sysNanosleep, "clock_nanosleep": sysClockNanosleep, "clock_gettime": sysClockGettime,
	"clock_getres": sysClockGetres, "gettimeofday": sysGettimeofday, "time": sysTime, "times": sysTimes,
	// Memory and the machine.
	"brk": sysBrk, "mmap": sysMmap, "munmap": sysMunmap, "mremap": sysMremap, "mprotect": sysMprotect,
	"madvise": sysNothing, "msync": sysNothing, "mincore": sysMincore, "mlock": sysNothing, "munlock": sysNothing,
	"uname": sysUname, "sysinfo": sysSysinfo, "getrandom": sysGetrandom, "sethostname": sysSethostname,
	"syslog": sysSyslog, "membarrier": sysNothing,
}

func init() {
	for nr, name := range callNames {
		handlers[nr] = handlersByName[name]
	}
}

func sysRseq(*call) (int64, Errno) { return 0, ENOSYS }
