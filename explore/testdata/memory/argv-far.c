/* environment: an argument far behind the last is looked at
   option n 0..1
   asan none
   engine out-of-bounds read of 8 bytes
   when 1
   why the arguments are no object of ASan's: it reads what lies there */
int n;
int main(int argc, char **argv) {
#ifdef FIXED
  return argv[n] != 0 && argv[0] == 0;
#else
  return argv[n * 60] == (char *)1;
#endif
}
