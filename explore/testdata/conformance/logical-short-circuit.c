/* && and || evaluate no more than they need; nested and with side effects. */
#include <stdio.h>

static int n;
static int y(int k) { n = n * 10 + k; return 1; }
static int z(int k) { n = n * 10 + k; return 0; }
#define SHOW(e) do { n = 0; int r = (e); printf("%d %d\n", r, n); } while (0)

int main(void)
{
	SHOW(y(1) && y(2) && z(3) && y(4));
	SHOW(z(1) || z(2) || y(3) || y(4));
	SHOW(z(1) && y(2) || y(3) && y(4));
	SHOW(y(1) || y(2) && z(3));
	SHOW((z(1) || y(2)) && (z(3) || z(4)));
	SHOW(!(y(1) && z(2)) || y(3));
	SHOW(!z(1) && !y(2));
	SHOW((y(1) && y(2)) == (z(3) || y(4)));
	SHOW((z(1) && y(2)) + (y(3) || y(4)) * 10);
	SHOW(y(1) ? z(2) || y(3) : y(4));
	SHOW((y(1), z(2) && y(3)));
	int *p = 0, a[3] = { 1, 2, 3 };
	printf("%d\n", p && *p == 1);
	p = a;
	printf("%d %d\n", p && *p == 1 && p[1] == 2, p == 0 || p[2] == 4);
	int i = 0;
	while (i < 3 && a[i] != 3)
		i++;
	printf("%d\n", i);
	if (i == 2 && (i = 5) && i-- == 5 || i++)
		printf("%d\n", i);
	for (i = 0; i < 10 && !(i > 4 || i == 3 && a[0]); i++)
		;
	printf("%d %d %d\n", i, 0 && n++, 1 || n++);
	_Bool b = i && 0.5;
	printf("%d %d\n", b, "a" && 1.0);
	return !(b || 0);
}
