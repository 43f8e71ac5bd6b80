/* environment: a string of the environment is read far behind its end
   option n 0..1
   asan none
   engine out-of-bounds read of 1 byte
   when 1
   why the environment is no object of ASan's */
extern char **environ;
int n;
int main(void) {
#ifdef FIXED
  return environ[0] != 0 && environ[0][0] == 1;
#else
  return environ[0] != 0 && environ[0][n * 200] == 1;
#endif
}
