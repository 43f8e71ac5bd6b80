/* undefined behaviour: an array of no elements
   option n 0..2
   ubsan variable length array bound
   engine none */
int n;
int main(void) {
#ifdef FIXED
  int v[n + 1];
#else
  int v[n];
#endif
  return sizeof v > 100;
}
