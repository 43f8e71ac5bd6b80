/* The control word of the floating-point unit, read and set as programs do around computations in long double. */
#include <stdio.h>

static unsigned short get(void)
{
  unsigned short w;
  __asm__ __volatile__ ("fnstcw %0" : "=m" (*&w));
  return w;
}

static void set(unsigned short w)
{
  __asm__ __volatile__ ("fldcw %0" : : "m" (*&w));
}

int main(void)
{
  unsigned short old = get();
  long double x;
  set((old & ~0x300) | 0x300);
  x = 1.0L / 3;
  set(old);
  printf("%x %x %.25Lf\n", old, get(), x);
  return 0;
}
