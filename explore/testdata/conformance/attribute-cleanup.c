/* The attribute cleanup calls a function when its variable goes out of scope. */
#include <stdio.h>
#include <stdlib.h>

static void leave(int *p) { printf("leave %d\n", *p); }
static void release(char **p) { printf("free %s\n", *p); free(*p); }
struct s { int a, b; };
static void done(struct s *s) { printf("done %d\n", s->a + s->b); }
#define CLEAN(f) __attribute__((cleanup(f)))

static int early(int n)
{
	CLEAN(leave) int a = 1;
	if (n == 0)
		return a + 10;
	int b CLEAN(leave) = 2;
	for (int i = 0; i < 3; i++) {
		CLEAN(leave) int c = 100 + i;
		if (i == n)
			break;
		if (i == 0)
			continue;
		c += 10;
	}
	if (n == 2)
		goto out;
	b = 20;
	return a + b;
out:
	a = 5;
	return a;
}

int main(void)
{
	printf("%d\n", early(0));
	printf("%d\n", early(1));
	printf("%d\n", early(2));
	{
		char *s CLEAN(release) = malloc(10);
		sprintf(s, "text");
		struct s t CLEAN(done) = { 3, 4 };
		t.b++;
	}
	int r = ({ CLEAN(leave) int x = 42; x + 1; });
	printf("%d\n", r);
	switch (r) {
	case 43: {
		CLEAN(leave) int y = 7;
		break;
	}
	}
	while (r-- > 42) { CLEAN(leave) int z = r; }
	return 0;
}
