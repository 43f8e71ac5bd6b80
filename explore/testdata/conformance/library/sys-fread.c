/* fread, fwrite: counts of whole items, partial ones, sizes of zero. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct item { int n; char c[6]; };

int main(void)
{
	struct item in[5], out[5];
	FILE *f = fopen("f", "wb+");
	char big[5000], back[5000];

	memset(out, 0, sizeof out);
	for (int i = 0; i < 5; i++) out[i].n = i, sprintf(out[i].c, "it%d", i);
	printf("%zu\n", fwrite(out, sizeof *out, 5, f));
	rewind(f);
	printf("%zu %d\n", fread(in, sizeof *in, 3, f), memcmp(in, out, 3 * sizeof *in));
	printf("%zu %d\n", fread(in, sizeof *in, 5, f), feof(f) != 0);
	rewind(f);
	printf("%zu\n", fread(in, 7, 100 / 7, f));
	printf("%zu %zu\n", fread(in, 0, 5, f), fread(in, 5, 0, f));
	printf("%zu %zu\n", fwrite(in, 0, 5, f), fwrite(in, 5, 0, f));
	rewind(f);
	for (int i = 0; i < 5000; i++) big[i] = i * 7;
	printf("%zu\n", fwrite(big, 1, 5000, f));
	rewind(f);
	printf("%zu %d\n", fread(back, 1, 5000, f), memcmp(big, back, 5000));
	fclose(f);
	f = fopen("f", "r");
	errno = 0;
	printf("%zu %d %d\n", fwrite("x", 1, 1, f), ferror(f) != 0, errno == EBADF);
	fclose(f);
	f = fopen("f", "w");
	errno = 0;
	printf("%zu %d %d\n", fread(back, 1, 1, f), ferror(f) != 0, errno == EBADF);
	fclose(f);
	f = fopen("/dev/full", "w");
	printf("%zu\n", fwrite("x", 1, 1, f));
	errno = 0;
	printf("%d %d\n", fflush(f), errno == ENOSPC);
	printf("%d\n", fclose(f));
	return 0;
}
