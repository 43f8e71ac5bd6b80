/* global: an index behind the end
   option n 0..5
   asan global-buffer-overflow
   engine out-of-bounds read of 4 bytes */
int n, table[4] = {1, 2, 3, 4};
static int at(int *t, int k) {
  return t[k];
}
int main(void) {
#ifdef FIXED
  return at(table, n % 4) < 0;
#else
  return at(table, n) < 0;
#endif
}
