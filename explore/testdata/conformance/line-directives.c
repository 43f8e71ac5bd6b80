/* Lines that a generator says are of another file. */
#include <stdio.h>

static int grammar(int k)
{
#line 7 "grammar.y"
	if (k)
		return 3;
	return __LINE__;
#line 13 "program.c"
}

int main(void)
{
	printf("%d %d %d\n", grammar(0), grammar(1), __LINE__);
	return 0;
}
