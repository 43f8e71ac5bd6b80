/* Case ranges of more values than could be listed. */
#include <limits.h>
#include <stdio.h>

static int digits(unsigned long long v)
{
	switch (v) {
	case 0 ... 9:
		return 1;
	case 10 ... 99999:
		return 2;
	case 1000000000000000000ULL ... 9999999999999999999ULL:
		return 19;
	case ULLONG_MAX:
		return 21;
	case ULLONG_MAX - 100000 ... ULLONG_MAX - 1:
		return 20;
	default:
		return 3;
	}
}

static int side(int v)
{
	int n = 0;
	switch (v) {
	case INT_MIN ... -1:
		n++;
		/* falls through */
	case 0:
		n += 10;
		break;
	case 5:
		n += 1000;
		break;
	case 100000 ... 200000:
		n += 100;
		break;
	case 300000 ... 200001: /* empty */
		n += 10000;
	}
	return n;
}

static const char *small(signed char c)
{
	switch (c) {
	case -70000 ... 70000:
		return "all";
	}
	return "none";
}

static int all(long v)
{
	switch (v++) {
	case LONG_MIN ... LONG_MAX:
		return v == 4;
	default:
		return 7;
	}
}

int main(void)
{
	unsigned long long v[] = { 0, 9, 10, 99999, 100000, 999999999999999999, 1000000000000000000, 9999999999999999999u,
		10000000000000000000u, ULLONG_MAX, ULLONG_MAX - 1, ULLONG_MAX - 100000, ULLONG_MAX - 100001 };
	int s[] = { INT_MIN, -1, 0, 1, 5, 99999, 100000, 150000, 200000, 200001, INT_MAX };
	for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
		printf("%d ", digits(v[i]));
	for (unsigned i = 0; i < sizeof s / sizeof *s; i++)
		printf("%d ", side(s[i]));
	printf("%s %d %d\n", small(-3), all(3), all(-1));
	return 0;
}
