/* ungetc: pushed-back characters, positions and seeks. */
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("f", "w+");
	char b[8];

	fputs("abc", f);
	rewind(f);
	int c = getc(f);
	printf("%c %ld\n", c, ftell(f));
	printf("%d %ld\n", ungetc('X', f), ftell(f));
	printf("%c", getc(f));
	printf("%c\n", getc(f));
	printf("%c %d\n", getc(f), getc(f));
	printf("%d\n", feof(f) != 0);
	ungetc('Z', f);
	printf("%d\n", feof(f) != 0);
	printf("%c %d\n", getc(f), getc(f));
	printf("%d\n", ungetc(EOF, f));
	rewind(f);
	getc(f);
	ungetc('Q', f);
	fseek(f, 0, SEEK_SET);
	printf("%c\n", getc(f));
	ungetc('1', f);
	printf("%s\n", fgets(b, sizeof b, f));
	rewind(f);
	getc(f);
	ungetc('2', f);
	printf("%zu", fread(b, 1, 3, f));
	printf(" %.3s\n", b);
	rewind(f);
	ungetc(0xff, f);
	printf("%d\n", getc(f));
	return 0;
}
