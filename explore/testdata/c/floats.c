#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <float.h>

static volatile double inputs[] = {0.0, -0.0, 1.0, -1.5, 3.999, 1e300, -1e-300, 4294967296.5, 9.3e18, -9.3e18, 1.8e19, 2147483648.0, -2147483649.0, 0.1, 255.5, 65535.9};
static volatile float singles[] = {0.1f, 16777217.0f, -3.5f, 1e38f, 1e-40f};

static void bits(double d) {
  union { double d; unsigned long long u; } x = {d};
  printf(" %016llx", x.u);
}

static void long_bits(long double l) {
  union { long double l; struct { unsigned long long m; unsigned short e; } p; } x;
  x.p.m = 0, x.p.e = 0;
  x.l = l;
  printf(" %04x:%016llx", x.p.e, x.p.m);
}

int main(void) {
  int n = sizeof inputs / sizeof inputs[0];
  for (int i = 0; i < n; i++) {
    double a = inputs[i], b = inputs[(i + 5) % n];
    bits(a + b); bits(a - b); bits(a * b); bits(a / b); bits(-a);
    printf(" %d%d%d%d%d%d\n", a < b, a <= b, a == b, a != b, a > b, a >= b);
    if (a > -2e9 && a < 2e9) printf(" %d", (int)a);
    if (a >= 0 && a < 4e9) printf(" %u", (unsigned)a);
    printf(" %lld", (long long)a);
    if (a >= 0) printf(" %llu", (unsigned long long)a);
    if (fabs(a) < 100) printf(" %d %d", (signed char)a, (short)a);
    bits((float)a);
    printf("\n");
    long double x = a, y = b;
    long_bits(x + y); long_bits(x - y); long_bits(x * y); long_bits(x / y); long_bits(-x);
    printf(" %d%d%d%d%d%d", x < y, x <= y, x == y, x != y, x > y, x >= y);
    bits((double)(x / 3)); bits((float)(y / 7));
    if (a > -9e18 && a < 9e18) printf(" %lld", (long long)(x * 2 / 2));
    if (a >= 0 && a < 1.8e19) printf(" %llu", (unsigned long long)x);
    printf("\n");
  }
  for (int i = 0; i < 5; i++) {
    float f = singles[i];
    bits(f); bits(f * 3.0f); bits(f + 1); bits(f / 3);
    printf(" %g %.9g %a\n", f, f, f);
  }
  long long ll[] = {0, 1, -1, 9007199254740993LL, -9223372036854775807LL - 1, 1234567890123456789LL};
  for (int i = 0; i < 6; i++) {
    bits(ll[i]); bits((float)ll[i]); bits((double)(unsigned long long)ll[i]); bits((float)(unsigned long long)ll[i]);
    long_bits(ll[i]); long_bits((unsigned long long)ll[i]);
    printf("\n");
  }
  printf("%f %e %g %.0f %.3f %10.4f|%-10.1f|%+.2e\n", 1.5, 1234.5, 1e-5, 2.5, 2.0005, 3.14159265, 2.25, -0.000123);
  printf("%Lf %Le %Lg %.20Lf\n", 1.5L, 1234.5L, 1e-5L, 0.1L);
  printf("%f %f %f\n", INFINITY, -INFINITY, NAN);
  double zero = inputs[0];
  bits(zero / zero); bits(1 / zero); bits(sqrt(-1.0)); bits(sqrt(2.0)); bits(floor(-1.5)); bits(ceil(1.2)); bits(trunc(-1.9)); bits(rint(2.5)); bits(fabs(-2.0));
  printf("\n");
  for (const char *s[] = {"1.5", "-0x1.8p3", "1e400", "123456789.123456789", "4.9e-324", "nan", "inf", "0.1"}, **p = s; p < s + 8; p++) {
    bits(strtod(*p, 0)); bits(strtof(*p, 0)); long_bits(strtold(*p, 0));
    printf("\n");
  }
  bits(fmod(10.5, 3.0)); bits(ldexp(1.5, 10)); int e; bits(frexp(100.0, &e)); printf(" %d", e); bits(pow(2.0, 0.5)); bits(exp(1.0)); bits(log(10.0)); bits(sin(1.0));
  printf("\n");
  return 0;
}
