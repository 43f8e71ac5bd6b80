/* What types of variable size have evaluated: once, where they are named. */
#include <stdarg.h>
#include <stdio.h>

static int cells[64];
static int n;

static int next(void)
{
    return ++n;
}

static int taken(int count, ...)
{
    va_list ap;
    va_start(ap, count);
    int *p = *va_arg(ap, typeof(int (*)[next()]));
    va_end(ap);
    return p[count];
}

static long within(int x, int y)
{
    struct rows { int (*a)[y]; int (*b)[x][y]; } r = { (void *)cells, (void *)cells };
    int (*plain)[x] = (void *)cells;
    x += 10;
    y += 10;
    return (char *)(r.a + 1) - (char *)r.a + ((char *)(r.b + 1) - (char *)r.b) + ((char *)(plain + 1) - (char *)plain);
}

int main(void)
{
    int i = 0, j = -1, k = -1;
    void *p = cells;
    for (i = 0; i < 64; i++)
        cells[i] = i;
    i = 0;
    (j = ++i), (void)(typeof((int (*)[(k = ++i)])p))p;
    printf("%d %d %d\n", i, j, k);
    (j = ++i), (void)(typeof(int (*)[(k = ++i)]))p;
    printf("%d %d %d\n", i, j, k);
    k = sizeof(typeof(*(++i, (char (*)[i])p)));
    printf("%d %d\n", i, k);
    k = sizeof(int[i++]) + sizeof(int (*)[next()]);
    printf("%d %d %d\n", i, k, n);
    typeof(++i, (int (*)[i])p) q = p;
    q++;
    printf("%d %d\n", i, (*q)[0]);
    i = 2;
    int (**at)[2] = (void *)&(typeof(++i, (int (*)[i])p)){ p };
    (typeof(++i, (int (*)[i])p)){ p } += 1;
    --(typeof(++i, (int (*)[i])p)){ p };
    printf("%d %d\n", i, **at == p);
    printf("%d %d %ld\n", taken(3, cells), n, within(2, 3));
    __auto_type automatic = (int (*)[++i])p;
    static __auto_type kept = 3UL;
    const __auto_type fixed = 'c';
    printf("%zu %zu %zu %d\n", sizeof *automatic, sizeof kept, sizeof fixed, i);
    return 0;
}
