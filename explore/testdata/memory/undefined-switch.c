/* undefined: a result that a callee stores on success only
   option n 0..2
   valgrind Conditional jump|Use of uninitialised
   engine warning: undefined */
int n;
static int parse(int k, int *result) {
  if (k > 1)
    return -1;
  *result = k;
  return 0;
}
int main(void) {
  int v;
#ifdef FIXED
  if (parse(n, &v))
    return 0;
#else
  parse(n, &v);
#endif
  switch (v) {
  case 0:
    return 0;
  case 1:
    return 0;
  }
  return 0;
}
