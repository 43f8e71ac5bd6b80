/* Case labels within a loop within the switch. */
#include <stdio.h>
#include <string.h>

static void copy(char *to, const char *from, int count)
{
	int n = (count + 7) / 8;
	switch (count % 8) {
	case 0: do { *to++ = *from++;
	case 7:      *to++ = *from++;
	case 6:      *to++ = *from++;
	case 5:      *to++ = *from++;
	case 4:      *to++ = *from++;
	case 3:      *to++ = *from++;
	case 2:      *to++ = *from++;
	case 1:      *to++ = *from++;
		} while (--n > 0);
	}
}

static int next(int *state)
{
	static int i;
	switch (*state) {
	case 0:
		for (i = 0; i < 3; i++) {
			*state = 1;
			return i;
	case 1:;
			if (i == 1) {
	case 2:
				*state = 3;
				return 100;
			}
	case 3:;
		}
	}
	*state = 0;
	return -1;
}

int main(void)
{
	char out[40];
	const char *text = "the quick brown fox jumps over";
	for (int n = 1; n <= 30; n += 6) {
		memset(out, 0, sizeof out);
		copy(out, text, n);
		printf("%s|", out);
	}
	printf("\n");
	int state = 0;
	for (int k = 0; k < 7; k++)
		printf("%d ", next(&state));
	printf("\n");
	int x = 2;
	switch (x) {
		if (x > 5) {
	case 2:
			printf("inside if\n");
		} else {
	case 3:
			printf("inside else\n");
		}
		while (x-- > 0) {
	case 4:
			printf("loop %d\n", x);
		}
	}
	return 0;
}
