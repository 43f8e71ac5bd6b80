package libc

// This file lists the textual changes to musl's files. The release is known by
// its checksum, so each old text occurs exactly once, or preparing the Tree fails.

// patch replaces old by new in a file of musl.
type patch struct {
	file, old, new string
	why            string
}

// byTheEngine: the engine prints a symbolic integer with the conversion's flags, width and precision at once.
const byTheEngine = "printing forks for each length of a symbolic number, and no more"

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
	{
		"src/locale/locale_map.c", "(val = \"C.UTF-8\");", "(val = \"C\");",
		asGlibc + ": without a locale in the environment it is C",
	},
	{
		"src/stdio/vfprintf.c", "static int printf_core(",
		"/* The field of an integer, and its length; 0: it is to be printed otherwise. */\n" +
			"static int fmt_int(char *field, size_t room, uintmax_t x, int t, int fl, int w, int p)\n{\n\treturn 0;\n}\n\nstatic int printf_core(",
		byTheEngine,
	},
	{"src/stdio/vfprintf.c", "\tconst char *prefix;\n\tint t, pl;\n", "\tconst char *prefix;\n\tint t, pl;\n\tchar field[512];\n", byTheEngine},
	{
		"src/stdio/vfprintf.c",
		"\t\tcase 'x': case 'X':\n\t\t\ta = fmt_x(arg.i, z, t&32);\n\t\t\tif (arg.i && (fl & ALT_FORM)) prefix+=(t>>4), pl=2;\n\t\t\tif (0) {\n\t\tcase 'o':\n" +
			"\t\t\ta = fmt_o(arg.i, z);\n\t\t\tif ((fl&ALT_FORM) && p<z-a+1) p=z-a+1;\n\t\t\t} if (0) {\n\t\tcase 'd': case 'i':\n\t\t\tpl=1;\n\t\t\tif (arg.i>INTMAX_MAX) {\n",
		"\t\tcase 'x': case 'X': case 'o': case 'd': case 'i': case 'u':\n" +
			"\t\t\tif (!xp || p>=0) l = fmt_int(field, sizeof field, arg.i, t, fl, w, p);\n\t\t\telse l = 0;\n" +
			"\t\t\tif (l) {\n\t\t\t\tif (l > INT_MAX-cnt) goto overflow;\n\t\t\t\tout(f, field, l);\n\t\t\t\tcontinue;\n\t\t\t}\n" +
			"\t\t\tif ((t|32) == 'x') {\n\t\t\ta = fmt_x(arg.i, z, t&32);\n\t\t\tif ((fl & ALT_FORM) && arg.i) prefix+=(t>>4), pl=2;\n" +
			"\t\t\t} else if (t == 'o') {\n\t\t\ta = fmt_o(arg.i, z);\n\t\t\tif ((fl&ALT_FORM) && p<z-a+1) p=z-a+1;\n" +
			"\t\t\t} else {\n\t\t\tpl=1;\n\t\t\tif (t == 'u') {\n\t\t\t\tpl=0;\n\t\t\t} else if (arg.i>INTMAX_MAX) {\n",
		byTheEngine,
	},
	{"src/stdio/vfprintf.c", "\t\t\t} else pl=0;\n\t\tcase 'u':\n\t\t\ta = fmt_u(arg.i, z);", "\t\t\t} else pl=0;\n\t\t\ta = fmt_u(arg.i, z, 0);", byTheEngine},
	{
		"src/stdio/vfprintf.c", "static char *fmt_u(uintmax_t x, char *s)\n{\n\tunsigned long y;\n\tfor (   ; x>ULONG_MAX; x/=10) *--s = '0' + x%10;\n\tfor (y=x;           y; y/=10) *--s = '0' + y%10;\n",
		"static char *fmt_u(uintmax_t x, char *s, int least)\n{\n\tfor (; x || least>0; x/=10, least--) *--s = '0' + x%10;\n",
		"digits that are filled up with zeros do not fork for their number",
	},
	{"src/stdio/vfprintf.c", "estr=fmt_u(e<0 ? -e : e, ebuf);", "estr=fmt_u(e<0 ? -e : e, ebuf, 2);", "the same"},
	{"src/stdio/vfprintf.c", "\t\t\tchar *s = fmt_u(*d, buf+9);\n\t\t\tif (d!=a)", "\t\t\tchar *s = fmt_u(*d, buf+9, d!=a ? 9 : 1);\n\t\t\tif (d!=a)", "the same"},
	{"src/stdio/vfprintf.c", "\t\t\tchar *s = fmt_u(*d, buf+9);\n\t\t\twhile", "\t\t\tchar *s = fmt_u(*d, buf+9, 9);\n\t\t\twhile", "the same"},
	{"src/stdio/vfprintf.c", "\t\t\tchar *s = fmt_u(*d, buf+9);\n\t\t\tif (s==", "\t\t\tchar *s = fmt_u(*d, buf+9, d!=a ? 9 : 1);\n\t\t\tif (s==", "the same"},
	{
		"src/stdio/vfprintf.c", "\t\tcase 'p':\n",
		"\t\tcase 'p':\n\t\t\tif (!arg.i) { a = \"(nil)\"; z = a + 5; p = 5; fl &= ~ZERO_PAD; break; }\n",
		asGlibc + ": a null pointer's text",
	},
	{
		"src/stdio/vfprintf.c", "S('t') = ZTPRE,\n", "S('t') = ZTPRE, S('q') = LLPRE, S('Z') = ZTPRE,\n",
		asGlibc + ": %qd and %Zu",
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
		"\t\tif (y >= 16) y /= 16, e2 += 4;\n\t\testr=fmt_u(e2<0 ? -e2 : e2, ebuf, 1);\n\t\tif (estr==ebuf) *--estr='0';\n",
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
	{
		"src/temp/__randname.c", "r = ts.tv_sec + ts.tv_nsec + ", "static unsigned long calls;\n\tr = calls++ * 0x9e3779b1 + ts.tv_sec + ts.tv_nsec + ",
		"the clock stands still between two calls, which must not give the same name",
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
	// Without a locale of UTF-8 characters are those of ASCII, and a byte of another is none. Regular expressions
	// take bytes, with __confcov_mbtowc.
	{"src/multibyte/mbtowc.c", "return (*wc = CODEUNIT(*s)), 1;", "goto ilseq;", asGlibc},
	{"src/multibyte/mbtowc.c", "if (!n) goto ilseq;", "if (!n) return -1;", asGlibc},
	{"src/multibyte/mbrtowc.c", "return (*wc = CODEUNIT(*s)), 1;", "goto ilseq;", asGlibc},
	{
		"src/multibyte/mbrtowc.c", "if (*s-SA > SB-SA) goto ilseq;",
		"if (*s-SA > SB-SA) {\n\t\t\tif (*s-SA > 0xfd-SA || n > 1) goto ilseq;\n\t\t\t*(unsigned *)st = FAILSTATE;\n\t\t\treturn -2;\n\t\t}", asGlibc,
	},
	{
		"src/multibyte/mbsrtowcs.c", "if (!ws) return strlen((const char *)s);\n\t\tfor (;;) {\n\t\t\tif (!wn) {",
		"if (!ws) {\n\t\t\twhile (*s - 1U < 0x7f) s++;\n\t\t\tif (*s) { errno = EILSEQ; return -1; }\n\t\t\treturn (const char *)s - *src;\n\t\t}\n" +
			"\t\tfor (;;) {\n\t\t\tif (!wn) {", asGlibc,
	},
	{"src/multibyte/mbsrtowcs.c", "if (!*s) break;\n\t\t\tc = *s++;", "if (!*s) break;\n\t\t\tif (*s >= 0x80) { *src = (const void *)s; errno = EILSEQ; return -1; }\n\t\t\tc = *s++;", asGlibc},
	{"src/multibyte/wcrtomb.c", "if (!IS_CODEUNIT(wc)) {\n\t\t\terrno = EILSEQ;\n\t\t\treturn -1;\n\t\t}\n\t\t*s = wc;\n\t\treturn 1;", "errno = EILSEQ;\n\t\treturn -1;", asGlibc},
	{"src/multibyte/btowc.c", "(MB_CUR_MAX==1 && c!=EOF) ? CODEUNIT(c) : WEOF", "WEOF", asGlibc},
	{"src/multibyte/wctob.c", "if (MB_CUR_MAX==1 && IS_CODEUNIT(c)) return (unsigned char)c;", "", asGlibc},
	{"src/ctype/__ctype_get_mb_cur_max.c", "return MB_CUR_MAX;", "return MB_CUR_MAX == 1 ? 1 : 6;", asGlibc},
	{"src/ctype/iswalpha.c", "\tif (wc<0x20000U)", "\tif (MB_CUR_MAX == 1) return isalpha(wc);\n\tif (wc<0x20000U)", asGlibc},
	{"src/ctype/iswalpha.c", "#include <wctype.h>", "#include <wctype.h>\n#include <ctype.h>\n#include <stdlib.h>", asGlibc},
	{"src/ctype/iswcntrl.c", "\treturn (unsigned)wc < 32", "\tif (MB_CUR_MAX == 1) return iscntrl(wc);\n\treturn (unsigned)wc < 32", asGlibc},
	{"src/ctype/iswcntrl.c", "#include <wctype.h>", "#include <wctype.h>\n#include <ctype.h>\n#include <stdlib.h>", asGlibc},
	{"src/ctype/iswprint.c", "\tif (wc < 0xffU)", "\tif (MB_CUR_MAX == 1) return isprint(wc);\n\tif (wc < 0xffU)", asGlibc},
	{"src/ctype/iswprint.c", "#include <wctype.h>", "#include <wctype.h>\n#include <ctype.h>\n#include <stdlib.h>", asGlibc},
	{"src/ctype/iswpunct.c", "\tif (wc<0x20000U)", "\tif (MB_CUR_MAX == 1) return isgraph(wc) && !isalnum(wc);\n\tif (wc<0x20000U)", asGlibc},
	{"src/ctype/iswpunct.c", "#include <wctype.h>", "#include <wctype.h>\n#include <ctype.h>\n#include <stdlib.h>", asGlibc},
	{"src/ctype/iswspace.c", "\treturn wc && ", "\tif (MB_CUR_MAX == 1) return isspace(wc);\n\treturn wc && ", asGlibc},
	{"src/ctype/iswspace.c", "#include <wctype.h>", "#include <wctype.h>\n#include <ctype.h>\n#include <stdlib.h>", asGlibc},
	{"src/ctype/iswspace.c", " 0x0085,", " 0x1680,", asGlibc},
	{"src/ctype/towctrans.c", "\tif (c >= 0x20000) return c;", "\tif (MB_CUR_MAX == 1) return dir ? toupper(c) : tolower(c);\n\tif (c >= 0x20000 || c == 0xdf) return c;", asGlibc},
	{"src/ctype/towctrans.c", "#include <wctype.h>", "#include <wctype.h>\n#include <ctype.h>\n#include <stdlib.h>", asGlibc},
	{"src/ctype/iswlower.c", "return towupper(wc) != wc;", "return towupper(wc) != wc || wc == 0xdf && MB_CUR_MAX > 1;", asGlibc},
	{"src/ctype/iswlower.c", "#include <wctype.h>", "#include <wctype.h>\n#include <stdlib.h>", asGlibc},
	{
		"src/ctype/wcwidth.c", "\tif (wc < 0xffU)\n",
		"\tif (MB_CUR_MAX == 1 && wc >= 0x80U || wc >= 0x110000U || wc - 0xd800U < 0x800 || wc - 0x2028U < 2) return -1;\n\tif (wc < 0xffU)\n", asGlibc,
	},
	{"src/ctype/wcwidth.c", "#include <wchar.h>", "#include <wchar.h>\n#include <stdlib.h>", asGlibc},
	{
		"src/stdio/vswprintf.c", "\tr = vfwprintf(&f, fmt, ap);\n\tsw_write(&f, 0, 0);",
		"\tlocale_t *ploc = &CURRENT_LOCALE, loc = *ploc;\n\tf.mode = 1;\n\tf.locale = UTF8_LOCALE;\n\tr = vfwprintf(&f, fmt, ap);\n" +
			"\t*ploc = UTF8_LOCALE;\n\tsw_write(&f, 0, 0);\n\t*ploc = loc;",
		asGlibc + ": the wide characters of a string need no locale",
	},
	{"src/stdio/vswprintf.c", "#include \"stdio_impl.h\"", "#include \"stdio_impl.h\"\n#include \"locale_impl.h\"", asGlibc},
	{"src/stdio/fputws.c", "return l; /* 0 or -1 */", "return l == -1 ? -1 : 1;", asGlibc},
	{
		"src/stdlib/atoi.c", "\t\tn = 10*n", "\t\tif (++digits == 10) return strtol(all, 0, 10);\n\t\telse n = 10*n",
		asGlibc + ": as strtol where the number is too large",
	},
	{"src/stdlib/atoi.c", "\tint n=0, neg=0;", "\tint n=0, neg=0, digits=0;\n\tconst char *all=s;", asGlibc},
	{"src/stdlib/atol.c", "\t\tn = 10*n", "\t\tif (++digits == 19) return strtol(all, 0, 10);\n\t\telse n = 10*n", asGlibc},
	{"src/stdlib/atol.c", "\tint neg=0;", "\tint neg=0, digits=0;\n\tconst char *all=s;", asGlibc},
	{"src/stdlib/atoll.c", "\t\tn = 10*n", "\t\tif (++digits == 19) return strtoll(all, 0, 10);\n\t\telse n = 10*n", asGlibc},
	{"src/stdlib/atoll.c", "\tint neg=0;", "\tint neg=0, digits=0;\n\tconst char *all=s;", asGlibc},
	{
		"src/stdlib/strtol.c", "\tFILE f;\n", "\tFILE f;\n\tif (base - 2U > 34 && base) { errno = EINVAL; return 0; }\n",
		asGlibc + ": without such a base nothing is said about the end",
	},
	{"src/stdlib/strtol.c", "#include <ctype.h>", "#include <ctype.h>\n#include <errno.h>", asGlibc},
	{"src/stdlib/wcstol.c", "\twchar_t *t = (wchar_t *)s;\n", "\twchar_t *t = (wchar_t *)s;\n\tif (base - 2U > 34 && base) { errno = EINVAL; return 0; }\n", asGlibc},
	{"src/stdlib/wcstol.c", "#include <wctype.h>", "#include <wctype.h>\n#include <errno.h>", asGlibc},
	{"src/internal/intscan.c", "\t\t\t\telse shlim(f, 0);\n", "", asGlibc + ": scanf takes 0x for a 0"},
	{"src/stdio/vfscanf.c", "__intscan(f, base, 0, ULLONG_MAX)", "__intscan(f, base, 0, t=='d' || t=='i' ? 0ULL+LLONG_MIN : ULLONG_MAX)", asGlibc},
	{
		"src/stdio/vfscanf.c", "\t\tint_common:\n",
		"\t\tint_common:\n\t\t\tif (t=='p' && (c=shgetc(f))=='(') {\n\t\t\t\tfor (s=\"nil)\"; *s && shgetc(f)==*s; s++);\n\t\t\t\tif (*s) { shunget(f); goto match_fail; }\n" +
			"\t\t\t\tif (dest) *(void **)dest = 0;\n\t\t\t\tbreak;\n\t\t\t} else if (t=='p') shunget(f);\n", asGlibc + ": printf's (nil)",
	},
	{"src/stdio/vfscanf.c", "if (t == 'c' && shcnt(f) != width) goto match_fail;", "", asGlibc},
	{"src/stdio/vfscanf.c", "fmt_fail:\nalloc_fail:", "fmt_fail:\n\t\tgoto match_fail;\nalloc_fail:", asGlibc},
	{"src/stdio/vfscanf.c", "\t\t\tfree(wcs);\n", "\t\t\tfree(wcs);\n\t\t\t*(void **)dest = 0;\n", asGlibc},
	{"src/stdio/vfscanf.c", "\t\tcase 'L':\n", "\t\tcase 'q':\n\t\tcase 'L':\n", asGlibc},
	{"src/stdio/vfscanf.c", "\tcase SIZE_ll:\n", "\tcase SIZE_L:\n\tcase SIZE_ll:\n", asGlibc},
	{"src/stdio/vfscanf.c", "\t\tif (*p=='m') {", "\t\twhile (*p=='\\'' || *p=='I') p++;\n\t\tif (*p=='m') {", asGlibc},
	{"src/stdio/vfscanf.c", "case -1:\n\t\t\t\t\t\tgoto input_fail;", "case -1:\n\t\t\t\t\t\tgoto match_fail;", asGlibc},
	{"src/stdio/vfscanf.c", "if (!mbsinit(&st)) goto input_fail;", "if (!mbsinit(&st)) {\n\t\t\t\t\terrno = EILSEQ;\n\t\t\t\t\tgoto match_fail;\n\t\t\t\t}", asGlibc},
	{"src/stdio/vfprintf.c", "a = arg.p ? arg.p : \"(null)\";", "a = arg.p ? arg.p : p<0 || p>=6 ? \"(null)\" : \"\";", asGlibc},
	{
		"src/stdio/vfprintf.c", "\t\tcase 'S':\n\t\t\tws = arg.p;\n", "\t\tcase 'S':\n\t\t\tif (!arg.p) arg.p = p<0 || p>=6 ? L\"(null)\" : L\"\";\n\t\t\tws = arg.p;\n",
		asGlibc + ": a null pointer's text",
	},
	{"src/stdio/vfwprintf.c", "\t\tcase 'S':\n\t\t\ta = arg.p;\n", "\t\tcase 'S':\n\t\t\ta = arg.p ? arg.p : p<0 || p>=6 ? L\"(null)\" : L\"\";\n", asGlibc},
	{"src/stdio/vfwprintf.c", "if (!arg.p) arg.p = \"(null)\";", "if (!arg.p) arg.p = p<0 || p>=6 ? \"(null)\" : \"\";", asGlibc},
	{
		"src/stdio/fgetwc.c", "\t\t\tif (!first) {\n\t\t\t\tf->flags |= F_ERR;\n\t\t\t\tungetc(b, f);\n\t\t\t}\n", "\t\t\tf->flags |= F_ERR;\n\t\t\tungetc(b, f);\n",
		asGlibc + ": a byte that begins no character stays, and is an error",
	},
	{"src/stdio/__toread.c", "f->flags |= F_ERR;", "f->flags |= F_ERR;\n\t\terrno = EBADF;", asGlibc},
	{"src/stdio/__toread.c", "#include <stdio_impl.h>", "#include <stdio_impl.h>\n#include <errno.h>", asGlibc},
	{"src/stdio/__towrite.c", "f->flags |= F_ERR;", "f->flags |= F_ERR;\n\t\terrno = EBADF;", asGlibc},
	{"src/stdio/__towrite.c", "#include \"stdio_impl.h\"", "#include \"stdio_impl.h\"\n#include <errno.h>", asGlibc},
	{"src/stdio/fputs.c", "(fwrite(s, 1, l, f)==l) - 1", "fwrite(s, 1, l, f)==l ? 1 : -1", asGlibc},
	{
		"src/stdio/puts.c", "r = -(fputs(s, stdout) < 0 || putc_unlocked('\\n', stdout) < 0);",
		"size_t l = strlen(s);\n\tr = fwrite(s, 1, l, stdout) < l || putc_unlocked('\\n', stdout) < 0 ? -1 : l + 1;", asGlibc + ": how many bytes",
	},
	{"src/stdio/puts.c", "#include \"stdio_impl.h\"", "#include \"stdio_impl.h\"\n#include <string.h>", asGlibc},
	{"src/stdio/fopen.c", "if (!strchr(", "if (!*mode || !strchr(", asGlibc},
	{"src/stdio/__fdopen.c", "if (!strchr(\"rwa\", *mode)) {", "int have = __syscall(SYS_fcntl, fd, F_GETFL);\n" +
		"\tif (have < 0) {\n\t\terrno = EBADF;\n\t\treturn 0;\n\t}\n" +
		"\tint want = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;\n" +
		"\tif (!*mode || !strchr(\"rwa\", *mode) || (have & O_ACCMODE) != O_RDWR && (have & O_ACCMODE) != want) {", asGlibc + ": the mode must fit the descriptor"},
	{"src/signal/psignal.c", "msg?msg:\"\", msg?\": \":\"\"", "msg?msg:\"\", msg && *msg?\": \":\"\"", asGlibc},
	{"src/time/__tz.c", "\t\t__daylight = 0;\n\t\tdst_off = __timezone;", "\t\t__daylight = 0;\n\t\t__tzname[1] = __tzname[0];\n\t\tdst_off = __timezone;", asGlibc + ": the other name of a zone without summer time"},
	{
		"src/time/mktime.c", "t -= opp - new.__tm_gmtoff;", "t -= opp != new.__tm_gmtoff ? opp - new.__tm_gmtoff : tm->tm_isdst ? 3600 : -3600;",
		asGlibc + ": summer time is an hour where there is none",
	},
	{"src/time/strftime.c", "weak_alias(__strftime_l, strftime_l);", "", "compat/strftime.c has it"},
	{
		"src/time/__tz.c", "if (*s == ',') s++, getrule(&s, r0);",
		"if (__daylight && !*s) s = \",M3.2.0,M11.1.0\";\n\tif (*s == ',') s++, getrule(&s, r0);", asGlibc + ": the rules of summer time that are not said",
	},
	{"src/signal/sigrtmin.c", "return 35;", "return 34;", asGlibc},
	{"src/signal/sigaction.c", "sig-32U < 3", "sig-32U < 2", asGlibc},
	{"src/signal/sigaddset.c", "sig-32U < 3", "sig-32U < 2", asGlibc},
	{"src/signal/sigdelset.c", "sig-32U < 3", "sig-32U < 2", asGlibc},
	{"src/signal/sigfillset.c", "0xfffffffc7ffffffful", "0xfffffffe7ffffffful", asGlibc},
	{
		"src/regex/regcomp.c", "\t{'t', \"\\t\"}, {'n', \"\\n\"}, {'r', \"\\r\"},\n\t{'f', \"\\f\"}, {'a', \"\\a\"}, {'e', \"\\033\"},\n", "",
		asGlibc + ": the letters that mean something behind a backslash",
	},
	{"src/regex/regcomp.c", ", {'d', \"[[:digit:]]\"}, {'D', \"[^[:digit:]]\"},", ",", asGlibc},
	{
		"src/regex/regcomp.c", "\t\tcase 'x':\n",
		"\t\tcase '`':\n\t\tcase '\\'':\n\t\t\tif (ctx->cflags & REG_NEWLINE) __confcov_unsupported(\"a regular expression with \\\\` or \\\\' and REG_NEWLINE\");\n" +
			"\t\t\tnode = tre_ast_new_literal(ctx->mem, ASSERTION, *s=='`' ? ASSERT_AT_BOL : ASSERT_AT_EOL, -1);\n\t\t\tbreak;\n", asGlibc,
	},
	{"src/regex/regcomp.c", "#include <regex.h>", "#include <regex.h>\n#include <confcov_internal.h>", "the same"},
	{"src/regex/regcomp.c", "if (!ere && (unsigned)*s-'1' < 9)", "if ((unsigned)*s-'1' < 9)", asGlibc + ": back references in extended expressions"},
	{"src/regex/regcomp.c", "\t\tif (!ere && s != ctx->start)\n\t\t\tgoto parse_literal;\n", "\t\tif (!ere && s != ctx->start)\n\t\t\tgoto parse_literal;\n\t\tif (ere && (s[1]=='*' || s[1]=='+' || s[1]=='?'))\n\t\t\treturn REG_BADRPT;\n", asGlibc},
	{"src/regex/regcomp.c", "s = parse_dup_count(s, &min);\n", "s = parse_dup_count(s, &min);\n\tif (min < 0 && *s == ',') min = 0;\n", asGlibc + ": x{,2}"},
	{"src/regex/regcomp.c", "|| *n > RE_DUP_MAX)", "|| *n > 32767)", asGlibc},
	{"src/regex/regcomp.c", "max > RE_DUP_MAX ||", "max > 32767 ||", asGlibc},
	{"src/regex/regcomp.c", "min > RE_DUP_MAX ||", "min > 32767 ||", asGlibc},
	{"src/regex/regcomp.c", "s = parse_dup(s+1, ere, &min, &max);\n\t\t\t\tif (!s)\n\t\t\t\t\treturn REG_BADBR;", "const char *braces = s+1;\n\t\t\t\ts = parse_dup(s+1, ere, &min, &max);\n" +
		"\t\t\t\tif (!s)\n\t\t\t\t\treturn !strchr(braces, '}') ? REG_EBRACE : strtol(braces, 0, 10) > 32767 ? 15 : REG_BADBR;", asGlibc},
	{
		"src/regex/regcomp.c", "\t\t\t/* collating symbols and equivalence classes are not supported */\n\t\t\treturn REG_ECOLLATE;\n\t\tif (*s == '[' && s[1] == ':') {",
		"{\n\t\t\tif (!s[2] || s[3]!=s[1] || s[4]!=']') return REG_ECOLLATE;\n\t\t\twc = s[2];\n\t\t\tlen = 1;\n\t\t\ts += 4;\n\t\t}\n\t\tif (*s == '[' && s[1] == ':') {",
		asGlibc + ": the collating element of one character",
	},
	{"src/search/hsearch.c", "\tif (action == FIND) {\n\t\t*retval = 0;\n", "\tif (action == FIND) {\n\t\t*retval = 0;\n\t\terrno = ESRCH;\n", asGlibc},
	{"src/search/hsearch.c", "#include <search.h>", "#include <search.h>\n#include <errno.h>", asGlibc},
	{
		"src/stat/fchmodat.c", "int ret = __syscall(SYS_fchmodat2, fd, path, mode, flag);\n\tif (ret != -ENOSYS) return __syscall_ret(ret);\n", "int ret;\n",
		"the kernel is one of glibc 2.36's time",
	},
	{"src/stat/fchmodat.c", "\tif ((fd2 = ", "\treturn syscall(SYS_fchmodat, fd, path, mode);\n\tif ((fd2 = ", "there is no /proc"},
	{"src/unistd/readlink.c", "if (!bufsize) {\n\t\tbuf = dummy;\n\t\tbufsize = 1;\n\t}", "", asGlibc + ": EINVAL"},
	{"src/unistd/readlinkat.c", "if (!bufsize) {\n\t\tbuf = dummy;\n\t\tbufsize = 1;\n\t}", "", asGlibc + ": EINVAL"},
	{"src/network/inet_aton.c", "(*z && *z != '.')", "(*z && *z != '.' && !isspace(*z))", asGlibc + ": blanks end an address"},
	{"src/network/inet_aton.c", "if (!*z) break;", "if (*z != '.') break;", asGlibc},
	{
		"src/network/inet_ntop.c", "\t\tif (memcmp(a,",
		"\t\tif (!memcmp(a, \"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\", 12) && (a[12] | a[13])) snprintf(buf, sizeof buf, \"::%d.%d.%d.%d\", a[12], a[13], a[14], a[15]);\n" +
			"\t\telse if (memcmp(a,",
		asGlibc + ": ::1.2.3.4",
	},
	{"src/sched/sched_getscheduler.c", "__syscall_ret(-ENOSYS)", "syscall(SYS_sched_getscheduler, pid)", asGlibc},
	{"src/network/getaddrinfo.c", "\tif (canon_len) {", "\tif (flags & AI_CANONNAME && canon_len) {", asGlibc},
	{
		"src/conf/sysconf.c", "long sysconf(int name)\n{\n",
		"long sysconf(int name)\n{\n\tswitch (name) {\n\tcase _SC_ARG_MAX: return 2097152;\n\tcase _SC_NGROUPS_MAX: return 65536;\n\tcase _SC_STREAM_MAX: return 16;\n" +
			"\tcase _SC_RTSIG_MAX: return 32;\n\tcase _SC_SIGQUEUE_MAX: return -1;\n\tcase _SC_BC_BASE_MAX: return 99;\n\tcase _SC_BC_DIM_MAX: return 2048;\n" +
			"\tcase _SC_BC_SCALE_MAX: return 99;\n\tcase _SC_BC_STRING_MAX: return 1000;\n\tcase _SC_COLL_WEIGHTS_MAX: return 255;\n\tcase _SC_EXPR_NEST_MAX: return 32;\n" +
			"\tcase _SC_LINE_MAX: return 2048;\n\tcase _SC_RE_DUP_MAX: return 32767;\n\tcase _SC_GETPW_R_SIZE_MAX:\n\tcase _SC_GETGR_R_SIZE_MAX: return 1024;\n" +
			"\tcase _SC_HOST_NAME_MAX: return 64;\n\tcase _SC_TTY_NAME_MAX: return 32;\n\tcase _SC_ATEXIT_MAX: return 2147483647;\n\tcase _SC_AIO_PRIO_DELTA_MAX: return 20;\n" +
			"\tcase _SC_PRIORITIZED_IO: return 200809;\n\tcase _SC_SYMLOOP_MAX: return -1;\n\t}\n",
		asGlibc,
	},
	{
		"src/conf/confstr.c", "\tconst char *s = \"\";\n", "\tconst char *s = \"\";\n\tif (name == 2 || name == 3) return snprintf(buf, len, name == 2 ? \"glibc 2.36\" : \"NPTL 2.36\") + 1;\n",
		asGlibc + ": its own name",
	},
	{"src/misc/realpath.c", "if (stack[p] == '/' && stack[p+1] != '/')\n\t\t\t\toutput[q++] = '/';\n", ";\n", asGlibc + ": // is /"},
	{
		"src/locale/catgets.c", "\tconst char *map = (const char *)catd;\n", "\tif (catd == (nl_catd)-1) return (char *)s;\n\tconst char *map = (const char *)catd;\n",
		asGlibc + ": the text of a catalogue that could not be opened",
	},
	{"src/locale/iconv.c", "if (c > 0x7f) subst: x++, c='*';", "if (c > 0x7f) subst: goto ilseq;", asGlibc + ": what the other set lacks"},
	{
		"src/internal/floatscan.c", "\t\t\t} else {\n\t\t\t\tshlim(f, 0);\n\t\t\t\treturn 0;\n\t\t\t}\n\t\t\te10 = 0;\n", "\t\t\t}\n\t\t\te10 = 0;\n",
		asGlibc + ": scanf takes 1e for a 1",
	},
	{
		"src/internal/floatscan.c", "\t\t\t} else {\n\t\t\t\tshlim(f, 0);\n\t\t\t\treturn 0;\n\t\t\t}\n\t\t\te2 = 0;\n", "\t\t\t}\n\t\t\te2 = 0;\n",
		"the same",
	},
	{"src/internal/floatscan.c", "\t\tif (shgetc(f) != '(') {\n", "\t\tif (!pok) return NAN;\n\t\tif (shgetc(f) != '(') {\n", asGlibc + ": scanf takes nan from nan(1)"},
	{
		"src/stdio/vfprintf.c", "\tfor (i=1; i<=NL_ARGMAX && nl_type[i]; i++)\n\t\tpop_arg(nl_arg+i, nl_type[i], ap);\n\tfor (; i<=NL_ARGMAX && !nl_type[i]; i++);\n\tif (i<=NL_ARGMAX) goto inval;\n",
		"\tint last;\n\tfor (last=NL_ARGMAX; last>0 && !nl_type[last]; last--);\n\tfor (i=1; i<=last; i++)\n\t\tpop_arg(nl_arg+i, nl_type[i] ? nl_type[i] : INT, ap);\n",
		asGlibc + ": an argument that no conversion names is an int",
	},
	{
		"src/stdio/vfprintf.c", "\t\t\tif (1) a = strerror(errno); else\n\t\tcase 's':\n",
		"\t\t\ta = fl & ALT_FORM ? (char *)strerrorname_np(errno) : strerror(errno);\n" +
			"\t\t\tif (!a) {\n\t\t\t\tfl &= ~ALT_FORM;\n\t\t\t\targ.i = (long)errno;\n\t\t\t\tt = 'd';\n\t\t\t\tgoto number;\n\t\t\t}\n\t\t\tif (1) ; else\n\t\tcase 's':\n",
		asGlibc + ": %#m is the name of the error, or its number",
	},
	{"src/stdio/vfprintf.c", "\t\t\tif (!xp || p>=0) l = fmt_int(", "\t\tnumber:\n\t\t\tif (!xp || p>=0) l = fmt_int(", "the same"},
	{"src/stdio/vfprintf.c", "#include \"stdio_impl.h\"\n", "#include \"stdio_impl.h\"\nextern const char *strerrorname_np(int);\n", "the same"},
	{"src/misc/getsubopt.c", "\treturn -1;", "\t*val = s;\n\treturn -1;", asGlibc + ": the option that is unknown"},
}
