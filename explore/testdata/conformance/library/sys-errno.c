/* Error numbers of calls with bad descriptors and arguments. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <termios.h>
#include <unistd.h>

#define TRY(call) (errno = 0, printf("%s: %ld", #call, (long)(call)), printf(" %s\n", strerror(errno)))

int main(void)
{
	struct stat st;
	char b[8];
	struct termios t;
	int fd = open("f", O_CREAT | O_RDWR, 0600), n;

	TRY(close(-1));
	TRY(close(99));
	TRY(read(99, b, 1));
	TRY(write(99, b, 1));
	TRY(read(-1, b, 0));
	TRY(fstat(99, &st));
	TRY(stat("", &st));
	TRY(lstat("none", &st));
	TRY(ioctl(99, FIONREAD, &n));
	TRY(isatty(fd));
	TRY(isatty(99));
	TRY(tcgetattr(fd, &t));
	TRY(fsync(99));
	TRY(fsync(fd));
	TRY(fchmod(99, 0600));
	TRY(fchdir(fd));
	TRY(chdir("f"));
	TRY(chdir("none"));
	TRY(mkdir("f", 0700));
	TRY(mkdir("a/b", 0700));
	TRY(rmdir("f"));
	TRY(rmdir("none"));
	TRY(rmdir("."));
	TRY(unlink("none"));
	TRY(unlink("f/x"));
	TRY(link("none", "x"));
	TRY(link("f", "f"));
	TRY(symlink("a", "f"));
	TRY(readlink("f", b, sizeof b));
	TRY(readlink("none", b, sizeof b));
	TRY(access("none", R_OK));
	TRY(access("f", 77));
	TRY(opendir("f") != NULL);
	TRY(opendir("none") != NULL);
	TRY(listen(fd, 1));
	TRY(send(fd, "x", 1, 0));
	TRY(accept(99, NULL, NULL));
	TRY(socket(9999, SOCK_STREAM, 0));
	TRY(socket(AF_UNIX, 9999, 0));
	TRY(setpgid(0, -5));
	TRY(nice(0) == getpriority(PRIO_PROCESS, 0));
	TRY(getcwd(b, 2) != NULL);
	TRY(utimes("none", NULL));
	TRY(chmod("none", 0));
	TRY(execl("./none", "none", NULL));
	TRY(execl("./f", "f", NULL));
	TRY(execl("./f/x", "f", NULL));
	TRY(mkfifo("f", 0600));
	TRY(fcntl(fd, F_SETFL, 0));
	TRY(pipe((int *)b));
	return 0;
}
