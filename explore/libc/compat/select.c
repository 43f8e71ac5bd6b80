/* select as glibc has it: what remains of the time is stored, so that a caller
 * who was interrupted waits for the rest. musl leaves the caller's time as it was.
 * Simulated time never passes a deadline, so the rest is not negative. */

#include <sys/select.h>
#include <errno.h>
#include <time.h>
#include "syscall.h"

int select(int n, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict excepts, struct timeval *restrict tv)
{
	long wait[2], result, seconds, micros;
	struct timespec before, after;

	if (!tv)
		return __syscall_ret(__syscall(SYS_select, n, reads, writes, excepts, 0));
	if (tv->tv_sec < 0 || tv->tv_usec < 0)
		return __syscall_ret(-EINVAL);
	wait[0] = tv->tv_sec;
	wait[1] = tv->tv_usec;
	__syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &before);
	result = __syscall(SYS_select, n, reads, writes, excepts, wait);
	__syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &after);
	if (result == 0) {
		tv->tv_sec = 0;
		tv->tv_usec = 0;
		return 0;
	}
	seconds = tv->tv_sec - (after.tv_sec - before.tv_sec);
	micros = tv->tv_usec - (after.tv_nsec - before.tv_nsec) / 1000;
	if (micros < 0) {
		micros += 1000000;
		seconds--;
	}
	tv->tv_sec = seconds;
	tv->tv_usec = micros;
	return __syscall_ret(result);
}
