/* Many small functions: mappings, vectors, streams, words, tables, random numbers. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <search.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static int sum(int n, ...)
{
	va_list ap, copy;
	int s = 0;
	va_start(ap, n);
	va_copy(copy, ap);
	for (int i = 0; i < n; i++) s += va_arg(ap, int);
	for (int i = 0; i < n; i++) s += va_arg(copy, int);
	va_end(copy);
	va_end(ap);
	return s;
}

static void maps(void)
{
	char *p = mmap(NULL, 10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC, 0644);
	char *q;
	strcpy(p + 9990, "end");
	printf("%s", p + 9990);
	printf(" %d\n", munmap(p, 10000));
	write(fd, "mapped file\n", 12);
	q = mmap(NULL, 12, PROT_READ, MAP_PRIVATE, fd, 0);
	if (q != MAP_FAILED) printf("%.12s", q);
	munmap(q, 12);
	close(fd);
	unlink("file");
}

static void streams(void)
{
	char *text = NULL, buf[32];
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	fprintf(f, "%s %d", "stream", 42);
	fflush(f);
	printf("%s %zu\n", text, n);
	fclose(f);
	free(text);
	f = fopen("s", "w+");
	setvbuf(f, buf, _IOFBF, sizeof buf);
	fwrite("0123456789abcdef", 1, 16, f);
	fseek(f, 0, SEEK_SET);
	int a, b;
	char c;
	int r = fscanf(f, "%3d%4d%c", &a, &b, &c);
	printf(" %d: %d %d %c", r, a, b, c);
	printf(" %ld\n", ftell(f));
	fclose(f);
	f = freopen("s", "r", stdin);
	r = scanf("%7d%[a-z7-9]", &a, buf);
	printf("%d %d %s %d\n", r, a, buf, getchar());
	unlink("s");
	printf("%d", fclose(f));
	printf("%d\n", fputs("x", stdout) >= 0);
	puts("|");
}

static void words(void)
{
	char a[] = "/usr/lib/", b[] = "/usr/lib/x.c", real[PATH_MAX];
	ENTRY e = { "key", "value" }, *r;
	glob_t g;
	printf("%s", dirname(a));
	printf(" %s", __xpg_basename(b));
	printf(" %s\n", realpath("/tmp/../tmp/.", real));
	hcreate(10);
	hsearch(e, ENTER);
	r = hsearch((ENTRY){ "key", NULL }, FIND);
	printf("%s\n", r ? (char *)r->data : "none");
	hdestroy();
	close(open("b.x", O_CREAT | O_WRONLY, 0600));
	close(open("a.x", O_CREAT | O_WRONLY, 0600));
	printf("glob %d", glob("*.x", 0, NULL, &g));
	for (size_t i = 0; i < g.gl_pathc; i++) printf(" %s", g.gl_pathv[i]);
	globfree(&g);
	putchar('\n');
	unlink("a.x");
	unlink("b.x");
}

static void numbers(void)
{
	unsigned short seed[3] = { 1, 2, 3 };
	srand48(7);
	printf("%ld", lrand48());
	printf(" %ld", nrand48(seed));
	printf(" %.6f\n", erand48(seed));
	char *state = "x";
	printf("%d %d %s\n", a64l("zz"), sum(3, 1, 2, 3), state);
	printf("%d %d %d\n", ffs(8), ffsl(0), abs(INT_MIN + 1));
	void *none = NULL;
	printf("%d\n", none == NULL);
	printf("%s %s\n", ecvt(3.14159, 4, &(int){ 0 }, &(int){ 0 }), gcvt(2.5, 5, (char[32]){ 0 }));
}

static void limits(void)
{
	struct rlimit l;
	struct utsname u;
	struct timespec t;
	struct timeval tv;
	printf("%d", getrlimit(RLIMIT_CORE, &l));
	l.rlim_cur = 0;
	printf(" %d", setrlimit(RLIMIT_CORE, &l));
	getrlimit(RLIMIT_CORE, &l);
	printf(" %lu\n", (unsigned long)l.rlim_cur);
	printf("%d", uname(&u));
	printf(" %s\n", u.sysname);
	printf("%ld %ld\n", sysconf(_SC_PAGESIZE), sysconf(_SC_CLK_TCK));
	printf("%d", clock_gettime(CLOCK_REALTIME, &t));
	printf(" %d", gettimeofday(&tv, NULL));
	printf(" %d\n", t.tv_sec > 1000000000 && tv.tv_sec >= t.tv_sec);
	t.tv_sec = 0;
	t.tv_nsec = 1000;
	printf("%d\n", nanosleep(&t, NULL));
	char cwd[100];
	mkdir("d", 0755);
	chdir("d");
	char *c = getcwd(cwd, sizeof cwd);
	printf("%s\n", c + strlen(c) - 2);
	chdir("..");
	rmdir("d");
	printf("%d %d\n", isatty(0), geteuid() == getuid());
}

int main(void)
{
	struct iovec v[2] = { { "one ", 4 }, { "two\n", 4 } };
	maps();
	streams();
	words();
	numbers();
	limits();
	fflush(stdout);
	writev(1, v, 2);
	errno = ENOENT;
	perror("perror");
	return 0;
}
