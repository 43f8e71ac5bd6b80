/* printf: widths and precisions from arguments, negative ones too. */
#include <stdio.h>

int main(void)
{
	for (int w = -6; w <= 6; w += 3)
		for (int p = -2; p <= 4; p += 2)
			printf("%2d %2d: [%*d] [%.*d] [%*.*d] [%-*.*d] [%0*d] [%*s] [%.*s] [%*.*s]\n", w, p,
				w, 42, p, 42, w, p, 42, w, p, 42, w, 42, w, "abc", p, "abcdef", w, p, "abcdef");
	printf("[%*c] [%-*c] [%*c]\n", 4, 'a', 4, 'b', -4, 'c');
	printf("[%*.*f] [%-*.*e] [%+0*.*g]\n", 10, 2, 3.14159, 14, 3, 2.71828, 10, 4, 1.41421356);
	printf("[%.*s] [%.*s]\n", 0, "none", -1, "all");
	return 0;
}
