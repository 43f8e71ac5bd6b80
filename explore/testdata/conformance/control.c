/* Loops, switch with ranges and fall-through, goto, break, continue. */
#include <stdio.h>
static int sw(int n)
{
	int r = 0;
	switch (n) {
	case 0: return 1;
	case 1: r += 10; /* fall through */
	case 2: r += 20; break;
	default: r = -1; break;
	case 5 ... 9: r = 5; if (n == 7) { r = 7; break; } r++;
	case 100: r += 100;
	}
	return r;
}
static int duff(char *to, const char *from, int count)
{
	int n = (count + 3) / 4;
	switch (count % 4) {
	case 0: do { *to++ = *from++;
	case 3: *to++ = *from++;
	case 2: *to++ = *from++;
	case 1: *to++ = *from++;
		} while (--n > 0);
	}
	return n;
}
static long lsw(unsigned long x) { switch (x) { case 0xffffffffffffffff: return -1; case 1ul << 40: return 40; } return 0; }
static int csw(signed char c) { switch (c) { case -1: return 1; case 'a': return 2; case 200: return 3; default: return 4; } }
int main(void)
{
	for (int i = -1; i < 12; i++) printf("%d ", sw(i)); printf("%d\n", sw(100));
	char buf[12] = { 0 }; duff(buf, "hello world", 11); puts(buf);
	printf("%ld %ld %ld %d %d %d\n", lsw(-1), lsw(1ul << 40), lsw(3), csw(255), csw('a'), csw(200));
	int i = 0, j, n = 0;
	for (;;) { if (++i > 20) break; if (i % 3) continue; n += i; }
	do { n--; if (n < 40) continue; } while (n > 35);
	while (i --> 0) if (i == 15) goto out;
	n = -1;
out:
	printf("%d %d\n", i, n);
	for (i = 0, j = 10; i < j; i++, j--) ; printf("%d %d\n", i, j);
	for (i = 0; i < 3; i++) { switch (i) { case 1: continue; } printf("%d", i); } putchar('\n');
	i = 3;
again: printf("%d", i); if (i--) goto again; putchar('\n');
	{ int k = 0; loop: if (k < 3) { k++; goto loop; } printf("%d\n", k); }
	switch (3) { int z; case 3: z = 5; printf("%d\n", z); }
	switch (i) ;
	do if (i) break; while (1);
	if (0) never: puts("never"); else puts("else");
	if (i == 100) goto never;
	return 0;
}
