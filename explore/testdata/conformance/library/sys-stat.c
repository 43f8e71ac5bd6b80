/* stat, lstat, fstat, fstatat: type, mode, links, size, times. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void show(const char *name, int follow)
{
	struct stat st;

	if (follow ? stat(name, &st) : lstat(name, &st)) {
		perror(name);
		return;
	}
	printf("%s: %c%c%c%c%c%c %o links %d", name, S_ISREG(st.st_mode) ? 'r' : '-', S_ISDIR(st.st_mode) ? 'd' : '-', S_ISLNK(st.st_mode) ? 'l' : '-',
		S_ISFIFO(st.st_mode) ? 'p' : '-', S_ISSOCK(st.st_mode) ? 's' : '-', S_ISCHR(st.st_mode) ? 'c' : '-', st.st_mode & 07777, S_ISDIR(st.st_mode) ? 0 : (int)st.st_nlink);
	if (!S_ISDIR(st.st_mode)) printf(" size %ld", (long)st.st_size);
	printf(" mine %d\n", st.st_uid == geteuid());
}

int main(void)
{
	struct stat st, other;

	umask(027);
	int fd = open("file", O_CREAT | O_WRONLY, 0666);
	write(fd, "12345", 5);
	mkdir("dir", 0777);
	link("file", "hard");
	symlink("file", "soft");
	symlink("dir", "softdir");
	mkfifo("fifo", 0666);
	show("file", 1);
	show("hard", 1);
	show("soft", 1);
	show("soft", 0);
	show("softdir", 1);
	show("softdir/", 0);
	show("dir", 1);
	show("fifo", 0);
	show("/dev/null", 1);
	show("none", 1);
	stat("file", &st);
	fstat(fd, &other);
	printf("%d %d\n", st.st_ino == other.st_ino, st.st_dev == other.st_dev);
	stat("hard", &other);
	printf("%d %d\n", st.st_ino == other.st_ino, st.st_nlink == 2);
	lstat("soft", &other);
	printf("%d\n", st.st_ino != other.st_ino);
	unlink("hard");
	fstat(fd, &st);
	printf("%d\n", (int)st.st_nlink);
	unlink("file");
	fstat(fd, &st);
	printf("%d %ld\n", (int)st.st_nlink, (long)st.st_size);
	int d = open("dir", O_RDONLY);
	printf("%d", fstatat(d, "../fifo", &st, 0));
	printf(" %d %d\n", S_ISFIFO(st.st_mode), fstatat(AT_FDCWD, "soft", &st, AT_SYMLINK_NOFOLLOW));
	struct timespec t[2] = { { 1000, 5 }, { 2000, 6 } };
	printf("%d", futimens(d, t));
	fstat(d, &st);
	printf(" %ld %ld %ld %ld\n", (long)st.st_atime, st.st_atim.tv_nsec, (long)st.st_mtime, st.st_mtim.tv_nsec);
	t[0].tv_nsec = UTIME_OMIT;
	t[1].tv_sec = 3000;
	utimensat(AT_FDCWD, "dir", t, 0);
	stat("dir", &st);
	printf("%ld %ld\n", (long)st.st_atime, (long)st.st_mtime);
	printf("%d\n", st.st_blksize > 0);
	return 0;
}
