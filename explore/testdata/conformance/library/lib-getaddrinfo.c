/* getaddrinfo and getnameinfo with numeric names. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static void look(const char *host, const char *service, int family, int type, int flags)
{
	struct addrinfo hints = { .ai_family = family, .ai_socktype = type, .ai_flags = flags }, *all;
	char h[100], s[30];
	int e = getaddrinfo(host, service, &hints, &all);

	printf("%s %s %d %d %x: ", host ? host : "(none)", service ? service : "(none)", family, type, flags);
	if (e) {
		printf("%s\n", e == EAI_NONAME ? "EAI_NONAME" : e == EAI_SERVICE ? "EAI_SERVICE" : e == EAI_FAMILY ? "EAI_FAMILY" : e == EAI_ADDRFAMILY ? "EAI_NONAME" : e == EAI_BADFLAGS ? "EAI_BADFLAGS" : e == EAI_SOCKTYPE ? "EAI_SOCKTYPE" : "other");
		return;
	}
	for (struct addrinfo *a = all; a; a = a->ai_next) {
		getnameinfo(a->ai_addr, a->ai_addrlen, h, sizeof h, s, sizeof s, NI_NUMERICHOST | NI_NUMERICSERV);
		printf("[%d %d %d %s %s]", a->ai_family, a->ai_socktype, a->ai_protocol, h, s);
	}
	puts("");
	freeaddrinfo(all);
}

int main(void)
{
	look("127.0.0.1", "80", AF_UNSPEC, SOCK_STREAM, AI_NUMERICHOST);
	look("127.0.0.1", "80", AF_INET, SOCK_DGRAM, AI_NUMERICHOST);
	look("::1", "8080", AF_INET6, SOCK_STREAM, AI_NUMERICHOST);
	look("10.1.2.3", NULL, AF_INET, SOCK_STREAM, AI_NUMERICHOST);
	look(NULL, "21", AF_INET, SOCK_STREAM, AI_PASSIVE);
	look(NULL, "21", AF_INET, SOCK_STREAM, 0);
	look(NULL, "21", AF_INET6, SOCK_STREAM, AI_PASSIVE);
	look("not.numeric", "1", AF_INET, SOCK_STREAM, AI_NUMERICHOST);
	look(NULL, NULL, AF_INET, SOCK_STREAM, 0);
	look("1.2.3.4", "http", AF_INET, SOCK_STREAM, AI_NUMERICSERV | AI_NUMERICHOST);
	look("1.2.3.4", "1", 77, SOCK_STREAM, AI_NUMERICHOST);
	look("1.2.3.4", "1", AF_INET6, SOCK_STREAM, AI_NUMERICHOST | AI_V4MAPPED);
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons(53), .sin_addr = { htonl(0x01020304) } };
	char h[5], s[20];
	printf("%d\n", getnameinfo((struct sockaddr *)&a, sizeof a, h, sizeof h, s, sizeof s, NI_NUMERICHOST | NI_NUMERICSERV) == EAI_OVERFLOW);
	printf("%d %s\n", getnameinfo((struct sockaddr *)&a, sizeof a, NULL, 0, s, sizeof s, NI_NUMERICHOST | NI_NUMERICSERV), s);
	return 0;
}
