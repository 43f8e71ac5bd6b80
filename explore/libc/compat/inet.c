/* Addresses of networks as glibc has them: the classes are found in the order of bytes of this machine. */

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>

in_addr_t inet_network(const char *s)
{
	in_addr_t value = 0;

	for (int parts = 0; ; parts++) {
		unsigned long part = 0;
		int base = 10, digits = 0;
		if (*s == '0') {
			base = 8;
			digits = 1;
			if (*++s == 'x' || *s == 'X') {
				base = 16;
				digits = 0;
				s++;
			}
		}
		for (; isxdigit((unsigned char)*s); s++, digits++) {
			int d = isdigit((unsigned char)*s) ? *s - '0' : (*s | 32) - 'a' + 10;
			if (d >= base) return INADDR_NONE;
			part = part * base + d;
			if (part > 255) return INADDR_NONE;
		}
		if (!digits || parts == 4) return INADDR_NONE;
		value = value << 8 | part;
		if (*s != '.') break;
		s++;
	}
	while (isspace((unsigned char)*s)) s++;
	return *s ? INADDR_NONE : value;
}

struct in_addr inet_makeaddr(in_addr_t net, in_addr_t host)
{
	if (net < 128) host = net << 24 | host & 0xffffff;
	else if (net < 65536) host = net << 16 | host & 0xffff;
	else if (net < 16777216) host = net << 8 | host & 0xff;
	else host |= net;
	return (struct in_addr){htonl(host)};
}

static int bits(uint32_t a) { return a >> 31 == 0 ? 24 : a >> 30 == 2 ? 16 : 8; }

in_addr_t inet_lnaof(struct in_addr in)
{
	uint32_t a = ntohl(in.s_addr);

	return a & (1U << bits(a)) - 1;
}

in_addr_t inet_netof(struct in_addr in)
{
	uint32_t a = ntohl(in.s_addr);

	return a >> bits(a);
}
