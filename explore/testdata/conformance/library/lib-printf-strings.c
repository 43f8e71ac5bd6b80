/* printf: strings and characters. */
#include <stdio.h>

int main(void)
{
	char unterminated[4] = { 'a', 'b', 'c', 'd' };

	printf("[%s] [%10s] [%-10s] [%.2s] [%10.2s] [%-10.2s] [%.0s] [%.s]\n", "abc", "abc", "abc", "abc", "abc", "abc", "abc", "abc");
	printf("[%.4s] [%6.3s]\n", unterminated, unterminated);
	printf("[%c] [%5c] [%-5c] [%c%c]\n", 'a', 'b', 'c', 'd', 'e');
	printf("[%s]\n", (char *)0);
	printf("[%10s] [%.6s]\n", (char *)0, (char *)0);
	printf("%s", "");
	printf("[%s%s%s]\n", "", "x", "");
	printf("%%|%c|%%%%\n", '%');
	int n = printf("nul [%c] after\n", 0);
	printf("%d\n", n);
	printf("[%p] [%10p] [%-10p]\n", (void *)0, (void *)0, (void *)0);
	printf("[%p] [%12p]\n", (void *)0x1234, (void *)0xabcdef);
	return 0;
}
