/* In which order the operands of assignments are evaluated. */
#include <stdio.h>
static int v = 3, a[8]; struct S { int x, y; int b:5; } s, t[4]; static long la[8]; static double da[8];
static int f(int x) { printf(" f%d", x); return x; }
static long g(long x) { printf(" g%ld", x); return x; }
static int *ip(int x) { printf(" i%d", x); return &a[x]; }
static struct S *ps(int x) { printf(" p%d", x); return &s; }
static struct S sf(int x) { printf(" s%d", x); return s; }
static int h(int x) { v = x; printf(" h%d", x); return x + 1; }
static struct S hs(int x) { v = x; struct S r = {x, x}; return r; }
#define T(...) (__VA_ARGS__); puts(" : " #__VA_ARGS__)
int main(void) {
T(a[f(1)] = f(2)); T(*ip(1) = f(2)); T(ps(1)->x = f(2)); T(ps(1)->b = f(2)); T(*ps(1) = sf(2)); T(*ps(1) = *ps(2)); T(t[f(1)] = sf(2)); T(t[f(1)] = *ps(2)); T(t[f(1)] = t[f(2)]);
T(a[f(1)] = g(2)); T(la[f(1)] = f(2)); T(la[f(1)] = f(2) + 1); T(a[f(1)] = f(2) < 3); T(a[f(1)] = f(2) && f(3)); T(a[f(1)] = f(2) ? f(3) : f(4)); T(a[f(1)] = v ? f(3) : f(4)); T(a[f(1)] = a[f(2)] = f(3)); T(a[f(1)] = (f(2), f(3))); T(a[f(1)] = (f(2), v));
T(a[f(1)] += f(2)); T(*ip(1) += f(2)); T(ps(1)->b += f(2)); T(ps(1)->x += f(2)); T(a[f(1)] += (f(2),f(3))); T(a[f(1)] -= a[f(2)]); T(a[f(1)] = a[f(2)]); T(*ip(1) = *ip(2)); T(da[f(1)] = f(2)); T(a[f(1)] = da[f(2)]); T(a[f(1)] = v++ + f(2)); T(a[f(1)] = -f(2)); T(a[f(1)] = (char)f(2)); T(a[f(1)] = ({ f(2); f(3); })); T(*ip(f(1)) = f(2)); T(ip(1)[f(2)] = f(3)); T(ip(1)[f(2)] += f(3)); T(ps(1)->b = (f(2), f(3))); T(t[f(1)] = (f(2), sf(3))); T(*ps(1) = (f(2), *ps(3))); T(a[f(1)] = !f(2)); T(a[f(1)] |= f(2) < 3); T(a[f(1)] ^= f(2) && f(3));T(*ip(1) = f(2) || f(3)); T(*ip(1) = v ? f(2) : f(3)); T(*ps(1) = v ? sf(2) : sf(3)); T(a[f(1)] = (v = f(2))); T(a[f(1)] = (ps(2)->x = f(3))); T(a[f(1)] = (ps(2)->b = f(3))); T(a[f(1)] = (a[f(2)] += f(3))); T(a[f(1)] = ip(2)[f(3)]++);

T(t[f(1)] = (struct S){f(2), 4});
v = 1; T(a[v] = h(2)); T(a[v] = h(3) + 1); T(a[v] += h(4)); T(la[v] = h(5)); T(t[v & 3] = hs(2)); T(t[v] = (struct S){h(3), 4}); T(a[v] = (h(2), h(4))); T(a[v++] = h(2)); T(a[h(1)] = v); T(a[v] = v ? h(6) : 0); T(v = v + h(2)); T(v = h(3) + v); T(v += h(4)); T(v = v * 10 + h(5)); T(a[v & 7] = a[h(3)] = v);
for (int i = 0; i < 8; i++) printf(" %d %ld %g", a[i], la[i], da[i]);
for (int i = 0; i < 4; i++) printf(" %d %d %d", t[i].x, t[i].y, t[i].b);
printf(" %d\n", v);
return 0; }
