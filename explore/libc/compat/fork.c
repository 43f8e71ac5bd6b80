/* New processes: the system call, without the locks that other threads might hold. */

#include <unistd.h>
#include "fork_impl.h"
#include "libc.h"
#include "pthread_impl.h"
#include "syscall.h"

static void no_handlers(int who) { }
weak_alias(no_handlers, __fork_handler);

pid_t _Fork(void)
{
	long r = __syscall(SYS_fork);
	if (r == 0) __confcov_self.tid = __syscall(SYS_getpid);
	return __syscall_ret(r);
}

pid_t fork(void)
{
	__fork_handler(-1);
	pid_t r = _Fork();
	__fork_handler(!r);
	return r;
}

pid_t vfork(void)
{
	return fork();
}
