/* Loops without condition, by the first statement of their bodies, where the expression behind the last ; is a block of its own. */
#include <stdio.h>
static int id(int x) { return x; }
static int a(int k)
{
  int i, n = 0;
  for (i = 0; ; i++)
    {
      if (id(i))
        n++;
      else
        n += 2;
      if (i > k)
        break;
      if (n & 1)
        n += 3;
    }
  return n;
}
static int b(int k)
{
  int i, n = 0;
  for (i = 0; ; i++)
    {
      if (i && n)
        n++;
      else
        n += 2;
      if (i > k)
        break;
      if (n & 1)
        n += 3;
    }
  return n;
}
static int c(int k)
{
  int i, n = 0;
  for (i = 0; ; i++)
    {
      switch (i) {
      case 1:
        n++;
        break;
      case 2:
        n = n + i;
      }
      if (i > k)
        break;
      if (n & 1)
        n += 3;
    }
  return n;
}
static int d(int k)
{
  int i, n = 0;
  for (i = 0; ; i++)
    {
      if (!i)
        continue;
      if (i > k)
        return n;
      if (n & 1)
        n += 3;
      else
        n++;
    }
}
static int e(int k)
{
  int n = 0;
  while (1)
    {
      if (n > k)
        return n;
      if (n & 1)
        n += 3;
      else
        n++;
    }
}
static int f(int k)
{
  int n = 0;
  while (1)
    {
      if (id(n) > k || n == 7)
        return n;
      if (n & 1)
        n += 3;
      else
        n++;
    }
}
static int g(int k)
{
  int n = 0;
  for (;; n++) {
    if (n > k)
      return n;
    if (n & 1)
      n += 3;
  }
}
static int h(int k)
{
  int n = 0;
  for (;; n++) {
    if ((n > k) != 0)
      return n;
    if (n & 1)
      n += 3;
  }
}
static int i(int k)
{
  int n = 0;
  for (;; n++) {
    if (k) {
      if (n > k)
        return n;
    }
    if (n & 1)
      n += 3;
  }
}
static int j(int k)
{
  int n = 0;
  for (;; n++) {
    do {
      n++;
    } while (n & 1);
    if (n > k)
      return n;
    if (n & 4)
      n++;
  }
}
static int k(int k)
{
  int n = 0;
  for (;; n++) {
    while (n & 1)
      n++;
    if (n > k)
      return n;
    if (n & 4)
      n++;
  }
}
static int l(int k)
{
  int n = 0;
  for (;; n++) {
    n = id(n);
    if (n > k)
      return n;
    if (n & 4)
      n++;
  }
}
static int m(int k)
{
  int n = 0;
  for (;; n++) {
    id(n);
    if (n > k)
      return n;
    if (n & 4)
      n++;
  }
}
static int n(int k)
{
  int n = 0;
  for (;; n++) {
    n++, k--;
    if (n > k)
      return n;
    if (n & 4)
      n++;
  }
}
static int o(int k)
{
  int n = 0;
  for (;; n++) {
    int q = n;
    if (q > k)
      return n;
    if (n & 4)
      n++;
  }
}
static int p(int k)
{
  int n = 0;
  for (;;) {
    if (n > k)
      return n;
    if (n & 4)
      n++;
    n += 2;
  }
}
static int q(int k)
{
  int n = 0;
  for (;;) {
    if (n > k)
      return n;
    n += 2;
    if (n & 4)
      n++;
  }
}
int main(void)
{
  printf("%d %d %d %d\n", a(4), b(5), c(6), d(7));
  printf("%d %d %d %d\n", e(4), f(5), g(6), h(7));
  printf("%d %d %d %d\n", i(4), j(5), k(6), l(7));
  printf("%d %d %d %d %d\n", m(4), n(50), o(6), p(7), q(8));
  return 0;
}
