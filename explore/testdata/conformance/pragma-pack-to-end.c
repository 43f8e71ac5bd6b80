/* A #pragma pack that the file does not undo holds to its end, within functions too. */
#include <stdio.h>

struct before { char c; int i; };
#pragma pack(1)
struct one { char c; int i; short s; };
struct bits { int a : 15; int b : 29; };

static int inner(void)
{
	struct in { char c; long l; };
#pragma pack(2)
	struct two { char c; long l; };
	return sizeof(struct in) * 100 + sizeof(struct two);
}
struct after { short s; struct before b; struct one o; };

int main(void)
{
	struct bits b[2] = { { 1, 2 }, { -3, -4 } };
	printf("%d %d %d\n", (int)sizeof(struct before), (int)sizeof(struct one), (int)sizeof(struct bits));
	printf("%d %d %d\n", inner(), (int)sizeof(struct after), (int)_Alignof(struct after));
	printf("%d %d %d %d\n", b[0].a, b[0].b, b[1].a, b[1].b);
	return 0;
}
