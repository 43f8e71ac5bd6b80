/* Weak symbols and aliases. */
#include <stdio.h>

int strong(int x) { return x + 1; }
extern int other(int) __attribute__((alias("strong")));
int weak_default(void) __attribute__((weak));
int weak_default(void) { return 5; }
extern int missing(void) __attribute__((weak));
extern int absent __attribute__((weak));
static int hidden(void) { return 9; }
int shown(void) __attribute__((weak, alias("hidden")));
int data = 42;
extern int data_alias __attribute__((alias("data")));
static int __attribute__((unused)) never(void) { return missing(); }
int renamed(int) __asm__("the_real_name");
int renamed(int x) { return x * 2; }
extern __typeof(strong) third __attribute__((weak, alias("strong")));

int main(void)
{
	printf("%d %d %d %d\n", strong(1), other(2), weak_default(), shown());
	printf("%d %d\n", missing == 0, &absent == 0);
	if (missing)
		missing();
	data_alias++;
	printf("%d %d %d\n", data, &data == &data_alias, renamed(4));
	printf("%d %d\n", third(6), other == strong);
	return 0;
}
