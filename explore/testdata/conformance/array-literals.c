/* Arrays with static storage that compound literals initialise. */
#include <stdio.h>

int a[] = (int[]) { [2] = 6, 7, 8 };
int b[] = (int[3]) { 1 };
int c[2] = (int[]) { 1, 2 };
static struct { int m; } d[4] = { [1] = { 3 } };
struct { int n; short list[3]; } e = { 4, (short[3]) { 1, [2] = 2 } };
__auto_type first = 5;
static __auto_type second = "text";

int main(void)
{
    static long f[2] = (long[2]) { 3 };
    printf("%zu %d %d\n", sizeof a, a[2], a[4]);
    printf("%zu %d %d\n", sizeof b, b[0], b[2]);
    printf("%d %d %d\n", c[0], c[1], d[1].m);
    printf("%d %d %d %d %ld %ld\n", e.n, e.list[0], e.list[1], e.list[2], f[0], f[1]);
    printf("%d %s\n", first, second);
    return 0;
}
