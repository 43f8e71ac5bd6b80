/* system call: recv into a block that is too small
   asan heap-buffer-overflow
   engine out-of-bounds write of */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  int s[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, s))
    return 1;
#ifdef FIXED
  char *p = malloc(16);
#else
  char *p = malloc(4);
#endif
  if (write(s[0], "12345678", 8) != 8)
    return 2;
  long r = recv(s[1], p, 16, 0);
  free(p);
  return r != 8;
}
