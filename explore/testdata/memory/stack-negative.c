/* stack: a negative index
   option n -2..2
   asan stack-buffer-underflow
   engine out-of-bounds write of 4 bytes */
int n;
static void set(int *p, int k) {
  p[k] = 1;
}
int main(void) {
  int v[4] = {0};
#ifdef FIXED
  set(v, n < 0 ? -n : n);
#else
  set(v, n);
#endif
  return v[3];
}
