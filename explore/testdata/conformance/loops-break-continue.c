/* break and continue in each kind of loop. */
#include <stdio.h>

int main(void)
{
	int n = 0, i;
	for (i = 0; ; i++) {
		if (i == 3)
			continue;
		if (i == 6)
			break;
		n += i;
	}
	printf("%d %d\n", i, n);
	i = 10;
	while (i-- > 0) {
		if (i % 2)
			continue;
		if (i < 3)
			break;
		n += i;
	}
	printf("%d %d\n", i, n);
	do {
		if (n % 7 == 0)
			break;
		if (n++ % 3)
			continue;
		i++;
	} while (n < 100);
	printf("%d %d\n", i, n);
	do
		n--;
	while (0);
	do { if (n) continue; n = 1000; } while (n < 0);
	printf("%d\n", n);
	for (int a = 0, b = 10; a < b; a++, b--) {
		for (int c = 0; c < a; c++) {
			if (c == 2)
				break;
			n += c;
		}
		if (b == 7)
			continue;
		n += b;
	}
	printf("%d\n", n);
	for (; n > 0; n /= 2)
		;
	while (n < 5 && ++n)
		if (n == 4)
			break;
	printf("%d\n", n);
	for (char c = 'a'; c <= 'e'; c++)
		for (;;) {
			putchar(c);
			break;
		}
	putchar('\n');
	unsigned u = 3;
	while (u--)
		printf("%u ", u);
	printf("%u\n", u);
	for (int x = 0, i = 5; x < 2; x++) { int i = 7; i++; printf("%d ", i); }
	printf("%d\n", i);
	return 0;
}
