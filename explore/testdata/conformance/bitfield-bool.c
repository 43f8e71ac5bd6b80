/* Bit-fields of type _Bool. */
#include <stdio.h>
#include <stdbool.h>

struct s { _Bool a : 1; bool b : 1; unsigned c : 2; bool d; };

int main(void)
{
	struct s s = { 2, 0.5, 2, 4 };
	printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
	s.a = 256;
	s.b = (void *)0;
	printf("%d %d\n", s.a, s.b);
	s.b |= 6;
	s.a &= 2;
	printf("%d %d\n", s.a, s.b);
	s.a++;
	printf("%d ", s.a);
	s.a++;
	printf("%d ", s.a);
	s.a--;
	printf("%d ", s.a);
	s.a--;
	printf("%d\n", s.a);
	printf("%d %d\n", s.a--, s.a);
	printf("%d %d\n", ++s.b, s.b + s.b);
	s.a = !s.a;
	s.b = s.c > 1 && s.d;
	s.a ^= 1;
	s.a <<= 1;
	printf("%d %d %zu %d\n", s.a, s.b, sizeof s, ~s.b);
	s.a += 0.25;
	s.b -= 1;
	s.b = -0.0;
	printf("%d %d %d\n", s.a, s.b, s.a ? 7 : 8);
	return 0;
}
