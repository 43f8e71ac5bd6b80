#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a; char c; double d; };
struct big { long v[5]; };

static int sum(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  for (int i = 0; i < n; i++) s += 10 * va_arg(copy, int);
  va_end(ap);
  va_end(copy);
  return s;
}

static void mixed(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': printf("%d ", va_arg(ap, int)); break;
    case 'd': printf("%g ", va_arg(ap, double)); break;
    case 'L': printf("%Lg ", va_arg(ap, long double)); break;
    case 's': printf("%s ", va_arg(ap, char *)); break;
    case 'p': { struct pair p = va_arg(ap, struct pair); printf("{%d %c %g} ", p.a, p.c, p.d); break; }
    case 'b': { struct big b = va_arg(ap, struct big); printf("[%ld %ld] ", b.v[0], b.v[4]); break; }
  }
  va_end(ap);
  putchar('\n');
}

static struct pair make(int a) { struct pair p = {a, 'a' + a, a / 2.0}; return p; }
static struct big grow(struct big b) { for (int i = 0; i < 5; i++) b.v[i] *= 2; return b; }

static jmp_buf env;
static int depth;
static void dive(int n) {
  char local[16];
  sprintf(local, "%d", n);
  if (n == 0) longjmp(env, 42);
  depth++;
  dive(n - 1);
  printf("never %s\n", local);
}

static int interpret(const char *prog) {
  static void *const ops[] = {&&inc, &&dbl, &&neg, &&end};
  int acc = 1;
  goto *ops[*prog++ - '0'];
inc: acc++; goto *ops[*prog++ - '0'];
dbl: acc *= 2; goto *ops[*prog++ - '0'];
neg: acc = -acc; goto *ops[*prog++ - '0'];
end: return acc;
}

static int vla(int n) {
  int a[n][3], s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) a[i][j] = i * j;
  for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += a[i][j];
  return s + sizeof a;
}

static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

struct bitf { unsigned a : 3; int b : 5; unsigned long c : 40; unsigned char d : 1; };

int main(void) {
  printf("%d\n", sum(4, 1, 2, 3, 4));
  struct big b = {{1, 2, 3, 4, 5}};
  mixed("idLspbis", 7, 2.5, 1.25L, "str", make(3), b, -1, "end");
  b = grow(grow(b));
  printf("%ld %ld\n", b.v[0], b.v[4]);
  int r = setjmp(env);
  if (r == 0) dive(5);
  printf("%d %d\n", r, depth);
  printf("%d\n", interpret("011203"));
  printf("%d %ld\n", vla(5), fib(15));
  char *al = alloca(20);
  strcpy(al, "alloca");
  puts(al);
  struct bitf f = {5, -7, 0x123456789a, 1};
  f.b += 3;
  f.a += 4;
  printf("%u %d %lx %d %zu\n", f.a, f.b, (unsigned long)f.c, f.d, sizeof f);
  unsigned char uc = 200;
  signed char sc = (signed char)uc;
  short sh = -30000;
  unsigned ui = 4000000000u;
  long long ll = -5;
  printf("%d %d %d %u %lld %lld %d %d %d\n", uc + 100, sc, sh - 10000, ui + ui, ll / 2, ll % 3, -7 / 2, -7 % 2, -7 >> 1);
  printf("%u %d %lu %d %d\n", ui >> 3, (int)ui >> 3, (unsigned long)ui << 5, 1 << 31 == -2147483647 - 1, (unsigned char)(uc << 1));
  printf("%d %d %d\n", ui > -1, (unsigned char)255 == (signed char)-1, -1 < 1u);
  for (int i = -2; i < 4; i++) switch (i) { case -1: printf("m1 "); case 0: printf("z "); break; case 2: printf("two "); break; default: printf("d "); }
  putchar('\n');
  int x = 5, y = (x++, x * 2), z = x > 3 && y > 100 || x == 6 ? x-- : -1;
  printf("%d %d %d\n", x, y, z);
  return 300;
}
