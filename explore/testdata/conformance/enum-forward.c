/* Enumerations that are declared before they are defined. */
#include <stdio.h>

enum late;
typedef enum late late_t;
typedef const enum late const_late;
extern enum late variable;
static enum late twice(enum late);
enum late *pointer;
struct holds { enum late *p; enum late (*f)(enum late); };
enum late (*table[3])(enum late);
enum late { least = -3, most = 70000 };
enum late variable = most;
static enum late twice(enum late x) { return 2 * x; }

typedef enum wide wide_t;
wide_t *wide_pointer;
enum wide { big = 0x100000000 };
enum small *small_pointer;
enum small { one = 1 } __attribute__((packed));
enum never *nothing;

static int inner(void)
{
	enum late;
	typedef enum late inner_t;
	enum late { five = 5 };
	inner_t l = five;
	return l - 10 < 0;
}

int main(void)
{
	late_t l = least;
	const_late c = most;
	struct holds s = { &l, twice };
	wide_t w = big;
	enum small x = one;
	table[1] = twice;
	wide_pointer = &w, small_pointer = &x, pointer = &l;
	printf("%d %d %d %d\n", l < 0, c, twice(l), (int)sizeof(late_t));
	printf("%d %d %d %d\n", *s.p, s.f(4), variable - 80000 < 0, *pointer < 0);
	printf("%d %d %d %ld\n", table[1](4), (int)sizeof *wide_pointer, (int)sizeof *small_pointer, (long)*wide_pointer);
	printf("%d %d\n", inner(), nothing == 0);
	return 0;
}
