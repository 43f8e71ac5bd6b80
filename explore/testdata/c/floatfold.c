/* Constants that gcc folds: conversions out of range go to the nearest number, arithmetic rounds to the type. */
#include <stdio.h>
#include <string.h>
int main(void) {
  static int a = (int)1e10; static unsigned char b = (unsigned char)300.0; static unsigned c = (unsigned)-1.0; static long d = (long)1e30;
  static unsigned long e = (unsigned long)-5.5; static signed char f = (signed char)-200.7; static short g = (short)1e10L; static unsigned long h = (unsigned long)1e30L;
  static double n = 0.0/0.0, m = -(0.0/0.0), inf = 1/0.0; static float nf = 0.0f/0.0f; static long double nl = 0.0L/0.0L;
  static float t = 16777217, u = 0.1, v = 1e40; static double w = 0.1L, x = 123456789012345678L, y = 18446744073709551615ul; static float z = 18446744073709551615ul;
  static float zz = 9007199791611905LL; static long double q = 0.1, r = 0.1f, s1 = 1.0L/3, ss = 0xffffffffffffffffUL; static _Bool bb = 0.1, bn = 0.0/0.0;
  unsigned long l[2];
  printf("%d %d %u %ld %lu %d %d %lu\n", a, b, c, d, e, f, g, h);
#define P(x) { l[0] = l[1] = 0; memcpy(l, &x, sizeof x == 16 ? 10 : sizeof x); printf("%lx %lx\n", l[0], l[1]); }
  printf("%d %d %d %d\n", n != n, m != m, nf != nf, nl != nl); /* the sign is not specified */
  P(inf) P(t) P(u) P(v) P(w) P(x) P(y) P(z) P(zz) P(q) P(r) P(s1) P(ss) P(bb) P(bn)
  double f1 = 0.1f + 0.2f, f2 = 0.1f * 3, f3 = 1e308 * 10, f4 = 5e-324 / 2; float f5 = 16777216.0f + 1.0f; long double f6 = 0.1L * 3, f7 = 1e4932L * 10, f8 = -0.0L;
  P(f1) P(f2) P(f3) P(f4) P(f5) P(f6) P(f7) P(f8)
  static int k1 = 0.1 < 0.1f, k2 = 0.1L == 0.1, k3 = 0.0 == -0.0, k4 = (0.0/0.0) == (0.0/0.0), k5 = !(0.0/0.0), k6 = 1e308*10 > 1e308, k7 = (float)16777217 == 16777217, k8 = (float)0.1 == 0.1f;
  printf("%d %d %d %d %d %d %d %d\n", k1, k2, k3, k4, k5, k6, k7, k8);
  static double b1 = __builtin_inf(), b2 = __builtin_nan(""), b3 = __builtin_huge_val(); static float b5 = __builtin_nanf(""), b6 = __builtin_inff(); static long double b7 = __builtin_nanl("");
  P(b1) P(b2) P(b3) P(b5) P(b6) P(b7)
  return 0;
}
