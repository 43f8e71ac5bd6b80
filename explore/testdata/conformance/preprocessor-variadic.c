/* Variadic macros: __VA_ARGS__, named, empty, with the comma before them removed. */
#include <stdio.h>

#define PRINT(...) printf(__VA_ARGS__)
#define LOG(fmt, ...) printf("[" fmt "]\n", ##__VA_ARGS__)
#define NAMED(fmt, args...) printf(fmt, ##args)
#define COUNT_(a, b, c, d, e, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
#define STR(...) #__VA_ARGS__
#define FIRST(a, ...) a
#define REST(a, ...) __VA_ARGS__
#define MAP2(f, a, b) f(a) f(b)
#define SUM(...) sum(COUNT(__VA_ARGS__), __VA_ARGS__)
#include <stdarg.h>

static int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); while (n--) s += va_arg(ap, int); va_end(ap); return s; }
static int f(int x, ...) { return x; }

int main(void)
{
	PRINT("%d %s\n", 1, "two");
	LOG("none");
	LOG("%d", 3);
	LOG("%d %d", 4, 5);
	NAMED("named\n");
	NAMED("%s\n", "argument");
	printf("%d %d %d\n", COUNT(a), COUNT(a, b, c), COUNT(1, (2, 3), 4, 5));
	printf("%s|%s|%s\n", STR(a, b,  c), STR(), STR((x, y), "z, w"));
	printf("%d %d\n", FIRST(7, 8, 9), (REST(7, 8, 9)));
	printf("%d\n", SUM(1, 2, 3, 4));
	printf("%d\n", f(1, 2));
#define QUOTE(x) #x,
	const char *names[] = { MAP2(QUOTE, one, two) 0 };
	printf("%s %s %d\n", names[0], names[1], names[2] == 0);
	return 0;
}
