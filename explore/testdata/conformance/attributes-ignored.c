/* Attributes that change no result, in all the places where they may stand. */
#include <stdio.h>
#include <stdlib.h>

#define PURE __attribute__((pure))
static __attribute__((noinline, noclone, unused, cold)) int f(int x) { return x; }
__attribute__((const)) static int g(int) __attribute__((hot));
static int g(int x) { return x + 1; }
static void die(const char *, ...) __attribute__((__noreturn__, format(printf, 1, 2), nonnull(1)));
static PURE int h(int x __attribute__((unused)), int y) { return y; }
extern int visible __attribute__((visibility("default")));
int visible = 3;
static int section_data __attribute__((section(".mydata"), used)) = 4;
typedef int deprecated_t __attribute__((deprecated));
struct s { int a __attribute__((deprecated("old"))); int b; } __attribute__((designated_init));
enum e { A __attribute__((unused)), B = 5, C __attribute__((deprecated)) };
static void *make(size_t n) __attribute__((malloc, alloc_size(1), warn_unused_result, returns_nonnull));
static void *make(size_t n) { return malloc(n); }
static inline __attribute__((always_inline)) int inl(void) { return 7; }
int __attribute__((noipa)) outer(int (*fp)(int) __attribute__((unused))) { return fp(1); }

#include <stdarg.h>
static void die(const char *s, ...) { va_list ap; va_start(ap, s); vprintf(s, ap); va_end(ap); exit(3); }

int main(int argc __attribute__((unused)), char **argv __attribute__((__unused__)))
{
	int x __attribute__((unused)) = 1, y __attribute__((uninitialized));
	struct s s = { .b = 2 };
	__attribute__((unused)) static int z = 5;
	y = 6;
	switch (x) {
	case 1:
		y++;
		__attribute__((fallthrough));
	case 2:
		y++;
	}
	goto unused_label;
unused_label: __attribute__((unused));
	printf("%d %d %d %d %d\n", f(1), g(2), h(3, 4), visible, section_data);
	printf("%d %d %d %d %d %d\n", s.b, B, C, z, y, inl());
	deprecated_t *p = make(4);
	*p = 9;
	printf("%d %d\n", *p, outer(g));
	free(p);
	die("%s %d\n", "end", x);
}
