/* strtod: correct rounding of many digits, and back by %.17g. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const char *s)
{
	double d = strtod(s, NULL);
	unsigned long long u;
	char back[40];

	memcpy(&u, &d, 8);
	snprintf(back, sizeof back, "%.17g", d);
	printf("%016llx %d\n", u, strtod(back, NULL) == d);
}

int main(void)
{
	static const char *const inputs[] = { "1.00000000000000011102230246251565404236316680908203125",
		"1.00000000000000011102230246251565404236316680908203124", "1.00000000000000011102230246251565404236316680908203126",
		"1.00000000000000033306690738754696212708950042724609375", "9007199254740992.5", "9007199254740993.5", "2.2250738585072011e-308",
		"2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623158e308", "1.7976931348623157e308", "6.631236871469758276785396630275967e-4",
		"0.000000000000000000000000000000000000000000000000000000000000000000001234567890123456789",
		"8.5e-45", "3.518437208883201171875e13", "62.5364939768271845828", "8.10109172351e-10", "1.50000000000000011102230246251565", "9e-265" };

	for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) show(inputs[i]);
	unsigned long long x = 88172645463325252ULL;
	for (int i = 0; i < 60; i++) {
		char s[60];

		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		snprintf(s, sizeof s, "%llu.%llue%d", x >> 20, x & 0xfffff, (int)(x >> 40) % 300 - 150);
		show(s);
	}
	return 0;
}
