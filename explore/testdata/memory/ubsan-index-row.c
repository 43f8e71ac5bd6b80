/* undefined behaviour: an index beyond the row of a matrix, within the matrix; one past the end is an address
   option n 0..4
   ubsan index
   engine warning: index beyond an array of 3 elements */
int n;
static int m[3][3];
int main(void) {
  int *end = &m[1][3];
#ifdef FIXED
  return (&m[1][0])[n] + (end == m[2]) == 7;
#else
  return m[1][n] + (end == m[2]) == 7;
#endif
}
