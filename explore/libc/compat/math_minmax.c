/* fmax and fmin: of zeros with different signs the first counts, of fminl the second. That is what gcc's programs get from
   glibc: gcc exchanges the operands of these functions where it need not, and the processor takes the second. */

#define LARGER(name, T) T name(T x, T y) { return x != x || y > x ? y : x; }
#define SMALLER(name, T) T name(T x, T y) { return x != x || y < x ? y : x; }

LARGER(fmax, double)
LARGER(fmaxf, float)
LARGER(fmaxl, long double)
SMALLER(fmin, double)
SMALLER(fminf, float)

long double fminl(long double x, long double y)
{
	return y != y || x < y ? x : y;
}
