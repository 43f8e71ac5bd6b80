/* use after return: the address of a local is returned
   option n 0..1
   asan stack-use-after-return
   engine use after return: read of 4 bytes */
int n, fixed = 3;
static int *get(void) {
  int local = 3;
  int *p = &local;
  return n ? p : &fixed;
}
int main(void) {
  int *p = get();
#ifdef FIXED
  p = &fixed;
#endif
  return *p != 3;
}
