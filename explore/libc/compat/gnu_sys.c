/* Small functions of glibc that are macros, absent or of another name in musl. */

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "confcov_internal.h"
#include "syscall.h"

unsigned gnu_dev_major(unsigned long long dev) { return major(dev); }
unsigned gnu_dev_minor(unsigned long long dev) { return minor(dev); }
unsigned long long gnu_dev_makedev(unsigned major, unsigned minor) { return makedev(major, minor); }

/* FD_SET and its kin under _FORTIFY_SOURCE. */
long __fdelt_chk(long fd)
{
	if (fd < 0 || fd >= 1024) abort();
	return fd / 64;
}
long __fdelt_warn(long fd) { return __fdelt_chk(fd); }

int __xpg_sigpause(int sig)
{
	sigset_t mask;

	sigprocmask(0, 0, &mask);
	sigdelset(&mask, sig);
	return sigsuspend(&mask);
}

int close_range(unsigned first, unsigned last, int flags)
{
	return syscall(SYS_close_range, first, last, flags);
}

void closefrom(int first)
{
	close_range(first < 0 ? 0 : first, ~0U, 0);
}

int pthread_rwlockattr_setkind_np(void *attr, int kind) { return 0; }

const char *gnu_get_libc_version(void) { return "2.36"; }
const char *gnu_get_libc_release(void) { return "stable"; }

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags)
{
	return syscall(SYS_renameat2, from_dir, from, to_dir, to, flags);
}

int tgkill(int process, int thread, int sig) { return syscall(SYS_tgkill, process, thread, sig); }

char __libc_single_threaded = 1;

/* Sets of processors of any size. */
void *__sched_cpualloc(size_t count) { return malloc((count + 63) / 64 * 8); }
void __sched_cpufree(void *set) { free(set); }

/* What the allocator is told or asked: there is nothing to set. */
int mallopt(int parameter, int value) { return 1; }
int malloc_trim(size_t pad) { return 0; }
