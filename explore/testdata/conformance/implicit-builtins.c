/* Functions that the compiler knows have their types without a declaration. */
static int own(int x) { return log(x) > 1; }
int gamma(int x) { return x + 1; }

int main(void)
{
	char *p = malloc(10), *q = calloc(3, 5);
	printf("%d %d\n", p == (char *)(long)p, q[14]);
	strcpy(p, "abcabc");
	printf("%s %d %d\n", strchr(p, 'c'), (int)(rindex(p, 'c') - p), (int)sizeof strlen(p));
	printf("%g %g %g %Lg\n", sqrt(2), floor(-7) / 2, (double)fabsf(-8), fmaxl(1, 3));
	printf("%d %d %d\n", (int)sizeof cbrt(8), (int)sizeof fabsf(8), (int)sizeof lrint(2));
	printf("%d %d %ld\n", ffs(8), abs(-3), labs(-3000000000));
	printf("%d %d\n", own(20), gamma(20));
	if (p)
		exit(3);
	return 0;
}
