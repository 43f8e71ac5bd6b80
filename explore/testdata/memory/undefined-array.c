/* undefined: an element that the loop before did not reach
   option n 0..4
   valgrind Conditional jump
   engine warning: undefined */
int n;
int main(void) {
  int v[4], r = 0;
#ifdef FIXED
  for (int i = 0; i < 4; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    v[i] = i;
  if (v[3] == 77)
    r = 1;
  return r;
}
