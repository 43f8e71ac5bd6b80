/* scanf takes a number whose exponent has no digits, as glibc does. */
#include <math.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char *const rows[][2] = {
		{"123456789", "%5f%s"},
		{"1e", "%f%n"},
		{"1e5x", "%2f%s"},
		{"1e-", "%f%n"},
		{"1e+5", "%3f%s"},
		{"-.5e3", "%4f%s"},
		{"0x1.8p3", "%5f%s"},
		{"0x1.8p", "%f%n"},
		{"0x1.8p-x", "%f%s"},
		{"infinity", "%3f%s"},
		{"infin", "%f%s"},
		{"in", "%f%s"},
		{"1.5.5", "%f%s"},
		{"1ex", "%f%s"},
		{"0x", "%f%s"},
		{"0xg", "%f%s"},
		{".", "%f%s"},
		{"-", "%f%s"},
		{"1e+x", "%f%s"},
		{"12345", "%1f%s"},
		{"nan(12)x", "%f%s"},
		{"nanx", "%f%s"},
		{"-nan(", "%f%s"},
		{"1e400", "%f%s"},
		{"  7e1e1", "%f%s"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		float f = -1;
		union { char s[20]; int n; } rest = {""};
		int n = sscanf(rows[i][0], rows[i][1], &f, &rest);
		printf("%s %s: %d %g %d ", rows[i][0], rows[i][1], n, f, signbit(f) != 0);
		if (strchr(rows[i][1], 'n')) printf("%d\n", rest.n);
		else puts(rest.s);
	}
	return 0;
}
