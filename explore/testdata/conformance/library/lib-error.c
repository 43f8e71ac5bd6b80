/* error, error_at_line, whose header passes on all their arguments, and the functions of err.h. */
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	error(0, 0, "plain");
	error(0, ENOENT, "%s %d", "numbered", 3);
	error_at_line(0, 0, "file.c", 12, "at %d", argc);
	error_at_line(0, EPERM, "file.c", 13, "%c%s", 'x', "y");
	printf("%u\n", error_message_count);
	fflush(stdout);
	errno = EBUSY;
	warn("busy %d", 1);
	warnx("not %s", "busy");
	error(7, EINTR, "%ld", 1L << 40);
	return 0;
}
