/* Structures and unions by value. */
#include <stdio.h>
struct point { int x, y; };
struct rect { struct point a, b; char name[6]; };
struct tiny { char c; };
union num { int i; float f; unsigned char b[8]; };
struct point make(int x, int y) { struct point p = { x, y }; return p; }
struct rect grow(struct rect r, int n) { r.a.x -= n; r.b.x += n; r.name[0] = 'G'; return r; }
struct tiny next(struct tiny t) { t.c++; return t; }
union num neg(union num u) { u.f = -u.f; return u; }
int area(struct rect r) { return (r.b.x - r.a.x) * (r.b.y - r.a.y); }
struct { int k; struct { int inner; union { int u1; short u2; }; }; } anon = { 1, { 2, { 3 } } };
int main(void)
{
	struct rect r = { { 1, 2 }, { 5, 7 }, "rect" }, s, *p = &s;
	s = r; s.a.x = 0; *p = grow(*p, 2);
	printf("%d %d %s %s %d\n", area(r), area(s), r.name, s.name, make(3, 4).y);
	struct point q = make(1, 2), w; w = q; w.x++; q = (struct point){ .y = 9 };
	printf("%d %d %d %d\n", q.x, q.y, w.x, w.y);
	struct tiny t = { 'a' }; t = next(next(t)); printf("%c\n", t.c);
	union num u; u.f = 1.0f; printf("%x ", u.i); u = neg(u); printf("%x %d\n", u.i, u.b[3]);
	printf("%d %d %d\n", anon.k, anon.inner, anon.u2); anon.u1 = 0x10002; printf("%d\n", anon.u2);
	struct point arr[3] = { { 1 }, { 2, 3 } }; arr[2] = arr[1]; arr[1].x = 8; printf("%d %d\n", arr[2].x, arr[2].y);
	int c = 1; struct point z = c ? arr[1] : arr[0]; printf("%d\n", z.x); z = (c--, arr[0]); printf("%d %d\n", z.x, c);
	printf("%d\n", (c ? make(5, 6) : make(7, 8)).x);
	struct { struct point v[2]; } box = { { { 1, 2 }, { 3, 4 } } }, copy = box; copy.v[1].x = 30; printf("%d %d\n", box.v[1].x, copy.v[1].x);
	return sizeof(struct rect);
}
