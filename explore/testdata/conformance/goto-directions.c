/* goto forward, backward, into and out of blocks, loops and switches. */
#include <stdio.h>

static int into_loop(int n)
{
	int i = 5, sum = 0;
	if (n)
		goto inside;
	for (i = 0; i < 10; i++) {
		sum += 100;
inside:
		sum += i;
	}
	return sum;
}
static int into_block(int n)
{
	int r = 0;
	goto mid;
	{
		int x;
		r += 1000;
mid:
		x = n;
		r += x;
		if (r < 10)
			goto again;
	}
	return r;
again:
	r += 3;
	goto mid;
}
static int out(void)
{
	int found = -1;
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 10; j++)
			if (i * j == 42) {
				found = i * 100 + j;
				goto done;
			}
done:
	return found;
}
static int machine(const char *s)
{
	int n = 0;
start:
	switch (*s++) {
	case 'a': goto a;
	case 'b': goto b;
	case 0: goto end;
	default: goto start;
	}
a:
	n += 1;
	if (*s == 'a') { s++; goto a; }
	goto start;
b:
	n += 10;
	goto start;
end:
	return n;
}
static int into_if(int x)
{
	if (x == 1)
		goto then;
	else if (x == 2)
		goto other;
	if (x > 100) {
then:
		return 10;
	} else {
other:
		return 20 + x;
	}
}

int main(void)
{
	printf("%d %d\n", into_loop(0), into_loop(1));
	printf("%d %d\n", into_block(2), into_block(50));
	printf("%d %d\n", out(), machine("aab xbaaa"));
	printf("%d %d %d %d\n", into_if(1), into_if(2), into_if(3), into_if(101));
	int k = 0;
loop:
	if (k++ < 3)
		goto loop;
	do {
		if (k > 6)
			goto *&&leave;
		k++;
	} while (1);
leave:
	printf("%d\n", k);
	while (k > 0) { k--; if (k == 3) goto next; continue; next: printf("three "); }
	printf("%d\n", k);
	return 0;
}
