/* sysconf, pathconf, getrlimit, setrlimit, getdtablesize, getpriority, setpriority. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
	struct rlimit r, old;

	printf("%ld %ld %d\n", sysconf(_SC_PAGESIZE), sysconf(_SC_CLK_TCK), sysconf(_SC_NPROCESSORS_ONLN) >= 1);
	printf("%d %ld %ld\n", sysconf(_SC_ARG_MAX) >= 131072, sysconf(_SC_VERSION), sysconf(_SC_IOV_MAX));
	errno = 0;
	printf("%ld", sysconf(99999));
	printf(" %d\n", errno == EINVAL);
	printf("%ld %ld %ld\n", pathconf(".", _PC_NAME_MAX), pathconf(".", _PC_PATH_MAX), pathconf(".", _PC_PIPE_BUF));
	getrlimit(RLIMIT_NOFILE, &old);
	printf("%d %d\n", old.rlim_cur <= old.rlim_max, sysconf(_SC_OPEN_MAX) == (long)old.rlim_cur);
	r.rlim_cur = 10, r.rlim_max = 20;
	printf("%d\n", setrlimit(RLIMIT_NOFILE, &r));
	printf("%ld %d\n", sysconf(_SC_OPEN_MAX), getdtablesize());
	int n = 0;
	errno = 0;
	while (open("/dev/null", O_RDONLY) >= 0) n++;
	printf("%d %d\n", n, errno == EMFILE);
	errno = 0;
	printf("%d", dup2(0, 10));
	printf(" %d\n", errno == EBADF);
	r.rlim_cur = 30;
	errno = 0;
	printf("%d", setrlimit(RLIMIT_NOFILE, &r));
	printf(" %d\n", errno == EINVAL);
	for (int fd = 3; fd < 10; fd++) close(fd);
	signal(SIGXFSZ, SIG_IGN);
	r.rlim_cur = 5, r.rlim_max = RLIM_INFINITY;
	setrlimit(RLIMIT_FSIZE, &r);
	int fd = open("f", O_CREAT | O_WRONLY, 0600);
	printf("%zd\n", write(fd, "12345678", 8));
	errno = 0;
	printf("%zd", write(fd, "9", 1));
	printf(" %d\n", errno == EFBIG);
	getrlimit(RLIMIT_FSIZE, &r);
	printf("%d %d\n", (int)r.rlim_cur, r.rlim_max == RLIM_INFINITY);
	errno = 0;
	printf("%d", getrlimit(999, &r));
	printf(" %d\n", errno == EINVAL);
	struct rusage u;
	printf("%d %d\n", getrusage(RUSAGE_SELF, &u), u.ru_utime.tv_sec >= 0);
	printf("%d\n", getpriority(PRIO_PROCESS, 0) == nice(0));
	printf("%d", setpriority(PRIO_PROCESS, 0, 50));
	printf(" %d\n", getpriority(PRIO_PROCESS, 0));
	errno = 0;
	printf("%d", getpriority(PRIO_PROCESS, 4000000));
	printf(" %d\n", errno == ESRCH);
	errno = 0;
	printf("%d", setpriority(3, 0, 0));
	printf(" %d\n", errno == EINVAL);
	return 0;
}
