/* fmemopen, open_memstream: streams on memory. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char b[32] = "in 12 34", *p;
	size_t n;
	int x, y;

	FILE *f = fmemopen(b, strlen(b), "r");
	printf("%d %d %d\n", fscanf(f, "in %d %d", &x, &y), x, y);
	printf("%d %d\n", getc(f), feof(f) != 0);
	fclose(f);
	memset(b, '#', sizeof b);
	f = fmemopen(b, 10, "w");
	fprintf(f, "%d-%d", 1, 2);
	fflush(f);
	printf("%s %c\n", b, b[5]);
	fseek(f, 1, SEEK_SET);
	fputs("+", f);
	fclose(f);
	printf("%.3s\n", b);
	strcpy(b, "abc");
	f = fmemopen(b, sizeof b, "a+");
	fputs("def", f);
	fflush(f);
	printf("%s %ld\n", b, ftell(f));
	rewind(f);
	printf("%c\n", getc(f));
	fclose(f);

	f = open_memstream(&p, &n);
	fputs("hello", f);
	fflush(f);
	printf("%s %zu\n", p, n);
	for (int i = 0; i < 300; i++) fprintf(f, "%d,", i);
	fclose(f);
	printf("%zu %d %s\n", n, (int)strlen(p), p + n - 8);
	free(p);
	f = open_memstream(&p, &n);
	fputs("abcdef", f);
	fseek(f, 2, SEEK_SET);
	fputc('X', f);
	fclose(f);
	printf("%zu %.3s\n", n, p);
	free(p);
	return 0;
}
