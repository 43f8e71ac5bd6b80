/* undefined behaviour: a shift to the left into the sign, or of a negative number
   option n -1..3
   ubsan left shift of
   engine warning: left shift */
int n;
int main(void) {
#ifdef FIXED
  unsigned x = n;
#else
  int x = n;
#endif
  return (x << 30) == 5;
}
