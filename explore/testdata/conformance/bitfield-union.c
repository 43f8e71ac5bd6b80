/* Bit-fields in unions and in unnamed structures. */
#include <stdio.h>

union word {
	unsigned all;
	struct { unsigned lo : 8, mid : 16, hi : 8; };
	struct { int s0 : 4, s1 : 4, : 8, s2 : 16; } s;
	unsigned char bytes[4];
	unsigned top : 3;
};
union d { double d; struct { unsigned long fraction : 52, exponent : 11, sign : 1; }; };

int main(void)
{
	union word w = { .all = 0xfedcba98 };
	printf("%x %x %x %d %d %d %x\n", w.lo, w.mid, w.hi, w.s.s0, w.s.s1, w.s.s2, w.top);
	w.mid++;
	w.hi += 3;
	w.s.s0 = 7;
	printf("%x\n", w.all);
	w.top = 2;
	w.bytes[3] = 0x11;
	printf("%x %x\n", w.all, w.hi);
	union word v = { .lo = 1, .hi = 2 };
	printf("%x\n", v.all);
	v = w;
	v.s.s2 = -2;
	printf("%x %d\n", v.all, v.s.s2 < 0);
	union d d = { -1.5 };
	printf("%lx %x %d\n", (long)d.fraction, d.exponent, d.sign);
	d.exponent += 1;
	d.sign = 0;
	printf("%g\n", d.d);
	d.fraction >>= 1;
	printf("%g\n", d.d);
	return 0;
}
