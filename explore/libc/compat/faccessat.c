/* faccessat without musl's fallback for old kernels, which needs a thread of its own. */

#include <unistd.h>
#include "syscall.h"

int faccessat(int fd, const char *name, int mode, int flags)
{
	return syscall(SYS_faccessat2, fd, name, mode, flags);
}
