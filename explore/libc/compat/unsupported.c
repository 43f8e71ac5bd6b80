/* Functions that the engine cannot perform: each use ends its path, named. */

#include <errno.h>
#include <spawn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <threads.h>
#include "confcov_internal.h"

int pthread_create(pthread_t *restrict t, const pthread_attr_t *restrict attr, void *(*f)(void *), void *restrict arg)
{
	__confcov_unsupported("pthread_create");
	return EAGAIN;
}

_Noreturn void pthread_exit(void *value)
{
	__confcov_unsupported("pthread_exit");
	for (;;) ;
}

int pthread_cancel(pthread_t t)
{
	__confcov_unsupported("pthread_cancel");
	return ESRCH;
}

void __pthread_unwind_next(void *buffer)
{
	__confcov_unsupported("__pthread_unwind_next");
}

int thrd_create(thrd_t *t, thrd_start_t f, void *arg)
{
	__confcov_unsupported("thrd_create");
	return thrd_error;
}

int clone(int (*f)(void *), void *stack, int flags, void *arg, ...)
{
	__confcov_unsupported("clone");
	errno = ENOSYS;
	return -1;
}

int posix_spawn(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *fa,
	const posix_spawnattr_t *restrict attr, char *const argv[restrict], char *const envp[restrict])
{
	__confcov_unsupported("posix_spawn");
	return ENOSYS;
}

int posix_spawnp(pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *fa,
	const posix_spawnattr_t *restrict attr, char *const argv[restrict], char *const envp[restrict])
{
	__confcov_unsupported("posix_spawnp");
	return ENOSYS;
}

void *__tls_get_addr(void *module)
{
	__confcov_unsupported("__tls_get_addr");
	return 0;
}
