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
}
