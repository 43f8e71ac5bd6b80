/* Endless loops: the line of the jump by which they begin again. */
#include <stdio.h>

static int calls;

static int id(int x)
{
    calls++;
    return x;
}

static int declared(int n)
{
    int i = 0, sum = 0;
    while (1) {
        int k = i + 1;
        if (k == n)
            break;
        i++;
    }
    for (;;)
    {
        int k = id(i);
        if (k > 2 * n)
            return sum;
        i++;
        if (k & 1)
            continue;
        sum += k;
    }
}

static int computed(int n)
{
    int i = 0;
    while (1) {
        i++;
        if (i == n)
            break;
    }
    while (1) {
        i = id(i + 1);
        if (i > 2 * n)
            break;
    }
    do {
        n--, i++;
        if (n < 0)
            break;
    } while (1);
    while (1) {
        {
            typedef int number;
            i += (number)1;
        }
        if (i > 30)
            break;
    }
    return i;
}

static int nested(int n)
{
    int i = 0, j = 0, rounds = 0;
    while (1) {
        while (j < i + 1)
            j++;
        if (i++ == n)
            break;
    }
    for (;; i++) { int k = id(i); if (k > 12) break; }
    for (;;) {
        for (int k = 0; k < 2; k++)
            rounds += k;
        if (rounds > 5)
            break;
    }
    for (;;) {
        for (i = 0; i < 2; i++)
            rounds += i;
        if (rounds > 9)
            break;
    }
    while (1)
        if (i++ > 20) break;
    while (1) {
        while (1) {
            int k = i;
            if (k % 4 == 0)
                break;
            i++;
        }
        if (i++ > 30)
            return i + j;
    }
}

int main(void)
{
    printf("%d %d %d", declared(4), computed(5), nested(6));
    printf(" %d\n", calls);
    return 0;
}
