/* undefined behaviour: a shift by the width
   option n 30..33
   ubsan shift exponent
   engine none */
int n;
int main(void) {
  unsigned one = 1;
#ifdef FIXED
  return one << (n & 31) == 5;
#else
  return one << n == 5;
#endif
}
