/* undefined behaviour: a _Bool that is neither 0 nor 1
   option n 0..3
   ubsan load of value
   engine none */
#include <string.h>
int n;
int main(void) {
  _Bool b = 0;
  unsigned char v = n;
#ifdef FIXED
  v = n != 0;
#endif
  memcpy(&b, &v, 1);
  if (b)
    return 0;
  return 0;
}
