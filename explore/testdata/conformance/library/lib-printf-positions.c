/* printf: arguments by position. */
#include <stdio.h>
#include <wchar.h>

int main(void)
{
	char buffer[64];

	printf("%2$s %1$s\n", "world", "hello");
	printf("%1$d %1$x %1$o %2$s %1$d\n", 42, "again");
	printf("%3$*1$d|%3$-*1$d|%3$.*2$d|%3$*1$.*2$d|\n", 8, 4, 123);
	printf("%2$.3f %1$ld %3$c\n", 7L, 1.5, 'x');
	printf("%4$s%3$s%2$s%1$s\n", "a", "b", "c", "d");
	printf("%1$05d|%1$+d|%2$10s|%2$-10s|\n", 9, "pos");
	printf("%2$lld %1$Lf\n", 1.25L, 1LL << 40);
	printf("%1$s%%%2$c\n", "100", '!');
	int n = snprintf(buffer, sizeof buffer, "%3$d-%2$d-%1$d", 1, 2, 3);
	printf("%s %d\n", buffer, n);
	return 0;
}
