/* A tag that is declared alone hides that of a scope around. */
#include <stdio.h>

struct s { int a; };
union u { long a; };
struct empty;

static int hidden(void)
{
	struct s;
	struct s *p = 0;
	struct s { char c[7]; };
	union u;
	union u *q = 0;
	union u { char c[3]; };
	return sizeof *p * 10 + sizeof *q;
}

static int seen(void)
{
	struct s *p = 0;
	struct s { char c[7]; };
	const struct s *q = 0;
	return sizeof *p * 10 + sizeof *q;
}

int main(void)
{
	printf("%d %d %d\n", hidden(), seen(), (int)sizeof(struct s));
	return 0;
}
