/* Statements that go on on further lines. */
#include <stdio.h>

static int error(int r) { return r; }
static int owner(const int *p) { return *p; }
static int self(void) { return 0; }
static int regular(const int *p) { return *p == 0; }

struct text { const char *p; unsigned n; };

static int same(const char *p, unsigned m, const char *q, unsigned n)
{
  while (m > 0 && m == n && *p == *q)
    p++, q++, m--, n--;
  return m == 0 && n == 0;
}

static int equal(const struct text *a, const struct text *b)
{
  return same(a->p, a->n,
              b->p, b->n);
}

int main(void)
{
  int x = 0, r = 0;
  struct text a = { "one", 3 }, b = { "two", 3 };
  if (error(r) ||
      owner(&x) != self() ||
      !regular(&x))
  {
    puts("bad");
  }
  printf("%d %d\n",
         equal(&a, &a),
         equal(&a, &b));
  return 0;
}
