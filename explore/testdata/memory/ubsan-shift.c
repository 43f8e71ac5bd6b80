/* undefined behaviour: a shift by the width
   option n 30..33
   ubsan shift exponent
   engine warning: shift of a number of 32 bits */
int n;
int main(void) {
  unsigned one = 1;
#ifdef FIXED
  return one << (n & 31) == 5;
#else
  return one << n == 5;
#endif
}
