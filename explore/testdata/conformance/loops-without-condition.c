/* Loops that only a break ends, and statements that share lines. */
#include <stdio.h>

static int n;

static int own_lines(int k)
{
	int i;
	for (i = 0; ; i++)
	{
		k = k * 3;
		if (k > 1000)
			break;
		n = n + 1;
	}
	return i;
}

static int one_line(int k)
{
	int i;
	for (i = 0; ; i++) { k = k * 3; if (k > 1000) break; }
	return i;
}

static int shared(int k)
{
	int i = 0;
	while (1) {
		if (k > 1000
		    && i > 2) break;
		if (k < 50 || k
		    > 100) { n++; } k = k * 3; i++;
	}
	return i;
}

int main(void)
{
	printf("%d %d", own_lines(1), one_line(1));
	printf(" %d %d\n", shared(1), n);
	return 0;
}
