/* inet_pton, inet_ntop, inet_aton, inet_addr, htons and their kin. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <byteswap.h>

int main(void)
{
	static const char *const four[] = { "1.2.3.4", "255.255.255.255", "256.1.1.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "0x7f.1", "127.1", "2130706433", "", "1..2.3", "a.b.c.d", "1.65536", "0377.1.1.1" };
	static const char *const six[] = { "::", "::1", "fe80::1", "1:2:3:4:5:6:7:8", "1::8", "::ffff:1.2.3.4", "2001:db8:0:0:1:0:0:1", "1:2:3:4:5:6:7", ":::", "1::2::3", "12345::", "::g", "1:2:3:4:5:6:1.2.3.4",
		"0:0:0:0:0:0:0:0", "1:0:0:2:0:0:0:3" };
	unsigned char b[16];
	char s[INET6_ADDRSTRLEN];
	struct in_addr in;

	for (unsigned i = 0; i < sizeof four / sizeof *four; i++) {
		printf("%s: %d", four[i], inet_pton(AF_INET, four[i], b));
		in.s_addr = 0;
		int r = inet_aton(four[i], &in) != 0;
		printf(" %d %s %x\n", r, r ? inet_ntoa(in) : "", (unsigned)ntohl(inet_addr(four[i])));
	}
	for (unsigned i = 0; i < sizeof six / sizeof *six; i++) {
		int r = inet_pton(AF_INET6, six[i], b);
		printf("%s: %d %s\n", six[i], r, r == 1 ? inet_ntop(AF_INET6, b, s, sizeof s) : "");
	}
	errno = 0;
	printf("%d", inet_pton(99, "1.2.3.4", b));
	printf(" %d\n", errno == EAFNOSUPPORT);
	errno = 0;
	printf("%d", inet_ntop(AF_INET, b, s, 3) == NULL);
	printf(" %d\n", errno == ENOSPC);
	printf("%x %x %x %x\n", htons(0x1234), ntohs(0x1234), htonl(0x12345678), ntohl(0x12345678));
	printf("%llx %x %x %llx\n", (unsigned long long)htobe64(0x123456789abcdef0ULL), htobe16(0x1234), le32toh(0x1234), (unsigned long long)bswap_64(0x1122334455667788ULL));
	printf("%d %d %d\n", IN6_IS_ADDR_LOOPBACK(&in6addr_loopback), IN6_IS_ADDR_UNSPECIFIED(&in6addr_any), IN_MULTICAST(0xe0000001));
	return 0;
}
