/* getpwnam, getpwuid, getgrnam, getpwent: root is in every world. */
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	struct passwd *p = getpwnam("root"), pw, *r;
	char b[200];

	printf("%s %d %d %s\n", p->pw_name, p->pw_uid, p->pw_gid, p->pw_dir);
	p = getpwuid(0);
	printf("%s %s\n", p->pw_name, p->pw_passwd);
	printf("%d\n", getpwnam("no such user") == NULL);
	printf("%d\n", getpwuid(4000000) == NULL);
	struct group *g = getgrnam("root");
	printf("%s %d %d\n", g->gr_name, g->gr_gid, g->gr_mem[0] == NULL);
	printf("%s\n", getgrgid(0)->gr_name);
	printf("%d\n", getgrnam("no such group") == NULL);
	printf("%d", getpwnam_r("root", &pw, b, sizeof b, &r));
	printf(" %d %s\n", r == &pw, pw.pw_name);
	printf("%d", getpwnam_r("root", &pw, b, 3, &r) == ERANGE);
	printf(" %d\n", r == NULL);
	printf("%d", getpwnam_r("nobody here", &pw, b, sizeof b, &r));
	printf(" %d\n", r == NULL);
	setpwent();
	p = getpwent();
	printf("%s\n", p->pw_name);
	endpwent();
	setgrent();
	printf("%s\n", getgrent()->gr_name);
	endgrent();
	FILE *f = fopen("passwd", "w+");
	fputs("alice:x:1001:100:Alice:/home/alice:/bin/sh\nbob:*:1002:100::/home/bob:\n", f);
	rewind(f);
	while ((p = fgetpwent(f))) printf("%s %s %d %s [%s] [%s]\n", p->pw_name, p->pw_passwd, p->pw_uid, p->pw_dir, p->pw_gecos, p->pw_shell);
	f = fopen("group", "w+");
	fputs("staff:x:50:alice,bob\nempty:x:51:\n", f);
	rewind(f);
	while ((g = fgetgrent(f))) {
		printf("%s %d", g->gr_name, g->gr_gid);
		for (char **m = g->gr_mem; *m; m++) printf(" %s", *m);
		puts("");
	}
	return 0;
}
