/* call: of a data pointer
   option n 0..1
   asan SEGV
   engine which is not a function */
int n;
static long data[4];
static int one(void) {
  return 1;
}
int main(void) {
  int (*f)(void) = one;
#ifndef FIXED
  if (n)
    f = (int (*)(void))(void *)data;
#endif
  return f() != 1;
}
