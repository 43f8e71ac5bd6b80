/* wild: a number that is taken for an address
   option n 0..1
   asan SEGV
   engine wild pointer: read of 4 bytes */
int n, x = 2;
int main(void) {
  int *p = &x;
#ifndef FIXED
  if (n)
    p = (int *)0x123456789abc0;
#endif
  return *p != 2;
}
