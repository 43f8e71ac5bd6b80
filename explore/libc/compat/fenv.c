/* The environment of floating point: the engine rounds to nearest and does not keep exceptions, so a program that asks for
   them ends as unsupported. Raising and clearing them is as good as done, since nobody can tell. */

#include <fenv.h>
#include <confcov_internal.h>

int feclearexcept(int mask) { return 0; }
int feraiseexcept(int mask) { return 0; }
int fesetexceptflag(const fexcept_t *flags, int mask) { return 0; }
int fegetround(void) { return FE_TONEAREST; }

/* As which musl's functions know it, which ask in order to leave the exceptions as they were. */
int __raw_fetestexcept(int mask) { return 0; }

int fetestexcept(int mask)
{
	if (mask & FE_ALL_EXCEPT) __confcov_unsupported("fetestexcept: exceptions of floating point");
	return 0;
}

int fegetexceptflag(fexcept_t *flags, int mask)
{
	if (mask & FE_ALL_EXCEPT) __confcov_unsupported("fegetexceptflag: exceptions of floating point");
	*flags = 0;
	return 0;
}

int fesetround(int mode)
{
	if (mode & ~0xc00) return 1;
	if (mode != FE_TONEAREST) __confcov_unsupported("fesetround: rounding other than to nearest");
	return 0;
}

/* What Linux gives a new program: to nearest, nothing trapped. */
int fegetenv(fenv_t *env)
{
	*env = (fenv_t){ .__control_word = 0x37f, .__tags = 0xffff, .__mxcsr = 0x1f80 };
	return 0;
}

int fesetenv(const fenv_t *env)
{
	if (env == FE_DFL_ENV) return 0;
	if (env == (const fenv_t *)-2 || (env->__control_word & 0xc3f) != 0x3f || (env->__mxcsr & 0x7f80) != 0x1f80)
		__confcov_unsupported("fesetenv: traps, or rounding other than to nearest");
	return 0;
}

int feholdexcept(fenv_t *env) { return fegetenv(env); }
int feupdateenv(const fenv_t *env) { return fesetenv(env); }
