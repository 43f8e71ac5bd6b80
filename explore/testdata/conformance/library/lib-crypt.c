/* crypt: the methods that both libraries know. */
#define _GNU_SOURCE
#include <crypt.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char *const salts[] = { "ab", "$1$saltsalt$", "$5$rounds=1000$salt$", "$6$rounds=1000$saltstring$" };

	for (int i = 0; i < 4; i++) {
		char *h = crypt("password", salts[i]);
		printf("%s\n", h ? h : "(null)");
		char copy[200];
		strcpy(copy, h);
		printf("%d %d\n", strcmp(crypt("password", copy), copy), strcmp(crypt("Password", copy), copy) != 0);
	}
	struct crypt_data d = { 0 };
	printf("%s\n", crypt_r("", "$1$abc$", &d));
	return 0;
}
