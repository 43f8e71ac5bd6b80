/* The order in which gcc evaluates what C leaves open. */
#include <stdio.h>
#define F(n) static int f##n(int x) { printf("%d ", n); return x; } static long g##n(long x) { printf("L%d ", n); return x; } static unsigned short u##n(int x) { printf("U%d ",n); return x; }
F(1) F(2) F(3) F(4)
int a[8], v; long lv;
struct S { int x, y; } s, *ps = &s; struct S sf(int x) { printf("s%d ",x); struct S r = {x,x}; return r; }
static struct S *pf(int x) { printf("p%d ", x); return &s; }
static int *ip(int x) { printf("i%d ", x); return &a[x]; }
int main(void) {
#define T(e) (e); printf(" : %s\n", #e)
T(f1(1) + f2(2)); T(f1(1) + f2(2) * f3(3)); T(f1(1) < f2(2)); T(f1(1) == f2(2)); T(f1(1) << f2(2));
T(f1(1) + f2(2) + f3(3)); T((f1(1)+f2(2)) * (f3(3) - f4(4))); T(f1(1) < g2(2)); T(f1(1) | (g2(2) & f3(1)));
T(a[f1(1)] = f2(2)); T(*ip(1) = f2(2)); T(*ip(1) += f2(2)); T(a[f1(1)] += a[f2(2)]); T(pf(1)->x = f2(2)); T(v = f1(1)); T(pf(1)->x |= pf(2)->y);
T(v += f1(1)); T(s = sf(f1(3))); T(*pf(1) = sf(2)); T(*pf(1) = *pf(2)); T(a[f1(1)] = a[f2(2)] = f3(3)); T(ip(f1(1))[f2(2)]); T(*(ip(1)+f2(2)));
T(f1(f2(2)) - f3(f4(4))); T((f1(1), f2(2)) ^ f3(3)); T(v ? f1(1) : f2(2)); T(f1(1) & u2(2)); T(u1(1) < u2(2)); T((u1(1) == 0) != (g2(2) > f3(3))); 
T((u1(1) >= g2(2)) >= f1(3)); T((f1(1)||f2(2)) + f3(3)); T(f3(3) + (f1(1) && f2(2))); T((f3(0) && f1(1)) | (f1(1) || f2(2)));  T(f1(5) % f2(3)); T(f1(5) > (f2(3) > f3(4)));
T(a[f1(1)]++); T(--*ip(2)); T(a[f1(1)] <<= f2(1)); T(g1(1) > (f2(1), 5)); T(5 > f1(2)); T((5 ^ f1(2)) - f2(3)); T(-f1(1) + -f2(2)); T((-f1(1)) * f2(2));
T(sf(1).x + sf(2).y); T(pf(1)->x - f2(2)); T(pf(1)->x + pf(2)->y); T(f1(1) + pf(2)->y); T(a[f1(1)] + a[f2(2)]); T((lv = f1(1)) + (v = f2(2)));T(f1(1) == (f2(2) == f3(3))); T((f1(1)==1) == (f2(2)==1)); T(!f1(1) == !f2(2)); T(!f1(1) < f2(1)); T((f1(1) < 3) < (f2(2) < 3)); T(f1(1)*4 + f2(2)*4); T(f1(1) + 3 > f2(2)); T((f1(1) | 5) == (f2(1) | 5)); T((v < 1) == f1(1)); T(-f1(1) < -f2(2));T((short)f1(1) < (short)f2(2)); T((long)f1(1) == (long)f2(2)); T(f1(1) ? (f2(1) > f3(3)) : 0); T((f1(1) - f2(2)) == 0); T((f1(1) ^ f2(2)) == 0); T(0 != (f1(1) & f2(2)));
return 0; }
