/* Compound assignment, ++ and -- on bit-fields of every kind; their values. */
#include <stdio.h>

struct s { int a : 5; unsigned b : 5; long c : 45; unsigned long d : 45; char e : 3; _Bool f : 1; volatile int g : 6; };
static struct s s;
static struct s *p = &s;
static int calls;
static struct s *get(void) { calls++; return p; }

#define EACH(op) do { \
	s = (struct s){ 9, 21, -77777777777, 99999999999, -3, 1, 13 }; \
	long r[] = { s.a op 3, s.b op 3, s.c op 3, s.d op 3, s.e op 3, s.f op 3, s.g op 3 }; \
	printf("%-4s", #op); \
	for (int i = 0; i < 7; i++) printf(" %ld", r[i]); \
	printf(" | %d %d %ld %lu %d %d %d\n", s.a, s.b, (long)s.c, (unsigned long)s.d, s.e, s.f, s.g); } while (0)

int main(void)
{
	EACH(=); EACH(+=); EACH(-=); EACH(*=); EACH(/=); EACH(%=); EACH(&=); EACH(|=); EACH(^=); EACH(<<=); EACH(>>=);
	printf("%d %d %d %d\n", s.a++, s.b--, s.e++, s.g--);
	printf("%d %d %d %d\n", ++s.a, --s.b, ++s.e, --s.g);
	get()->a += 4;
	get()->b *= get()->a;
	get()->c++;
	printf("%d %d %ld %d\n", s.a, s.b, (long)s.c, calls);
	s.a += 2.75;
	s.d *= 0.5;
	printf("%d %lu\n", s.a, (unsigned long)s.d);
	s.a = s.b = s.e = 37;
	printf("%d %d %d\n", s.a, s.b, s.e);
	s.a = (s.b += 9, s.e -= 2);
	printf("%d %d %d\n", s.a, s.b, s.e);
	return 0;
}
