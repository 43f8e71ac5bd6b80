/* undefined behaviour: an address computed far outside, and not used
   option n 0..1
   ubsan none
   engine none */
int n;
static int v[4];
int main(void) {
#ifdef FIXED
  int *p = v + n;
#else
  int *p = v + n * 100000;
#endif
  return p == v + 9;
}
