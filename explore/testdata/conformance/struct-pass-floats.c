/* Structures with floating members as arguments and results. */
#include <stdio.h>

struct f { float x; };
struct ff { float x, y; };
struct fi { float x; int n; };
struct d { double x; };
struct di { double x; long n; };
struct ddd { double v[3]; };
struct ld { long double x; };
struct mix { char c; float f; short s; double d; long double l; };

static struct f f(struct f a, struct f b) { return (struct f){ a.x + b.x }; }
static struct ff ff(struct ff a) { return (struct ff){ a.y, -a.x }; }
static struct fi fi(struct fi a, float k) { a.x *= k; a.n += k; return a; }
static struct d d(double k, struct d a) { a.x /= k; return a; }
static struct di di(struct di a, struct di b) { return (struct di){ a.x * b.x, a.n * b.n }; }
static struct ddd ddd(struct ddd a) { struct ddd r; for (int i = 0; i < 3; i++) r.v[i] = a.v[2 - i]; return r; }
static struct ld ld(struct ld a, int n) { a.x += n; return a; }
static struct mix mix(struct mix m, double a, struct mix k, int i) { m.c += k.c; m.f += a; m.s *= i; m.d -= k.d; m.l = m.l * k.l; return m; }

int main(void)
{
	printf("%g\n", f((struct f){ 1.5f }, (struct f){ 2 }).x);
	struct ff a = ff(ff(ff((struct ff){ 3, 4 })));
	printf("%g %g\n", a.x, a.y);
	struct fi b = fi((struct fi){ 0.5f, 7 }, 3.9f);
	printf("%g %d\n", b.x, b.n);
	printf("%g\n", d(4, (struct d){ 10 }).x);
	struct di c = di((struct di){ 1.25, -3 }, (struct di){ 4, 5 });
	printf("%g %ld\n", c.x, c.n);
	struct ddd e = ddd((struct ddd){ { 1, 2, 3 } });
	printf("%g %g %g\n", e.v[0], e.v[1], ddd(e).v[2]);
	printf("%Lg\n", ld((struct ld){ 0.1L }, 2).x);
	struct mix m = { 1, 2.5f, 3, 4.5, 5.5L }, n = mix(m, 0.25, m, -2);
	printf("%d %g %d %g %Lg\n", n.c, n.f, n.s, n.d, n.l);
	printf("%d %g %d %g %Lg\n", m.c, m.f, m.s, m.d, m.l);
	return 0;
}
