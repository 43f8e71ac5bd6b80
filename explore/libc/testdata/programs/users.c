/* The user database, from files in /etc. */
#define _GNU_SOURCE
#include <grp.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>
#include <string.h>
#include <crypt.h>
#include <arpa/inet.h>
#include <netdb.h>

int main(void)
{
	struct passwd *p = getpwnam("root");
	if (p) printf("%s %d %d %s\n", p->pw_name, (int)p->pw_uid, (int)p->pw_gid, p->pw_dir);
	p = getpwuid(0);
	if (p) printf("%s\n", p->pw_name);
	printf("%d\n", getpwnam("no-such-user") == NULL);
	struct group *g = getgrgid(0);
	if (g) printf("%s\n", g->gr_name);
	printf("%s\n", crypt("secret", "ab"));
	printf("%s\n", crypt("secret", "$1$saltsalt$"));
	struct in_addr a;
	printf("%d", inet_aton("10.1.2.3", &a));
	printf(" %s\n", inet_ntoa(a));
	char b[64];
	struct in6_addr six;
	printf("%d", inet_pton(AF_INET6, "2001:db8::1:0:0:2", &six));
	printf(" %s\n", inet_ntop(AF_INET6, &six, b, sizeof b));
	printf("%x %x\n", htonl(0x01020304), ntohs(0x1234));
	return 0;
}
