/* Cases that run on into the next, default anywhere, no case at all. */
#include <stdio.h>

static int through(int n)
{
	int r = 0;
	switch (n) {
	case 3: r += 3;
	case 2: r += 2; /* fall through */
	case 1: r += 1; break;
	default: r = -1;
	case 7: r -= 10;
	case 8: { r -= 100; break; }
	case 9:;
	}
	return r;
}
static int middle(char c)
{
	switch (c) {
	case 'a': return 1;
	default: if (c > 'm') break; else return 2;
	case 'z': return 3;
	}
	return 4;
}
static int odd(int n)
{
	switch (n) {
		int hidden;
	case 1: hidden = 5; return hidden;
	case 2: hidden = 6; n += hidden;
	}
	switch (n) { }
	switch (n) default: n++;
	switch (n) case 9: return 90;
	switch (n) { n = 1000; }
	return n;
}

int main(void)
{
	for (int i = 0; i < 11; i++)
		printf("%d ", through(i));
	printf("\n%d %d %d %d\n", middle('a'), middle('b'), middle('z'), middle('x'));
	printf("%d %d %d\n", odd(1), odd(2), odd(3));
	int n = 0;
	for (int i = 0; i < 10; i++) {
		switch (i % 4) {
		case 0: continue;
		case 1: n += 1; break;
		case 2: if (i > 5) goto out;
		case 3: n += 10;
		}
		n += 100;
	}
out:
	printf("%d\n", n);
	return 0;
}
