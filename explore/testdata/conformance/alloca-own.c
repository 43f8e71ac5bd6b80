/* A function of the program called alloca, since it is static. */
int printf(const char *, ...);

static char buffer[100];
static void *alloca(unsigned long n)
{
	printf("called: %lu\n", n);
	return buffer;
}

int main(void)
{
	char *p = alloca(20);
	printf("%d\n", p == buffer);
	return 0;
}
