/* constant: a const object is written through a cast
   option n 0..3
   asan SEGV
   engine write of 4 bytes */
static const int limits[4] = {1, 2, 3, 4};
static int counts[4];
int n;
int main(void) {
  int *p = n > 1 ? (int *)limits : counts;
#ifdef FIXED
  p = counts;
#endif
  p[n] = 0;
  return 0;
}
