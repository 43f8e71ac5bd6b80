/* stdio on files, directories and their attributes, in the current directory. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void)
{
	char line[64], *names[16], *l = NULL;
	size_t cap = 0;
	int n = 0, fd;
	struct stat st;
	struct dirent *e;
	DIR *d;
	FILE *f;

	umask(022);
	printf("mkdir %d\n", mkdir("t", 0755));
	f = fopen("t/one.txt", "w");
	for (int i = 0; i < 5; i++) fprintf(f, "line %d\n", i);
	printf("%ld", ftell(f));
	printf(" %d\n", fclose(f));
	f = fopen("t/one.txt", "r+");
	while (fgets(line, sizeof line, f)) fputs(line, stdout);
	printf("eof %d\n", feof(f) != 0);
	fseek(f, 7, SEEK_SET);
	fputs("LINE", f);
	rewind(f);
	while (getline(&l, &cap, f) > 0) printf("%s", l);
	fclose(f);
	free(l);
	f = fopen("t/one.txt", "a");
	fputc('!', f);
	fclose(f);
	n = stat("t/one.txt", &st);
	printf("stat %d %o %ld %d\n", n, st.st_mode, (long)st.st_size, S_ISREG(st.st_mode));
	fd = open("t/two", O_RDWR | O_CREAT | O_EXCL, 0600);
	printf("write %zd", write(fd, "0123456789", 10));
	printf(", lseek %ld\n", (long)lseek(fd, -3, SEEK_END));
	n = read(fd, line, sizeof line);
	printf("read %d %.*s\n", n, n, line);
	printf("ftruncate %d", ftruncate(fd, 4));
	printf(", pread %zd\n", pread(fd, line, 10, 1));
	close(fd);
	fd = open("t/two", O_CREAT | O_EXCL | O_WRONLY, 0600);
	printf("%d %s\n", fd, strerror(errno));
	fd = open("t/none", O_RDONLY);
	printf("%d %s\n", fd, strerror(errno));
	printf("rename %d", rename("t/two", "t/three"));
	printf(" symlink %d", symlink("three", "t/sym"));
	printf(" link %d\n", link("t/three", "t/hard"));
	n = readlink("t/sym", line, sizeof line);
	printf("%.*s", n, line);
	printf(" %d", lstat("t/sym", &st));
	printf(" %d\n", S_ISLNK(st.st_mode));
	stat("t/sym", &st);
	printf("nlink %d size %ld\n", (int)st.st_nlink, (long)st.st_size);
	d = opendir("t");
	for (n = 0; (e = readdir(d));) names[n++] = strdup(e->d_name);
	closedir(d);
	qsort(names, n, sizeof *names, by_name);
	for (int i = 0; i < n; i++) printf("%s%c", names[i], i == n - 1 ? '\n' : ' ');
	printf("rmdir %d", rmdir("t"));
	printf(" %s\n", strerror(errno));
	for (int i = 0; i < n; i++) {
		snprintf(line, sizeof line, "t/%s", names[i]);
		if (names[i][0] != '.') printf("unlink %d\n", unlink(line));
	}
	printf("rmdir %d\n", rmdir("t"));
	f = tmpfile();
	if (f) {
		unsigned char bytes[300], back[300];
		for (int i = 0; i < 300; i++) bytes[i] = i;
		printf("%zu", fwrite(bytes, 3, 100, f));
		rewind(f);
		printf(" %zu", fread(back, 1, 400, f) == 300 ? (size_t)300 : 0);
		printf(" %d", memcmp(bytes, back, 300));
		printf(" %d", ungetc('u', f));
		printf(" %d\n", getc(f));
		fclose(f);
	}
	printf("access %d\n", access("t", F_OK));
	f = fmemopen("in memory\nsecond", 16, "r");
	printf("%s", fgets(line, sizeof line, f));
	fclose(f);
	return 0;
}
