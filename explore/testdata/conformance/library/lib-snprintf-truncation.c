/* snprintf: what it writes, and the length it would have written. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	char buffer[16];

	for (int size = 0; size <= 12; size++) {
		memset(buffer, '#', sizeof buffer);
		int n = snprintf(buffer, size, "%s-%d", "hello", 1234);
		printf("%2d: %d ", size, n);
		fwrite(buffer, 1, 14, stdout);
		putchar('\n');
	}
	printf("%d\n", snprintf(NULL, 0, "%100d", 1));
	printf("%d\n", snprintf(buffer, 1, "%f", 123.456));
	printf("%d [%s]\n", snprintf(buffer, sizeof buffer, "%.3e|%x", 123.456, 0xffff), buffer);
	memset(buffer, '#', sizeof buffer);
	int n = sprintf(buffer, "%s", "");
	printf("%d %d %c\n", n, buffer[0], buffer[1]);
	n = sprintf(buffer, "%d%c%s", 12, 0, "ab");
	printf("%d %d %s\n", n, (int)strlen(buffer), buffer + 3);
	return 0;
}
