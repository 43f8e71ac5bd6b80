/* alloca is the compiler's, declared or not, and even where the program defines another. */
int printf(const char *, ...);

static int undeclared(int n)
{
	int *p = alloca(n * sizeof *p), s = 0;
	for (int i = 0; i < n; i++)
		p[i] = i * i;
	for (int i = 0; i < n; i++)
		s += p[i];
	return s;
}

static char buffer[100];
void *alloca(unsigned long n)
{
	printf("not called: %lu\n", n);
	return buffer;
}

static int defined(void)
{
	char *p = alloca(20), *q = (alloca)(20);
	return p != q && p != buffer && q != buffer;
}

static int hidden(void *(*alloca)(unsigned long)) { return alloca(7) == buffer; }
static void *mine(unsigned long n) { return buffer + n - 7; }

int main(void)
{
	printf("%d %d %d %d\n", undeclared(10), defined(), hidden(mine), (int)sizeof alloca(3));
	return 0;
}
