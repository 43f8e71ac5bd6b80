/* division: remainder by zero, unsigned
   option n 0..1
   asan FPE
   engine division by zero */
unsigned n;
int main(void) {
#ifdef FIXED
  return 7 % (n + 1) > 7;
#else
  return 7 % n > 7;
#endif
}
