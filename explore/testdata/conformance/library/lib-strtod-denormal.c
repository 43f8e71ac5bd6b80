/* strtod and its kin: errno and value of numbers that are denormal, exact or not, and the sign of what is no number. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	static const char *const texts[] = { "1e-45", "7e-46", "7.1e-46", "1e-40", "-2.8e-45", "0x1p-149", "0x1.8p-149", "0x1p-130", "0x1.000002p-130", "1.17549435e-38",
		"1.1754e-38", "4.9e-324", "2e-324", "3e-324", "1e-310", "0x1p-1074", "0x1.8p-1074", "0x1.8p-1075", "0x1p-1076", "0x0.8p-1022", "0x1.0000000000001p-1023",
		"2.2250738585072011e-308", "2.2250738585072014e-308", "-nan", "NAN", "-nan(x)", "-inf", "0", "0x0p-2000" };

	for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
		errno = 0;
		double d = strtod(texts[i], NULL);
		printf("%s %a %d", texts[i], d, errno);
		errno = 0;
		float f = strtof(texts[i], NULL);
		printf(" %a %d %d\n", f, errno, signbit(f) != 0);
	}
	return 0;
}
