/* Assembly without instructions: each output is what it takes as input. */
#include <stdio.h>

#define HIDE(x) __asm__("" : "=r"(x) : "0"(x))

struct pair { int a, b; };

static int calls;
static int values[3] = { 1, 2, 3 };

static int *next(void)
{
    return &values[calls++];
}

int main(void)
{
    int x = 5, y = 7;
    long wide = -2;
    unsigned char narrow = 0;
    char *text = "text";
    struct pair p = { 3, 4 };
    HIDE(x);
    __asm__ volatile("" : "=r"(x), "=r"(y) : "0"(y), "1"(x));
    __asm__("" : "=&r"(narrow) : "0"(wide));
    __asm__("" : [out] "=r"(wide) : [in] "[out]"(text));
    __asm__("" : "+r"(*next()));
    __asm__("" : "+m"(p), "=r"(p.a) : "1"(p.b), "r"(text), "g"(*next()) : "memory", "cc");
    __asm__ volatile("" : "=m"(y) ::);
    __asm__ volatile("" : : "r"(text) : "memory");
    __asm__ volatile("pause\n\tnop; rep; nop");
    printf("%d %d %d %d %d %d %s\n", x, y, narrow, p.a, p.b, calls, (char *)wide);
    return 0;
}
