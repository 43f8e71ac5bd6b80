/* __builtin_setjmp and __builtin_longjmp, whose buffers are five words. */
#include <stdio.h>

static void *buffer[5];
static volatile int rounds;

static void leave(void)
{
    rounds++;
    __builtin_longjmp(buffer, 1);
}

int main(void)
{
    if (__builtin_setjmp(buffer) == 0)
        leave();
    else
        puts("back");
    __builtin___clear_cache((char *)buffer, (char *)(buffer + 5));
    printf("%d\n", rounds);
    return 0;
}
