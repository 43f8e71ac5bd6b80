/* GNU error and error_at_line. */

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char *__progname_full;

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void start(void)
{
	fflush(stdout);
	if (error_print_progname) error_print_progname();
	else fprintf(stderr, "%s:", __progname_full);
}

static void finish(int status, int e, const char *format, va_list args)
{
	vfprintf(stderr, format, args);
	error_message_count++;
	if (e) fprintf(stderr, ": %s", strerror(e));
	putc('\n', stderr);
	fflush(stderr);
	if (status) exit(status);
}

void error(int status, int e, const char *format, ...)
{
	va_list args;

	start();
	if (!error_print_progname) putc(' ', stderr);
	va_start(args, format);
	finish(status, e, format, args);
	va_end(args);
}

void error_at_line(int status, int e, const char *file, unsigned line, const char *format, ...)
{
	static const char *last_file;
	static unsigned last_line;
	va_list args;

	if (error_one_per_line) {
		if (last_line == line && last_file && file && !strcmp(file, last_file)) return;
		last_file = file;
		last_line = line;
	}
	start();
	if (file) fprintf(stderr, "%s:%u: ", file, line);
	va_start(args, format);
	finish(status, e, format, args);
	va_end(args);
}
