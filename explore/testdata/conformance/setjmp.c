/* setjmp and longjmp. */
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env; static sigjmp_buf senv; static int depth;
static void deep(int n) { depth++; if (n == 0) longjmp(env, 42); deep(n - 1); depth = -1; }
static int parse(const char *s) { volatile int seen = 0; int n = 0; if (setjmp(env)) { return -seen; } for (; *s; s++) { seen++; if (*s == '!') longjmp(env, 1); n = n * 10 + *s - '0'; } return n; }
int main(void)
{
	volatile int tries = 0; int r = setjmp(env); tries++; printf("r=%d tries=%d depth=%d\n", r, tries, depth);
	if (r == 0) deep(3); if (r == 42) longjmp(env, 0); printf("%d %d\n", parse("123"), parse("12!3")); switch (setjmp(env)) { case 0: puts("zero"); longjmp(env, 2); case 2: puts("two"); break; default: puts("other"); }
	if (sigsetjmp(senv, 1) == 0) siglongjmp(senv, 5); else puts("sig"); int k = 0; volatile int c = 0; while (!(k = setjmp(env))) { if (c++ == 0) continue; longjmp(env, 9); } printf("%d %d\n", k, c);
	return 0;
}
