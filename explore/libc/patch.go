package libc

// This file lists the textual changes to musl's files. The release is known by
// its checksum, so each old text occurs exactly once, or preparing the Tree fails.

// patch replaces old by new in a file of musl.
type patch struct {
	file, old, new string
	why            string
}

// sameValue: the condition is as before, and asks a symbolic integer nothing
// where the conversion does not depend on it, so that printing does not fork.
const sameValue = "does not look at the printed value where the outcome is known without it"

// asGlibc: a difference from glibc that programs can see.
const asGlibc = "as glibc does"

var patches = []patch{
	{
		"src/internal/intscan.c", "\t\t\terrno = EINVAL;\n\t\t\treturn 0;\n\t\t}\n\t}\n\tif (base == 10)", "\t\t\t;\n\t\t\treturn 0;\n\t\t}\n\t}\n\tif (base == 10)",
		asGlibc + ": strtol leaves errno alone where there is no number",
	},
	{
		"src/regex/regcomp.c", "preg->re_nsub = parse_ctx", "preg->__nsub2 = preg->re_nsub = parse_ctx",
		asGlibc + ": its regex_t has re_nsub at that offset",
	},
	{"src/misc/nftw.c", "#include <ftw.h>", "#include <confcov_ftw.h>", asGlibc + ": numbers of FTW_F and its kin"},
	// A message's end follows the NUL after its beginning.
	{"src/misc/getopt.c", "&& putc('\\n', f);", "&& fputs(b + strlen(b) + 1, f)>=0;", asGlibc + ": messages of getopt"},
	{"src/misc/getopt.c", `": unrecognized option: "`, `": invalid option -- '\0'\n"`, asGlibc},
	{"src/misc/getopt.c", `": option requires an argument: "`, `": option requires an argument -- '\0'\n"`, asGlibc},
	{"src/misc/getopt.c", "if (optind > argc) {", "if (optind > argc) { optind = argc;", asGlibc},
	{"src/misc/getopt_long.c", `": option does not take an argument: "`, `": option '--\0' doesn't allow an argument\n"`, asGlibc},
	{"src/misc/getopt_long.c", `": option requires an argument: "`, `": option '--\0' requires an argument\n"`, asGlibc},
	{"src/misc/getopt_long.c", `": option is ambiguous: "`, `": option '--\0' is ambiguous\n"`, asGlibc},
	{"src/misc/getopt_long.c", `": unrecognized option: "`, `": unrecognized option '--\0'\n"`, asGlibc},
	{
		"src/locale/locale_map.c", "(val = \"C.UTF-8\");", "(val = \"C\");",
		asGlibc + ": without a locale in the environment it is C",
	},
	{"src/stdio/vfprintf.c", "p = MAX(p, z-a + !arg.i);", "p = MAX(p, z-a + (z==a));", sameValue},
	{"src/stdio/vfprintf.c", "if (!arg.i && !p) {", "if (!p && !arg.i) {", sameValue},
	{"src/stdio/vfprintf.c", "if (arg.i && (fl & ALT_FORM))", "if ((fl & ALT_FORM) && arg.i)", sameValue},
	{
		"src/stdio/vfprintf.c", "\t\tcase 'p':\n",
		"\t\tcase 'p':\n\t\t\tif (!arg.i) { a = \"(nil)\"; z = a + 5; p = 5; fl &= ~ZERO_PAD; break; }\n",
		asGlibc + ": a null pointer's text",
	},
	{
		"src/stdio/vfprintf.c", "S('t') = ZTPRE,\n", "S('t') = ZTPRE, S('q') = LLPRE,\n",
		asGlibc + ": %qd",
	},
	{
		"src/stdio/vfprintf.c", "S('n') = PTR,\n\t}, { /* 6",
		"S('n') = PTR,\n\t\tS('d') = LLONG, S('i') = LLONG, S('o') = ULLONG, S('u') = ULLONG, S('x') = ULLONG, S('X') = ULLONG,\n\t}, { /* 6",
		asGlibc + ": %Ld",
	},
	{
		"src/internal/floatscan.c", "\tif (!gotdig) {\n\t\terrno = EINVAL;\n", "\tif (!gotdig) {\n",
		asGlibc + ": strtod leaves errno alone where there is no number",
	},
	{"src/internal/floatscan.c", "\tif (i) {\n\t\tshunget(f);\n\t\terrno = EINVAL;\n", "\tif (i) {\n\t\tshunget(f);\n", asGlibc},
	{
		"src/internal/floatscan.c", "denormal && bits==LDBL_MANT_DIG+e2-emin", "denormal && bits==2-emin-emax",
		asGlibc + ": what was rounded up is still denormal, unless it became the least normal number",
	},
	{
		"src/internal/floatscan.c", "\t\tbits = 32+e2-emin;\n", "\t\tbits = 32+e2-emin;\n\t\tdenormal = 1;\n",
		asGlibc + ": errno after a hexadecimal number that became denormal and is not exact",
	},
	{"src/internal/floatscan.c", "\tint gottail = 0,", "\tint denormal = 0;\n\tint gottail = 0,", "the same"},
	{"src/internal/floatscan.c", "\ty = bias + sign*(long double)x + sign*y;\n", "\tlong double exact = sign*(long double)x + sign*y;\n\ty = bias + sign*(long double)x + sign*y;\n", "the same"},
	{"src/internal/floatscan.c", "\tif (!y) errno = ERANGE;\n", "\tif (!y || denormal && y != exact) errno = ERANGE;\n", "the same"},
	{
		"src/internal/floatscan.c", "\tif (!i) for (i=0; i<3 ",
		"#undef NAN\n#define NAN (sign < 0 ? -__builtin_nanl(\"\") : __builtin_nanl(\"\"))\n\tif (!i) for (i=0; i<3 ",
		asGlibc + ": -nan has a sign",
	},
	{
		"src/stdio/vfprintf.c", "\t\tif (t&32) prefix += 9;\n\t\tpl += 2;\n",
		"\t\tif (t&32) prefix += 9;\n\t\tpl += 2;\n" +
			"\t\tint least = fl & LONG_DOUBLE ? -16385 : -1022;\n" +
			"\t\tif (y && (fl & LONG_DOUBLE)) y *= 8, e2 -= 3;\n" +
			"\t\tfor (; y && e2 < least; e2++) y *= 0.5;\n",
		asGlibc + ": the first digit that %a prints of a long double is from 8 to f, of a denormal number 0",
	},
	{
		"src/stdio/vfprintf.c", "\t\testr=fmt_u(e2<0 ? -e2 : e2, ebuf);\n\t\tif (estr==ebuf) *--estr='0';\n",
		"\t\tif (y >= 16) y /= 16, e2 += 4;\n\t\testr=fmt_u(e2<0 ? -e2 : e2, ebuf);\n\t\tif (estr==ebuf) *--estr='0';\n",
		"the same",
	},
	{"src/stdio/vfprintf.c", "static int fmt_fp(FILE *f, ", "#define LONG_DOUBLE (1U<<20)\nstatic int fmt_fp(FILE *f, ", "the same"},
	{"src/stdio/vfprintf.c", "l = fmt_fp(f, arg.f, w, p, fl, t);", "l = fmt_fp(f, arg.f, w, p, ps==BIGLPRE ? fl|LONG_DOUBLE : fl, t);", "the same"},
	{
		"src/stdio/vfwprintf.c", "\t\tcase 'a': case 'e': case 'f': case 'g':\n\t\t\tl = fprintf",
		"\t\tcase 'a':\n\t\t\tif (ps != BIGLPRE) {\n\t\t\t\tcharfmt[strlen(charfmt)-2] = t, charfmt[strlen(charfmt)-1] = 0;\n" +
			"\t\t\t\tl = fprintf(f, charfmt, w, p, (double)arg.f);\n\t\t\t\tbreak;\n\t\t\t}\n" +
			"\t\tcase 'e': case 'f': case 'g':\n\t\t\tl = fprintf",
		"the same",
	},
	{"src/string/strsignal.c", `"Arithmetic exception\0"`, `"Floating point exception\0"`, asGlibc},
	{"src/string/strsignal.c", `"Child process status\0"`, `"Child exited\0"`, asGlibc},
	{
		"src/temp/__randname.c", "r = ts.tv_sec + ts.tv_nsec + ", "static unsigned long calls;\n\tr = calls++ * 0x9e3779b1 + ts.tv_sec + ts.tv_nsec + ",
		"the clock stands still between two calls, which must not give the same name",
	},
	{
		"src/time/strftime.c", "\tcase 'H':\n\t\tval = tm->tm_hour;\n\t\tgoto number;\n\tcase 'I':\n",
		"\tcase 'P':\n\t\tfmt = tm->tm_hour >= 12 ? \"pm\" : \"am\";\n\t\tgoto string;\n" +
			"\tcase 'k':\n\t\tdef_pad = '_';\n\tcase 'H':\n\t\tval = tm->tm_hour;\n\t\tgoto number;\n" +
			"\tcase 'l':\n\t\tdef_pad = '_';\n\tcase 'I':\n",
		asGlibc + ": %k, %l and %P",
	},
	{"src/locale/langinfo.c", `"UTF-8" : "ASCII"`, `"UTF-8" : "ANSI_X3.4-1968"`, asGlibc},
	{"src/locale/langinfo.c", "\t\"%a %b %e %T %Y\\0\"\n\t\"%m/%d/%y", "\t\"%a %b %e %H:%M:%S %Y\\0\"\n\t\"%m/%d/%y", asGlibc},
	{"src/locale/iconv.c", `"ascii\0`, `"ascii\0ansix341968\0`, asGlibc + ": its name of ASCII"},
	{
		"src/locale/locale_map.c", "if (cat == LC_CTYPE && val[1]=='.')", "if (val[1]=='.')",
		asGlibc + ": setlocale(LC_ALL) returns C.UTF-8 where that is every category's",
	},
	{
		"src/stdio/stdout.c", "\t.lbf = '\\n',\n", "\t.lbf = -1,\n",
		asGlibc + ": standard output is never a terminal here, so its first line is no longer written at once",
	},
	{
		"src/math/fma.c", "\t\tif (nz.e > ZEROINFNAN) /* z==0 */\n\t\t\treturn x*y + z;\n", "\t\tif (nz.e > ZEROINFNAN) /* z==0 */\n\t\t\treturn x*y;\n",
		"the sign of a product that is too small is that of the result",
	},
	{"src/math/j1.c", "return 1/(x*x);", "return 1/x;", asGlibc + ": j1(-INFINITY) is -0"},
	{"src/math/j1f.c", "return 1/(x*x);", "return 1/x;", asGlibc},
	{"src/math/tgammal.c", "if (0.5 * p == floorl(q * 0.5))", "if (floorl(q) == 2 * floorl(q * 0.5))", "p may have been rounded up"},
	{
		"src/math/expm1l.c", "\tpx = scalbnl(1.0, k);\n", "\tif (k == 16384) return 2 * (0x1p16383L * qx + 0x1p16383L);\n\tpx = scalbnl(1.0, k);\n",
		"the power overflows before the result does",
	},
	{"src/misc/getsubopt.c", "\treturn -1;", "\t*val = s;\n\treturn -1;", asGlibc + ": the option that is unknown"},
}
