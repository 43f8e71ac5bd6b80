package frontend

// This file holds the declarations that precede every unit: the types and
// functions that gcc has built in.

// preludeName is the name of the prelude as a source file.
const preludeName = "<builtin>"

const preludeText = `
#define __extension__
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define _Static_assert(c, ...) _Static_assert(c, "" __VA_ARGS__)
#define __builtin_va_arg(va, type) __confcov_va_arg(va, sizeof(type))
#define __builtin_offsetof(type, member) ((unsigned long)&(((type *)0)->member))
#define __builtin_types_compatible_p(a, b) __confcov_types_compatible(sizeof(a), sizeof(b))
#ifdef __GNUC__
#define __attribute__(list) __confcov_attributes list
#endif
#define __confcov_attributes(...) __confcov_nth(__VA_ARGS__, __confcov_8, __confcov_7, __confcov_6, __confcov_5, __confcov_4, __confcov_3, __confcov_2, __confcov_1, )(__VA_ARGS__)
#define __confcov_nth(a, b, c, d, e, f, g, h, n, ...) n
#define __confcov_1(a) __attribute__((a))
#define __confcov_2(a, ...) __attribute__((a)) __confcov_1(__VA_ARGS__)
#define __confcov_3(a, ...) __attribute__((a)) __confcov_2(__VA_ARGS__)
#define __confcov_4(a, ...) __attribute__((a)) __confcov_3(__VA_ARGS__)
#define __confcov_5(a, ...) __attribute__((a)) __confcov_4(__VA_ARGS__)
#define __confcov_6(a, ...) __attribute__((a)) __confcov_5(__VA_ARGS__)
#define __confcov_7(a, ...) __attribute__((a)) __confcov_6(__VA_ARGS__)
#define __confcov_8(a, ...) __attribute__((a)) __confcov_7(__VA_ARGS__)
extern int __predefined_declarator;
typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __builtin_va_list[1];
typedef unsigned long __predefined_size_t;
typedef int __predefined_wchar_t;
typedef long __predefined_ptrdiff_t;
static inline unsigned long __confcov_mulhi(unsigned long a, unsigned long b)
{
	unsigned long al = a & 0xffffffff, ah = a >> 32, bl = b & 0xffffffff, bh = b >> 32;
	unsigned long mid = ah * bl + (al * bl >> 32), low = al * bh + (mid & 0xffffffff);
	return ah * bh + (mid >> 32) + (low >> 32);
}
static inline int __confcov_overflow(int op, unsigned long a, unsigned long ah, unsigned long b, unsigned long bh, int unused, int sign)
{
	unsigned long lo, hi;
	long v;
	if (op == 0)
		lo = a + b, hi = ah + bh + (lo < a);
	else if (op == 1)
		lo = a - b, hi = ah - bh - (a < b);
	else {
		lo = a * b, hi = __confcov_mulhi(a, b) + ah * b + bh * a;
		if (!(ah | bh) & hi >> 63)
			return 1;
	}
	if (!sign)
		return hi != 0 | lo << unused >> unused != lo;
	v = (long)(lo << unused) >> unused;
	return (unsigned long)v != lo | (unsigned long)(v >> 63) != hi;
}
static inline int __builtin_clrsb(int x) { return __builtin_clz((unsigned)(x ^ x >> 31) << 1 | 1); }
static inline int __builtin_clrsbl(long x) { return __builtin_clzl((unsigned long)(x ^ x >> 63) << 1 | 1); }
static inline int __builtin_clrsbll(long long x) { return __builtin_clzl((unsigned long)(x ^ x >> 63) << 1 | 1); }
void __confcov_unsupported(const char *);
static inline int __confcov_isnan_f(float x) { return x != x; }
static inline int __confcov_isnan_d(double x) { return x != x; }
static inline int __confcov_isnan_l(long double x) { return x != x; }
static inline int __confcov_isinf_f(float x) { return x == 1e999f ? 1 : x == -1e999f ? -1 : 0; }
static inline int __confcov_isinf_d(double x) { return x == 1e999 ? 1 : x == -1e999 ? -1 : 0; }
static inline int __confcov_isinf_l(long double x) { return x == 1e9999L ? 1 : x == -1e9999L ? -1 : 0; }
static inline int __confcov_isfinite_f(float x) { return x - x == 0; }
static inline int __confcov_isfinite_d(double x) { return x - x == 0; }
static inline int __confcov_isfinite_l(long double x) { return x - x == 0; }
static inline int __confcov_isnormal_f(float x) { return x - x == 0 && (x >= 0x1p-126f || x <= -0x1p-126f); }
static inline int __confcov_isnormal_d(double x) { return x - x == 0 && (x >= 0x1p-1022 || x <= -0x1p-1022); }
static inline int __confcov_isnormal_l(long double x) { return x - x == 0 && (x >= 0x1p-16382L || x <= -0x1p-16382L); }
static inline int __confcov_signbit_f(float x) { union { float f; unsigned u; } v = { x }; return v.u >> 31; }
static inline int __confcov_signbit_d(double x) { union { double d; unsigned long u; } v = { x }; return v.u >> 63; }
static inline int __confcov_signbit_l(long double x) { union { long double l; unsigned short u[8]; } v = { x }; return v.u[4] >> 15; }
`
