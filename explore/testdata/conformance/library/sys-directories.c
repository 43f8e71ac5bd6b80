/* mkdir, opendir, readdir, rewinddir, seekdir, scandir, dirfd. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int txt(const struct dirent *d) { return strstr(d->d_name, ".txt") != NULL; }

static void list(DIR *d)
{
	char *names[20];
	int n = 0;
	struct dirent *e;

	errno = 0;
	while ((e = readdir(d)) && n < 20) {
		names[n] = malloc(300);
		sprintf(names[n++], "%s %c", e->d_name, e->d_type == DT_DIR ? 'd' : e->d_type == DT_REG ? 'r' : e->d_type == DT_LNK ? 'l' : '?');
	}
	qsort(names, n, sizeof *names, compare);
	for (int i = 0; i < n; i++) printf("%s, ", names[i]), free(names[i]);
	printf("%d %d\n", n, errno);
}

int main(void)
{
	struct dirent **found;
	DIR *d;

	mkdir("x", 0755);
	mkdir("x/sub", 0755);
	close(open("x/b.txt", O_CREAT | O_WRONLY, 0600));
	close(open("x/a.txt", O_CREAT | O_WRONLY, 0600));
	close(open("x/.hidden", O_CREAT | O_WRONLY, 0600));
	symlink("a.txt", "x/link");
	d = opendir("x");
	list(d);
	rewinddir(d);
	list(d);
	close(open("x/v2.txt", O_CREAT | O_WRONLY, 0600));
	close(open("x/v10.txt", O_CREAT | O_WRONLY, 0600));
	rewinddir(d);
	long at = telldir(d);
	struct dirent *e = readdir(d);
	char first[256];
	strcpy(first, e->d_name);
	seekdir(d, at);
	printf("%d\n", strcmp(first, readdir(d)->d_name));
	struct stat st;
	printf("%d %d\n", fstat(dirfd(d), &st), S_ISDIR(st.st_mode));
	printf("%d\n", closedir(d));
	int n = scandir("x", &found, txt, alphasort);
	for (int i = 0; i < n; i++) printf("%s ", found[i]->d_name), free(found[i]);
	free(found);
	n = scandir("x", &found, txt, versionsort);
	for (int i = 0; i < n; i++) printf("%s ", found[i]->d_name), free(found[i]);
	free(found);
	printf("%d\n", scandir("none", &found, NULL, NULL));
	d = fdopendir(open("x/sub", O_RDONLY));
	list(d);
	closedir(d);
	errno = 0;
	printf("%d", rmdir("x"));
	printf(" %d\n", errno == ENOTEMPTY);
	d = opendir("x/sub");
	rmdir("x/sub");
	list(d);
	return 0;
}
