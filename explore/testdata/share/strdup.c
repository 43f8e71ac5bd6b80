/* long_ bool; use bool */
/* The C library's strdup is performed by the engine where the length is known; the object is described alike where its body runs. */
#include <string.h>
#include <stdlib.h>
int long_, use;
static void ready(void) {}
int main(void) {
  ready();
  char text[8] = "ab";
  text[1] = long_ ? 'c' : 0;
  char *p = strdup(text);
  free(p);
  return use ? p[0] : 0;
}
