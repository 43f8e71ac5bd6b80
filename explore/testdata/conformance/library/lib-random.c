/* rand, random, drand48: ranges and that a seed repeats; drand48's numbers are specified. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int a[5], same = 1, inside = 1, differ = 0;
	unsigned seed = 7, seed2 = 7;
	unsigned short x[3] = { 1, 2, 3 };
	char state[64];

	srand(42);
	for (int i = 0; i < 5; i++) a[i] = rand();
	srand(42);
	for (int i = 0; i < 5; i++) {
		int r = rand();
		same &= r == a[i];
		inside &= r >= 0 && r <= RAND_MAX;
		differ |= r != a[0];
	}
	printf("%d %d %d\n", same, inside, differ);
	for (int i = 0; i < 5; i++) same &= rand_r(&seed) == rand_r(&seed2);
	printf("%d %d\n", same, seed != 7);
	srandom(5);
	long r = random();
	initstate(9, state, sizeof state);
	char *old = setstate(state);
	srandom(5);
	printf("%d %d\n", r >= 0 && r <= 0x7fffffff, old != NULL);
	srand48(12345);
	for (int i = 0; i < 4; i++) printf("%.15f %ld %ld\n", drand48(), lrand48(), mrand48());
	for (int i = 0; i < 3; i++) printf("%.15f %ld %ld\n", erand48(x), nrand48(x), jrand48(x));
	printf("%u %u %u\n", x[0], x[1], x[2]);
	unsigned short s[3] = { 9, 8, 7 }, *before = seed48(s);
	printf("%u %u %u %ld\n", before[0], before[1], before[2], lrand48());
	unsigned short p[7] = { 1, 2, 3, 4, 5, 6, 7 };
	lcong48(p);
	printf("%ld %ld\n", lrand48(), mrand48());
	return 0;
}
