/* math.h: functions whose results are exact, bit for bit. */
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned long long bits(double d)
{
	unsigned long long u;
	memcpy(&u, &d, 8);
	return d != d ? 0x7ff8 : u;
}

int main(void)
{
	static const double v[] = { 0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1e15 + 0.5, -4503599627370495.5, 1e300, 5e-324, -7.75, 3,
		INFINITY, -INFINITY, NAN, 1e-310, 123456.789 };
	const int n = sizeof v / sizeof *v;

	for (int i = 0; i < n; i++) {
		double ip, x = v[i];
		int e = 0;
		printf("%llx: %llx %llx %llx %llx %llx %llx", bits(x), bits(floor(x)), bits(ceil(x)), bits(trunc(x)), bits(rint(x)), bits(nearbyint(x)), bits(round(x)));
		printf(" %llx %llx", bits(fabs(x)), bits(sqrt(x)));
		printf(" %llx", bits(modf(x, &ip)));
		printf(" %llx", bits(ip));
		printf(" %llx", bits(frexp(x, &e)));
		if (isfinite(x)) printf(" %d %ld %lld %ld %lld", e, lround(x > 1e18 ? 1 : x), llround(x > 1e18 ? 1 : x), lrint(x > 1e18 ? 1 : x), llrint(x > 1e18 ? 1 : x));
		printf(" %llx %llx %llx %llx", bits(ldexp(x, 3)), bits(scalbn(x, -1070)), bits(scalbln(x, 2000)), bits(logb(x)));
		if (isfinite(x) && x) printf(" %d", ilogb(x));
		printf("\n");
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int q = 0;
			printf("%llx %llx %llx %llx %llx %llx %llx", bits(fmod(v[i], v[j])), bits(remainder(v[i], v[j])), bits(copysign(v[i], v[j])),
				bits(nextafter(v[i], v[j])), bits(fdim(v[i], v[j])), bits(fma(v[i], v[j], 1.0)), bits(fma(v[i], 3.0, v[j])));
			if (v[i] != v[j] && !isnan(v[i]) && !isnan(v[j])) printf(" %llx %llx", bits(fmax(v[i], v[j])), bits(fmin(v[i], v[j])));
			if (isfinite(v[i]) && isfinite(v[j]) && v[j] != 0) {
				printf(" %llx", bits(remquo(v[i], v[j], &q)));
				printf(" %d", q & 7);
			}
			printf(j % 3 == 2 ? "\n" : ";");
		}
	return 0;
}
