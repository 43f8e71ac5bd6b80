/* call: of a number
   option n 0..1
   asan SEGV
   engine call through a pointer that is not the address of a function */
int n;
static int one(void) {
  return 1;
}
int main(void) {
  int (*f)(void) = one;
#ifndef FIXED
  if (n)
    f = (int (*)(void))0x7fff00001234;
#endif
  return f() != 1;
}
