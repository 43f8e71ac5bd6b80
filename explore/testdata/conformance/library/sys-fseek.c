/* fseek, ftell, rewind, fgetpos: positions while reading and writing. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	FILE *f = fopen("f", "w+");
	fpos_t pos;
	char b[32];

	fputs("0123456789abcdef", f);
	printf("%ld\n", ftell(f));
	printf("%d %ld %c\n", fseek(f, 4, SEEK_SET), ftell(f), getc(f));
	printf("%d %ld %c\n", fseek(f, 2, SEEK_CUR), ftell(f), getc(f));
	printf("%d %ld %c\n", fseek(f, -3, SEEK_END), ftell(f), getc(f));
	fgetpos(f, &pos);
	fseek(f, 0, SEEK_END);
	printf("%d %d\n", getc(f), feof(f) != 0);
	fsetpos(f, &pos);
	printf("%d %c\n", feof(f) != 0, getc(f));
	errno = 0;
	printf("%d %d\n", fseek(f, -100, SEEK_SET), errno == EINVAL);
	errno = 0;
	printf("%d %d\n", fseek(f, 0, 9), errno == EINVAL);
	rewind(f);
	fputs("XX", f);
	fflush(f);
	printf("%ld\n", ftell(f));
	fseek(f, 0, SEEK_CUR);
	printf("%c\n", getc(f));
	fseek(f, 20, SEEK_SET);
	fputs("end", f);
	rewind(f);
	size_t n = fread(b, 1, sizeof b, f);
	printf("%zu %d:", n, feof(f) != 0);
	for (size_t i = 0; i < n; i++) putchar(b[i] ? b[i] : '.');
	puts("");
	clearerr(f);
	printf("%d %ld\n", feof(f), ftell(f));
	printf("%d %lld\n", fseeko(f, 5, SEEK_SET), (long long)ftello(f));
	fclose(f);
	f = fopen("f", "a+");
	printf("%ld ", ftell(f));
	fputs("!", f);
	fflush(f);
	printf("%ld\n", ftell(f));
	fclose(f);
	return 0;
}
