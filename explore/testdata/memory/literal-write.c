/* constant: a string literal is written
   option n 0..1
   asan SEGV
   engine write of 1 byte */
int n;
int main(void) {
  char copy[] = "text";
  char *s = n ? "text" : copy;
#ifdef FIXED
  s = copy;
#endif
  s[0] = 'T';
  return 0;
}
