/* division: by zero
   option n 0..3
   asan FPE
   engine division by zero */
int n;
int main(void) {
#ifdef FIXED
  return n == 2 ? 0 : 100 / (n - 2) > 100;
#else
  return 100 / (n - 2) > 100;
#endif
}
