/* free: what a child process frees, its parent still has; the bug is that the parent uses its own after free
   option n 0..1
   asan heap-use-after-free
   engine use after free: read of 1 byte */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int n;
int main(void) {
  char *p = malloc(8);
  p[0] = 1;
  int pid = fork();
  if (pid == 0) {
    free(p);
    _exit(0);
  }
  waitpid(pid, 0, 0);
#ifndef FIXED
  if (n)
    free(p);
#endif
  return p[0] != 1;
}
