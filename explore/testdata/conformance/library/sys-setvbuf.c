/* setvbuf: when bytes reach the file. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long size(void)
{
	struct stat st;

	stat("f", &st);
	return st.st_size;
}

static void run(int mode, size_t n)
{
	char *buf = n ? malloc(n) : NULL;
	FILE *f = fopen("f", "w");

	printf("%d:", setvbuf(f, buf, mode, n));
	fputs("abc", f);
	printf(" %ld", size());
	fputs("def\n", f);
	printf(" %ld", size());
	fputs("ghi", f);
	printf(" %ld", size());
	fflush(f);
	printf(" %ld", size());
	fputc('x', f);
	fclose(f);
	printf(" %ld\n", size());
	free(buf);
}

int main(void)
{
	run(_IOFBF, 0);
	run(_IOFBF, 256);
	run(_IOLBF, 256);
	run(_IONBF, 0);
	FILE *f = fopen("f", "w");
	setbuf(f, NULL);
	fputs("1", f);
	printf("%ld\n", size());
	fclose(f);
	f = fopen("f", "w");
	setlinebuf(f);
	fputs("1\n2", f);
	printf("%ld\n", size());
	_exit(fflush(stdout));
}
