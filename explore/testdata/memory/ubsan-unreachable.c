/* undefined behaviour: a place that the program calls unreachable
   option n 0..2
   ubsan execution reached an unreachable program point
   engine unreachable */
int n;
int main(void) {
  switch (n) {
  case 0:
    return 0;
  case 1:
    return 0;
  }
#ifdef FIXED
  return 0;
#else
  __builtin_unreachable();
#endif
}
