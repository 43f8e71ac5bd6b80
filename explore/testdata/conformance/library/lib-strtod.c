/* strtod, strtof, strtold: forms, ends, ranges. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static const char *const inputs[] = { "0", "-0", "1", "1.5", "-2.5e3", ".5", "5.", ".", "e5", "1e", "1e+", "1e5x", "0x1p4", "0x.8p1", "0x1.8", "0xp1", "0x",
		"inf", "-Infinity", "infinit", "in", "nan", "nan(123)x", "NAN(", "1e308", "1e309", "-1e309", "1e-320", "1e-400", "2.2250738585072014e-308",
		"0x1.fffffffffffff8p0", "0x1.fffffffffffffp1023", "123456789012345678901234567890", "  3.25 ", "+1", "--1", "9007199254740993", "0.1", "3.4028236e38",
		"1e40", "1e-46", "1.17549435e-38" };

	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
		char *end;

		errno = 0;
		double d = strtod(inputs[i], &end);
		printf("'%s': %.17g +%d %d", inputs[i], d, (int)(end - inputs[i]), errno);
		errno = 0;
		float f = strtof(inputs[i], &end);
		printf(" | %.9g +%d %d", f, (int)(end - inputs[i]), errno);
		errno = 0;
		long double l = strtold(inputs[i], &end);
		printf(" | %.21Lg +%d %d\n", l, (int)(end - inputs[i]), errno);
	}
	printf("%g %g\n", atof("2.5abc"), atof("x"));
	return 0;
}
