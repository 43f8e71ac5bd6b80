/* sysconf and confstr; calls with flags and small buffers; functions of glibc about users, vectors of strings, wide strings. */
#define _GNU_SOURCE
#include <argz.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#define SHOW(e) (errno = 0, printf("%s ", #e), printf("%ld", (long)(e)), printf(" %d\n", errno))

int main(void)
{
	static const int names[] = { _SC_ARG_MAX, _SC_NGROUPS_MAX, _SC_STREAM_MAX, _SC_RTSIG_MAX, _SC_BC_BASE_MAX, _SC_LINE_MAX, _SC_RE_DUP_MAX,
		_SC_GETPW_R_SIZE_MAX, _SC_GETGR_R_SIZE_MAX, _SC_HOST_NAME_MAX, _SC_TTY_NAME_MAX, _SC_LOGIN_NAME_MAX, _SC_ATEXIT_MAX, _SC_SYMLOOP_MAX,
		_SC_VERSION, _SC_PAGESIZE, _SC_CLK_TCK, _SC_IOV_MAX };
	char b[PATH_MAX], *argz;
	size_t n;
	struct passwd p, *pp;
	struct group g, *gp;

	for (int i = 0; i < sizeof names / sizeof *names; i++) SHOW(sysconf(names[i]));
	SHOW(confstr(_CS_GNU_LIBC_VERSION, b, sizeof b));
	puts(b);
	SHOW(close(creat("file", 0640)));
	SHOW(symlink("file", "link"));
	SHOW(readlink("link", b, 0));
	SHOW(fchmodat(AT_FDCWD, "link", 0600, AT_SYMLINK_NOFOLLOW));
	SHOW(fchmodat(AT_FDCWD, "file", 0600, AT_SYMLINK_NOFOLLOW));
	SHOW(fchmodat(AT_FDCWD, "file", 0600, 99));
	SHOW(renameat2(AT_FDCWD, "file", AT_FDCWD, "link", 1));
	SHOW(renameat2(AT_FDCWD, "file", AT_FDCWD, "new", 1));
	SHOW(posix_fadvise(0, 0, 0, 77));
	SHOW(posix_fadvise(99, 0, 0, 0));
	SHOW(syncfs(99));
	SHOW(sched_get_priority_max(SCHED_FIFO));
	SHOW(sched_get_priority_min(77));
	SHOW(sched_getscheduler(0));
	SHOW(realpath("//tmp/../tmp/.", b) == b);
	puts(b);
	setpwent();
	SHOW(getpwent_r(&p, b, sizeof b, &pp));
	printf("%s %s\n", p.pw_name, p.pw_dir);
	SHOW(getgrent_r(&g, b, sizeof b, &gp));
	printf("%s %d\n", g.gr_name, g.gr_mem[0] == NULL);
	SHOW(getgrent_r(&g, b, 3, &gp));
	SHOW(group_member(987654));
	SHOW(argz_create_sep("one::two:three", ':', &argz, &n));
	SHOW(argz_add(&argz, &n, "four"));
	SHOW(argz_count(argz, n));
	argz_stringify(argz, n, ',');
	puts(argz);
	strcpy(b, "secret");
	memfrob(b, 3);
	printf("%s %d %d\n", b, *wcschrnul(L"abc", 0) == 0, *wcschrnul(L"abc", 98));
	return 0;
}
