/* mmap: anonymous and private file mappings, munmap, mremap, errors. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int sum = 0, fd;

	for (int i = 0; i < 3 * page; i++) sum |= p[i];
	printf("%ld %d %d\n", page, sum, (unsigned long)p % page == 0);
	strcpy(p, "kept");
	p = mremap(p, 3 * page, 10 * page, MREMAP_MAYMOVE);
	printf("%s %d\n", p, p[9 * page]);
	printf("%d\n", munmap(p, 10 * page));
	fd = open("f", O_CREAT | O_RDWR, 0600);
	write(fd, "file contents", 13);
	p = mmap(NULL, 13, PROT_READ, MAP_PRIVATE, fd, 0);
	printf("%.13s %d\n", p, p[13]);
	munmap(p, 13);
	p = mmap(NULL, 13, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	close(fd);
	p[0] = 'F';
	char b[14] = "";
	fd = open("f", O_RDWR);
	read(fd, b, 13);
	printf("%.13s|%s\n", p, b);
	munmap(p, 13);
	p = mmap(NULL, 13, PROT_READ, MAP_SHARED, fd, 0);
	printf("%.4s\n", p);
	fflush(stdout);
	p = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	*p = 1;
	if (fork() == 0) { *p = 2; _exit(0); }
	wait(NULL);
	printf("%d\n", *p);
	errno = 0;
	printf("%d", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%d", mmap(NULL, page, PROT_READ, MAP_PRIVATE, 99, 0) == MAP_FAILED);
	printf(" %d\n", errno == EBADF);
	errno = 0;
	printf("%d", mmap(NULL, page, PROT_READ, MAP_PRIVATE, fd, 1) == MAP_FAILED);
	printf(" %d\n", errno == EINVAL);
	errno = 0;
	printf("%d", mmap(NULL, page, PROT_READ, MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
	printf(" %d\n", errno == EINVAL);
	int w = open("f", O_WRONLY);
	errno = 0;
	printf("%d", mmap(NULL, page, PROT_READ, MAP_PRIVATE, w, 0) == MAP_FAILED);
	printf(" %d\n", errno == EACCES);
	printf("%d %d\n", mprotect(p, page, PROT_READ), madvise(p, page, MADV_NORMAL));
	errno = 0;
	printf("%d", munmap(p + 1, page));
	printf(" %d\n", errno == EINVAL);
	return 0;
}
