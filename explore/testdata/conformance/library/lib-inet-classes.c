/* Addresses of networks: classes, parts of any number, blanks, the forms of IPv6 with an IPv4 address, canonical names. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char *const names[] = { "1.2.3.4", "1.2.3", "1.2", "7", "1.2.3.4 ", "1.2.3.4\t", "1.2.3.4x", "0x7f.1", "010.1", "256", "1..2", "", "1.2.3.4.5" };
	static const char *const six[] = { "::1.2.3.4", "::ffff:1.2.3.4", "::1", "::0.0.0.9", "::1:0", "::ffff:1", "64:ff9b::1.2.3.4", "1:0:0:2::3" };
	static const uint32_t addresses[] = { 0x0a010203, 0x7f000001, 0xac100105, 0xc0a80105, 0xe0000001 };
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM }, *list;
	unsigned char b[16];
	char text[50];

	for (int i = 0; i < sizeof names / sizeof *names; i++) {
		struct in_addr a = { 0 };
		printf("%s: %d", names[i], inet_aton(names[i], &a));
		printf(" %x %x %x\n", ntohl(a.s_addr), ntohl(inet_addr(names[i])), inet_network(names[i]));
	}
	for (int i = 0; i < 5; i++) {
		struct in_addr a = { htonl(addresses[i]) };
		uint32_t net = inet_netof(a), host = inet_lnaof(a);
		printf("%x %x %s\n", net, host, inet_ntoa(inet_makeaddr(net, host)));
	}
	for (int i = 0; i < sizeof six / sizeof *six; i++) {
		printf("%d", inet_pton(AF_INET6, six[i], b));
		printf(" %s\n", inet_ntop(AF_INET6, b, text, sizeof text));
	}
	for (int i = 0; i < 2; i++) {
		printf("%d", getaddrinfo("127.0.0.1", "80", &hints, &list));
		printf(" %s\n", list->ai_canonname ? list->ai_canonname : "none");
		freeaddrinfo(list);
		hints.ai_flags |= AI_CANONNAME;
	}
	return 0;
}
