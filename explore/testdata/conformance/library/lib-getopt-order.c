/* getopt and getopt_long: where optind is while operands are moved, abbreviations and the messages about them. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static void parse(const char *options, int longs, const char *line)
{
	static const struct option list[] = {
		{ "verbose", 0, NULL, 'v' }, { "version", 0, NULL, 'V' }, { "file", 1, NULL, 'f' }, { "colour", 2, NULL, 'c' },
		{ "no-x", 0, NULL, 'x' }, { "no-y", 0, NULL, 'x' }, { "f", 0, NULL, 'F' }, { 0 },
	};
	char text[80], *argv[12] = { "p" };
	int argc = 1, c, index;

	for (char *w = strtok(strcpy(text, line), " "); w; w = strtok(NULL, " ")) argv[argc++] = w;
	printf("%s %d %s:\n", options, longs, line);
	optind = 0;
	do {
		index = -1;
		c = longs == 0 ? getopt(argc, argv, options) : longs == 1 ? getopt_long(argc, argv, options, list, &index)
			: getopt_long_only(argc, argv, options, list, &index);
		printf("%d %s %d %d %d\n", c, optarg ? optarg : "-", optopt, optind, index);
	} while (c != -1);
	for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
	puts("");
}

int main(void)
{
	static const char *const options[] = { "ab:c::W;", "+ab:", "-ab:c::", ":ab:" };
	static const char *const lines[] = { "x -a y -b z", "x -- -a", "-ab", "-b", "-az -", "-cx -c x", "-W verbose -W", "--ver", "--vers --verb",
		"--no", "--file y --fi", "--colour --colour=red --file=", "--nope=1 x --verbose=2", "-verbose -f x -file=z -ver", "-: --f" };

	setbuf(stdout, NULL);
	for (int o = 0; o < 4; o++)
		for (int l = 0; l < sizeof lines / sizeof *lines; l++)
			for (int longs = 0; longs < 3; longs++) parse(options[o], longs, lines[l]);
	return 0;
}
