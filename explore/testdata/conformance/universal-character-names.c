/* Universal character names and other letters in identifiers; $ in names. */
#include <stdio.h>

static int caf\u00e9 = 3;
static int na\u00EFve(int \u03b1) { return \u03b1 * 2; }
static int $dollar = 4, a$b = 5;
struct r\u00e9sum\u00e9 { int \u00e5; };
enum { \u03a9 = 7 };

int main(void)
{
	struct r\u00e9sum\u00e9 r = { 9 };
	caf\u00e9++;
	printf("%d %d %d %d\n", caf\u00e9, na\u00EFve(5), r.\u00e5, \u03a9);
	printf("%d\n", $dollar + a$b);
	printf("%s %s\n", "caf\u00e9", "\U0001F600");
	int größe = 11;
	printf("%d\n", größe);
	return 0;
}
