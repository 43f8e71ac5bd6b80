/* use after return: a function that is called through a pointer keeps a local's address
   option n 0..1
   asan stack-use-after-return
   engine use after return: read of 4 bytes */
int n, fixed = 3;
static int *kept = &fixed;
static void keep(int *p) { kept = p; }
static void leave(int *p) { *p = 4; }
static int call(void (*f)(int *)) {
  int local = 3;
  f(&local);
  return local;
}
int main(void) {
#ifdef FIXED
  int v = call(leave);
#else
  int v = call(n ? keep : leave);
#endif
  v += call(leave);
  return v + *kept > 20;
}
