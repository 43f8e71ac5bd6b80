/* Shared memory between a parent and its child, and a shared mapping that changes its file. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *n = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int fd = open("f", O_CREAT | O_RDWR, 0600);
	char b[8] = "";

	*n = 5;
	if (fork() == 0) {
		*n += 37;
		_exit(0);
	}
	wait(NULL);
	printf("%d\n", *n);
	write(fd, "before", 6);
	char *p = mmap(NULL, 6, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	memcpy(p, "AFTER", 5);
	msync(p, 6, MS_SYNC);
	pread(fd, b, 6, 0);
	printf("%s\n", b);
	return 0;
}
