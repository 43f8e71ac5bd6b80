/* stack: an index that leads into a neighbour of the array
   option n 0..11
   asan none
   engine out-of-bounds write of 4 bytes
   when 4..11
   superset
   why behind the red zone lies another variable, which may be accessed */
int n;
static void set(int *p, int k) {
  p[k] = 1;
}
int main(void) {
  int a[4] = {0}, b[64] = {0};
#ifdef FIXED
  set(a, n % 4);
#else
  set(a, n < 4 ? n : n + 12);
#endif
  return a[0] + b[0] > 2;
}
