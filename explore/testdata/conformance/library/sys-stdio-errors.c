/* Standard input and output: what goes the wrong way, what functions return, modes and descriptors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

static void show(const char *what, int r)
{
	printf("%s %d %d\n", what, r, errno);
	errno = 0;
}

int main(void)
{
	static const char *const modes[] = { "", "x", "r", "w", "a", "r+" };

	errno = 0;
	show("fputs", fputs("text\n", stdout));
	show("fputs", fputs("", stdout));
	show("puts", puts("four"));
	show("fgetc", fgetc(stdout));
	clearerr(stdout);
	show("fputc", fputc('x', stdin));
	show("fprintf", fprintf(stdin, "%d", 5));
	show("ferror", ferror(stdin));
	for (int i = 0; i < 6; i++) {
		int fd = open("file", O_CREAT | O_RDONLY, 0600);
		FILE *f = fdopen(fd, modes[i]);
		show(modes[i], f != NULL);
		if (f) fclose(f);
		else close(fd);
		f = fopen("file", modes[i]);
		show("fopen", f != NULL);
		if (f) fclose(f);
	}
	show("fdopen", fdopen(77, "r") != NULL);
	FILE *f = fopen("file", "w");
	fputs("a\xff" "b", f);
	fclose(f);
	f = fopen("file", "r");
	for (int i = 0; i < 3; i++) show("fgetwc", fgetwc(f));
	show("ferror", ferror(f));
	fclose(f);
	f = fopen("file", "w");
	show("fputws", fputws(L"wide", f));
	fclose(f);
	fflush(stdout);
	psignal(SIGINT, "");
	psignal(SIGINT, "signal");
	return 0;
}
