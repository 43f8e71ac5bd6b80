/* strsignal with the texts of glibc, and what gives names of signals. */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct { char name[8], text[28]; } signals[] = {
	[SIGHUP] = {"HUP", "Hangup"}, [SIGINT] = {"INT", "Interrupt"}, [SIGQUIT] = {"QUIT", "Quit"},
	[SIGILL] = {"ILL", "Illegal instruction"}, [SIGTRAP] = {"TRAP", "Trace/breakpoint trap"}, [SIGABRT] = {"ABRT", "Aborted"},
	[SIGBUS] = {"BUS", "Bus error"}, [SIGFPE] = {"FPE", "Floating point exception"}, [SIGKILL] = {"KILL", "Killed"},
	[SIGUSR1] = {"USR1", "User defined signal 1"}, [SIGSEGV] = {"SEGV", "Segmentation fault"},
	[SIGUSR2] = {"USR2", "User defined signal 2"}, [SIGPIPE] = {"PIPE", "Broken pipe"}, [SIGALRM] = {"ALRM", "Alarm clock"},
	[SIGTERM] = {"TERM", "Terminated"}, [SIGSTKFLT] = {"STKFLT", "Stack fault"}, [SIGCHLD] = {"CHLD", "Child exited"},
	[SIGCONT] = {"CONT", "Continued"}, [SIGSTOP] = {"STOP", "Stopped (signal)"}, [SIGTSTP] = {"TSTP", "Stopped"},
	[SIGTTIN] = {"TTIN", "Stopped (tty input)"}, [SIGTTOU] = {"TTOU", "Stopped (tty output)"},
	[SIGURG] = {"URG", "Urgent I/O condition"}, [SIGXCPU] = {"XCPU", "CPU time limit exceeded"},
	[SIGXFSZ] = {"XFSZ", "File size limit exceeded"}, [SIGVTALRM] = {"VTALRM", "Virtual timer expired"},
	[SIGPROF] = {"PROF", "Profiling timer expired"}, [SIGWINCH] = {"WINCH", "Window changed"}, [SIGIO] = {"POLL", "I/O possible"},
	[SIGPWR] = {"PWR", "Power failure"}, [SIGSYS] = {"SYS", "Bad system call"},
};

static int known(int sig)
{
	return sig > 0 && sig < sizeof signals / sizeof *signals;
}

const char *sigabbrev_np(int sig) { return known(sig) ? signals[sig].name : 0; }
const char *sigdescr_np(int sig) { return known(sig) ? signals[sig].text : 0; }

char *strsignal(int sig)
{
	static char other[40];

	if (known(sig)) return (char *)signals[sig].text;
	if (sig >= SIGRTMIN && sig <= SIGRTMAX) snprintf(other, sizeof other, "Real-time signal %d", sig - SIGRTMIN);
	else snprintf(other, sizeof other, "Unknown signal %d", sig);
	return other;
}
