/* undefined behaviour: a product that does not fit
   option n 45000..50000
   ubsan signed integer overflow
   engine warning: signed overflow
   sample 46340 46341 */
int n;
int main(void) {
#ifdef FIXED
  return (long)n * n == 5;
#else
  return n * n == 5;
#endif
}
