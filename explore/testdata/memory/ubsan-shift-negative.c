/* undefined behaviour: a shift to the right by a negative number, in a compound assignment
   option n -2..2
   ubsan shift exponent
   engine warning: shift of a number of 64 bits */
int n;
int main(void) {
  unsigned long x = 100;
  signed char places = n;
#ifdef FIXED
  places &= 63;
#endif
  x >>= places;
  return x == 5;
}
