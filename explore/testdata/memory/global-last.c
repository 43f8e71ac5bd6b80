/* global: the end of an array is taken for its last element
   asan global-buffer-overflow
   engine out-of-bounds write of 1 byte */
static char line[10];
int main(void) {
  char *end = line + sizeof line;
#ifdef FIXED
  end--;
#endif
  *end = 0;
  return line[0];
}
