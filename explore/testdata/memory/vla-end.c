/* stack: an array of variable size is overrun by one
   option n 1..4
   asan dynamic-stack-buffer-overflow
   engine out-of-bounds write of 4 bytes */
int n;
static void clear(int *p, int k) {
  for (int i = 0; i < k; i++)
    p[i] = 0;
}
int main(void) {
  int v[n];
#ifdef FIXED
  clear(v, n);
#else
  clear(v, n + (n > 2));
#endif
  return v[0];
}
