/* Attributes of an enumeration before its tag and behind its constants. */
#include <stdio.h>

enum __attribute__((packed)) small { one = 1, two };
enum __attribute__
	((packed, deprecated("old, and (so) not used"))) wider { most = 300 };
typedef enum __attribute__((__packed__)) { a, b = -2 } signed_t;
struct s { enum __attribute__((packed)) inner { x, y } e; char c; enum small f; };
enum plain { zero } __attribute__((packed));

static int f(enum small e) { return e == two; }

int main(void)
{
	enum __attribute__((packed)) local { l = 200 } v = l;
	signed_t n = b;
	struct s s = { y, 2, one };
	printf("%d %d %d\n", (int)sizeof(enum small), (int)sizeof(enum wider), (int)sizeof(signed_t));
	printf("%d %d %d %d\n", (int)sizeof s, (int)sizeof(enum plain), (int)sizeof v, (int)sizeof(enum __attribute__((packed)) { q }));
	printf("%d %d %d %d %d %d %d\n", v, n, f(two), s.e, s.f, q, __LINE__);
	return 0;
}
