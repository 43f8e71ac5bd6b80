/* undefined behaviour: a float that does not fit an integer
   option n 0..1
   ubsan 1e+10 is outside
   engine none */
int n;
int main(void) {
  double big = n ? 1e10 : 5;
#ifdef FIXED
  return (long)big == 6;
#else
  return (int)big == 6;
#endif
}
