/* uname, gethostname, sched_yield, sync, getlogin-like calls, syslog to nowhere. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <syslog.h>
#include <unistd.h>

int main(void)
{
	struct utsname u;
	struct sysinfo s;
	char h[100], b[16] = "";

	printf("%d %s %s %d\n", uname(&u), u.sysname, u.machine, u.release[0] >= '2');
	printf("%d", gethostname(h, sizeof h));
	printf(" %d\n", strcmp(h, u.nodename));
	printf("%d\n", sched_yield());
	sync();
	openlog("program", LOG_PID, LOG_USER);
	syslog(LOG_INFO, "nobody reads %d", 5);
	closelog();
	printf("%d\n", setlogmask(LOG_UPTO(LOG_ERR)));
	printf("%d %d\n", sysinfo(&s), s.totalram > 0);
	printf("%zd\n", getrandom(b, sizeof b, 0));
	printf("%d\n", getentropy(b, 16));
	printf("%d\n", isatty(1));
	errno = 0;
	printf("%d", ttyname(0) == NULL);
	printf(" %d\n", errno == ENOTTY);
	printf("%d\n", getpagesize());
	printf("%d %d\n", getuid() == geteuid(), getgid() == getegid());
	printf("%ld\n", confstr(_CS_PATH, NULL, 0) > 1 ? 1L : 0L);
	printf("%d\n", nice(0) == getpriority(PRIO_PROCESS, 0));
	return 0;
}
