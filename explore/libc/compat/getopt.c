/* getopt and getopt_long as glibc has them: operands are moved behind the options when an option after them is taken,
   and optind is then what it is there. */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *rest;         /* what is left of an argument of short options */
static int first, last;    /* the operands passed over are argv[first..last-1] */
static enum { PERMUTE, STOP, IN_ORDER } order;
static int begun;

/* Moves the operands passed over behind the options that were met after them. */
static void move(char **argv)
{
	int passed = last - first, taken = optind - last;

	for (int i = 0; i < taken; i++) {
		char *option = argv[last + i];
		for (int k = last + i; k > first + i; k--) argv[k] = argv[k - 1];
		argv[first + i] = option;
	}
	first += taken;
	last = first + passed;
}

static int operand(const char *arg)
{
	return arg[0] != '-' || !arg[1];
}

static int missing(const char *options)
{
	return *options == ':' ? ':' : '?';
}

/* The index of the option that rest names with n characters: -1 if none, -2 if several. Exact is set where it is the whole name. */
static int find(const struct option *long_options, size_t n, int only)
{
	int found = -1, several = 0;

	for (int i = 0; long_options[i].name; i++) {
		const struct option *o = &long_options[i], *f = &long_options[found < 0 ? i : found];

		if (strncmp(o->name, rest, n)) continue;
		if (strlen(o->name) == n) return i;
		if (found < 0) found = i;
		else if (only || f->has_arg != o->has_arg || f->flag != o->flag || f->val != o->val) several = 1;
	}
	return several ? -2 : found;
}

static void candidates(char *program, const char *prefix, const struct option *long_options, size_t n, int only)
{
	const struct option *f = 0;

	fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", program, prefix, rest);
	for (const struct option *o = long_options; o->name; o++) {
		if (strncmp(o->name, rest, n)) continue;
		if (!f) f = o;
		if (o == f || only || f->has_arg != o->has_arg || f->flag != o->flag || f->val != o->val)
			fprintf(stderr, " '%s%s'", prefix, o->name);
	}
	fprintf(stderr, "\n");
}

/* Takes the long option in rest; -1 if it may be short options. */
static int take_long(int argc, char **argv, const char *options, const struct option *long_options, int *index,
	int only, int print, const char *prefix)
{
	size_t n = strcspn(rest, "=");
	int i = find(long_options, n, only);
	const struct option *o = &long_options[i];
	char *value = rest[n] ? rest + n + 1 : 0;

	if (i == -1 && only && argv[optind][1] != '-' && strchr(options, *rest)) return -1;
	if (i < 0) {
		if (print && i == -2) candidates(argv[0], prefix, long_options, n, only);
		else if (print) fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], prefix, rest);
		rest = 0;
		optind++;
		optopt = 0;
		return '?';
	}
	rest = 0;
	optind++;
	if (value && o->has_arg) optarg = value;
	else if (value) {
		if (print) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], prefix, o->name);
		optopt = o->val;
		return '?';
	} else if (o->has_arg == 1 && optind < argc) optarg = argv[optind++];
	else if (o->has_arg == 1) {
		if (print) fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], prefix, o->name);
		optopt = o->val;
		return missing(options);
	}
	if (index) *index = i;
	if (!o->flag) return o->val;
	*o->flag = o->val;
	return 0;
}

static int take_short(int argc, char **argv, const char *options, const struct option *long_options, int *index, int print)
{
	char c = *rest++;
	const char *o = strchr(options, c);

	if (!*rest) optind++;
	if (!o || c == ':' || c == ';') {
		if (print) fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
		optopt = c;
		return '?';
	}
	int as_long = o[0] == 'W' && o[1] == ';' && long_options;
	if (!as_long && o[1] != ':') return c;
	if (*rest) {
		optarg = rest;
		if (!as_long) optind++;
	} else if (o[2] != ':' || as_long) {
		if (optind == argc) {
			if (print) fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
			optopt = c;
			if (!as_long) rest = 0;
			return missing(options);
		}
		optarg = argv[optind];
		if (!as_long) optind++;
	}
	rest = 0;
	if (!as_long) return c;
	rest = optarg;
	optarg = 0;
	return take_long(argc, argv, options, long_options, index, 0, print, "-W ");
}

/* Finds the next argument with options; 0, or what to return. */
static int next(int argc, char **argv)
{
	if (last > optind) last = optind;
	if (first > optind) first = optind;
	if (order == PERMUTE) {
		if (first != last && last != optind) move(argv);
		else if (last != optind) first = optind;
		while (optind < argc && operand(argv[optind])) optind++;
		last = optind;
	}
	if (optind != argc && !strcmp(argv[optind], "--")) {
		optind++;
		if (first != last && last != optind) move(argv);
		else if (first == last) first = optind;
		last = optind = argc;
	}
	if (optind == argc) {
		if (first != last) optind = first;
		return -1;
	}
	if (!operand(argv[optind])) return 0;
	if (order == STOP) return -1;
	optarg = argv[optind++];
	return 1;
}

static int get(int argc, char **argv, const char *options, const struct option *long_options, int *index, int only, int stop)
{
	int print = opterr, c;

	if (argc < 1) return -1;
	optarg = 0;
	if (!optind || !begun) {
		if (!optind) optind = 1;
		first = last = optind;
		rest = 0;
		order = *options == '-' ? IN_ORDER : *options == '+' || stop || getenv("POSIXLY_CORRECT") ? STOP : PERMUTE;
		if (!begun) optopt = 0;
		begun = 1;
	}
	if (*options == '-' || *options == '+') options++;
	if (*options == ':') print = 0;
	if (!rest || !*rest) {
		if ((c = next(argc, argv))) return c;
		char *arg = argv[optind];
		if (long_options && arg[1] == '-') {
			rest = arg + 2;
			return take_long(argc, argv, options, long_options, index, only, print, "--");
		}
		if (long_options && only && (arg[2] || !strchr(options, arg[1]))) {
			rest = arg + 1;
			c = take_long(argc, argv, options, long_options, index, only, print, "-");
			if (c != -1) return c;
		}
		rest = arg + 1;
	}
	return take_short(argc, argv, options, long_options, index, print);
}

/* getopt under the name that GNU's has, and that of POSIX, which stops at the first operand. */
int __confcov_gnu_getopt(int argc, char *const *argv, const char *options)
{
	return get(argc, (char **)argv, options, 0, 0, 0, 0);
}

int __posix_getopt(int argc, char *const *argv, const char *options)
{
	return get(argc, (char **)argv, options, 0, 0, 0, 1);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *long_options, int *index)
{
	return get(argc, (char **)argv, options, long_options, index, 0, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *long_options, int *index)
{
	return get(argc, (char **)argv, options, long_options, index, 1, 0);
}
