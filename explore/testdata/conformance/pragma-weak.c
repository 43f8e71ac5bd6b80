/* #pragma weak: symbols that may be missing, and ones that stand for others. */
#include <stdio.h>

extern int missing(void);
extern int nothing;
#pragma weak missing
#pragma weak nothing

static int real(int x)
{
    return 2 * x;
}
static int value = 7;
#pragma weak other = real
#pragma weak number = value
extern int other(int);
extern int number;

#pragma weak local
int local(void)
{
    return 5;
}

int main(void)
{
    if (missing)
        missing();
    printf("%d %d %d %d %d\n", missing == 0, &nothing == 0, other(number), ++value == number, local());
    return 0;
}
