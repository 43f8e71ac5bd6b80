/* tmpfile, mkstemp, mkdtemp, tmpnam. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char name[] = "fileXXXXXX", dir[] = "dirXXXXXX", suffixed[] = "aXXXXXX.txt", bad[] = "noXXXX", b[10];
	struct stat st;
	FILE *f = tmpfile();

	fputs("temp", f);
	rewind(f);
	printf("%s\n", fgets(b, sizeof b, f));
	fstat(fileno(f), &st);
	printf("%d\n", (int)st.st_nlink);
	fclose(f);
	int fd = mkstemp(name);
	stat(name, &st);
	printf("%d %o %d\n", fd >= 0, st.st_mode, strcmp(name, "fileXXXXXX") != 0);
	printf("%d\n", mkdtemp(dir) == dir);
	stat(dir, &st);
	printf("%o\n", st.st_mode);
	fd = mkstemps(suffixed, 4);
	printf("%d %s\n", fd >= 0, suffixed + 7);
	errno = 0;
	printf("%d %d\n", mkstemp(bad), errno == EINVAL);
	fd = mkostemp(strcpy(name, "fileXXXXXX"), O_CLOEXEC | O_APPEND);
	printf("%d %d\n", fcntl(fd, F_GETFD), (fcntl(fd, F_GETFL) & O_APPEND) != 0);
	return 0;
}
