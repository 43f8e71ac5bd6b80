/* fopen: what each mode allows and where it writes. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void content(const char *name)
{
	char b[64];
	FILE *f = fopen(name, "rb");
	size_t n = f ? fread(b, 1, sizeof b - 1, f) : 0;

	b[n] = 0;
	printf("  '%s'\n", b);
	if (f) fclose(f);
}

static void try(const char *mode, const char *setup)
{
	unlink("f");
	if (setup) {
		FILE *f = fopen("f", "w");
		fputs(setup, f);
		fclose(f);
	}
	errno = 0;
	FILE *f = fopen("f", mode);
	printf("%s %s: ", mode, setup ? setup : "(none)");
	if (!f) {
		printf("%s\n", strerror(errno));
		return;
	}
	int c = getc(f);
	printf("getc %d err %d eof %d", c, ferror(f) != 0, feof(f) != 0);
	clearerr(f);
	fseek(f, 0, SEEK_CUR);
	int r = fputs("XY", f);
	int e = fflush(f);
	printf(" put %d %d err %d at %ld\n", r < 0, e, ferror(f) != 0, ftell(f));
	fclose(f);
	content("f");
}

int main(void)
{
	static const char *const modes[] = { "r", "r+", "w", "w+", "a", "a+", "rb", "r+b", "wb+", "ab", "wx", "w+x", "rbe" };

	for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
		try(modes[i], NULL);
		try(modes[i], "hello");
	}
	errno = 0;
	FILE *f = fopen("f", "q");
	printf("%d %d\n", f == NULL, errno == EINVAL);
	f = fopen("no/such/dir", "w");
	printf("%d %s\n", f == NULL, strerror(errno));
	f = fopen(".", "w");
	printf("%d %s\n", f == NULL, strerror(errno));
	f = fopen(".", "r");
	printf("%d", f != NULL);
	printf(" %d %s\n", getc(f), strerror(errno));
	return 0;
}
