/* Plain char is signed. */
#include <stdio.h>
#include <string.h>
#include <limits.h>

int main(void)
{
	char c = 200;
	char s[] = "\xff\x80\177";
	printf("%d %d %d\n", c, CHAR_MIN, CHAR_MAX);
	printf("%d %d %d\n", s[0], s[1], s[2]);
	printf("%d %d\n", '\xff', '\377' == -1);
	printf("%d %d\n", s[0] == 255, (unsigned char)s[0] == 255);
	printf("%d\n", c < 0 ? -c : c);
	printf("%d\n", strcmp("\x80", "\x7f") > 0);
	int count[256] = { 0 };
	for (char *p = s; *p; p++)
		count[(unsigned char)*p]++;
	printf("%d %d %d\n", count[255], count[128], count[127]);
	c = 127;
	c++;
	printf("%d\n", c);
	signed char sc = c;
	unsigned char uc = c;
	printf("%d %d\n", sc, uc);
	printf("%d %d\n", _Generic(c, char: 1, signed char: 2, unsigned char: 3), _Generic('a', char: 1, int: 2));
	switch (c) {
	case 128:
		printf("128\n");
		break;
	case -128:
		printf("-128\n");
		break;
	}
	return 0;
}
