/* null: a read
   option n 0..1
   asan SEGV
   engine null pointer: read of 4 bytes */
int n, x = 2;
int main(void) {
  int *p = n ? 0 : &x;
#ifdef FIXED
  if (!p)
    return 0;
#endif
  return *p != 2;
}
