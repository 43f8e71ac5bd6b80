/* Computes operations on the machine: reads lines "op width from x y", in decimal and hexadecimal,
   and writes each result in hexadecimal. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static double d(uint64_t x) { double f; memcpy(&f, &x, 8); return f; }
static float s(uint64_t x) { float f; uint32_t y = x; memcpy(&f, &y, 4); return f; }
static uint64_t fromd(double f) { uint64_t x; memcpy(&x, &f, 8); return x; }
static uint64_t froms(float f) { uint32_t x; memcpy(&x, &f, 4); return x; }

static uint64_t arithmetic(const char *op, int w, uint64_t x, uint64_t y)
{
	if (w == 64) {
		if (!strcmp(op, "fadd")) return fromd(d(x) + d(y));
		if (!strcmp(op, "fsub")) return fromd(d(x) - d(y));
		if (!strcmp(op, "fmul")) return fromd(d(x) * d(y));
		if (!strcmp(op, "fdiv")) return fromd(d(x) / d(y));
		if (!strcmp(op, "fneg")) return fromd(-d(x));
		return fromd(__builtin_sqrt(d(x)));
	}
	if (!strcmp(op, "fadd")) return froms(s(x) + s(y));
	if (!strcmp(op, "fsub")) return froms(s(x) - s(y));
	if (!strcmp(op, "fmul")) return froms(s(x) * s(y));
	if (!strcmp(op, "fdiv")) return froms(s(x) / s(y));
	if (!strcmp(op, "fneg")) return froms(-s(x));
	return froms(__builtin_sqrtf(s(x)));
}

#define TO_INT(f)                                      \
	switch (w) {                                   \
	case 8: return is ? (uint8_t)(int8_t)(f) : (uint8_t)(f);    \
	case 16: return is ? (uint16_t)(int16_t)(f) : (uint16_t)(f); \
	case 32: return is ? (uint32_t)(int32_t)(f) : (uint32_t)(f); \
	}                                              \
	return is ? (uint64_t)(int64_t)(f) : (uint64_t)(f)

static uint64_t toint(int is, int w, int from, uint64_t x)
{
	if (from == 64) {
		volatile double f = d(x);
		TO_INT(f);
	}
	volatile float f = s(x);
	TO_INT(f);
}

#define FROM_INT(e) return w == 64 ? fromd(e) : froms(e)

static uint64_t fromint(int is, int w, int from, uint64_t x)
{
	switch (from) {
	case 8: if (is) FROM_INT((int8_t)x); FROM_INT((uint8_t)x);
	case 16: if (is) FROM_INT((int16_t)x); FROM_INT((uint16_t)x);
	case 32: if (is) FROM_INT((int32_t)x); FROM_INT((uint32_t)x);
	}
	if (is) FROM_INT((int64_t)x);
	FROM_INT(x);
}

#define INTEGER(bits)                                                                    \
	{                                                                                \
		volatile uint##bits##_t a = x, b = y;                                    \
		if (!strcmp(op, "add")) return (uint##bits##_t)(a + b);                  \
		if (!strcmp(op, "sub")) return (uint##bits##_t)(a - b);                  \
		if (!strcmp(op, "mul")) return (uint##bits##_t)((uint64_t)a * b);        \
		if (!strcmp(op, "udiv")) return a / b;                                   \
		if (!strcmp(op, "urem")) return a % b;                                   \
		if (!strcmp(op, "sdiv")) return (uint##bits##_t)((int##bits##_t)a / (int##bits##_t)b); \
		if (!strcmp(op, "srem")) return (uint##bits##_t)((int##bits##_t)a % (int##bits##_t)b); \
		if (!strcmp(op, "shl")) return (uint##bits##_t)(a << b);                 \
		if (!strcmp(op, "lshr")) return (uint##bits##_t)(a >> b);                \
		if (!strcmp(op, "ashr")) return (uint##bits##_t)((int##bits##_t)a >> b); \
		if (!strcmp(op, "ult")) return a < b;                                    \
		return (int##bits##_t)a < (int##bits##_t)b;                              \
	}

static uint64_t integer(const char *op, int w, uint64_t x, uint64_t y)
{
	switch (w) {
	case 8: INTEGER(8)
	case 16: INTEGER(16)
	case 32: INTEGER(32)
	}
	INTEGER(64)
}

static uint64_t compute(const char *op, int w, int from, uint64_t x, uint64_t y)
{
	if (!strcmp(op, "sitof") || !strcmp(op, "uitof")) return fromint(op[0] == 's', w, from, x);
	if (!strcmp(op, "ftosi") || !strcmp(op, "ftoui")) return toint(op[3] == 's', w, from, x);
	if (!strcmp(op, "fcvt")) return w == 64 ? fromd(s(x)) : froms(d(x));
	if (!strcmp(op, "feq")) return from == 64 ? d(x) == d(y) : s(x) == s(y);
	if (!strcmp(op, "flt")) return from == 64 ? d(x) < d(y) : s(x) < s(y);
	if (!strcmp(op, "fle")) return from == 64 ? d(x) <= d(y) : s(x) <= s(y);
	if (op[0] == 'f') return arithmetic(op, w, x, y);
	return integer(op, from, x, y);
}

int main(void)
{
	char op[16];
	int w, from;
	uint64_t x, y;
	while (scanf("%15s %d %d %" SCNx64 " %" SCNx64, op, &w, &from, &x, &y) == 5)
		printf("%" PRIx64 "\n", compute(op, w, from, x, y));
	return 0;
}
