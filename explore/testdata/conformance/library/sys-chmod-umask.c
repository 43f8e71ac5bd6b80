/* chmod, fchmod, umask, access: who may do what. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int mode(const char *name)
{
	struct stat st;
	return stat(name, &st) ? -1 : st.st_mode & 07777;
}

int main(void)
{
	umask(022); /* natively it is the parent's */
	printf("%o\n", umask(0));
	printf("%o\n", umask(0777));
	printf("%o\n", umask(022));
	int fd = open("f", O_CREAT | O_RDWR, 04777);
	printf("%o\n", mode("f"));
	printf("%d %o\n", chmod("f", 0640), mode("f"));
	printf("%d %o\n", fchmod(fd, 01755), mode("f"));
	printf("%d %o\n", fchmodat(AT_FDCWD, "f", 0600, 0), mode("f"));
	mkdir("d", 03777);
	printf("%o\n", mode("d") & 01777);
	symlink("f", "l");
	printf("%d %o\n", chmod("l", 0444), mode("f"));
	chmod(".", 0777);
	fflush(stdout);
	if (fork() == 0) {
		if (geteuid() == 0 && (setegid(12345) || seteuid(12345))) _exit(9);
		int owner = geteuid() != 12345;
		static const int modes[] = { 0000, 0444, 0222, 0111, 0755, 0007 };
		for (int i = 0; i < 6 && !owner; i++) {
			seteuid(0);
			chmod("f", modes[i]);
			chmod("d", modes[i]);
			seteuid(12345);
			printf("%03o:", modes[i]);
			for (int m = 1; m < 8; m++) printf(" %d", eaccess("f", m));
			errno = 0;
			printf(" %d", open("f", O_RDONLY) >= 0);
			printf("%d", open("f", O_WRONLY) >= 0);
			printf(" %d", mkdir("d/x", 0700) == 0);
			printf("%d", rmdir("d/x") == 0);
			printf("%d", chdir("d") == 0 && chdir("..") == 0);
			printf(" %s\n", strerror(errno));
		}
		errno = 0;
		if (!owner) printf("%d", chmod("f", 0777)), printf(" %d\n", errno == EPERM);
		return 0;
	}
	wait(NULL);
	return 0;
}
