/* b0 bool; b1 bool; n 0..3 */
/* A child of a user that depends on options ends, and its parent ignores that: nothing is left of it then. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int b0, b1, n;
static void ready(void) {}
int main(void) {
  ready();
  signal(SIGCHLD, SIG_IGN);
  if (b0)
    setuid(39);
  if (b1)
    n++;
  if (!fork())
    _exit(n);
  printf("%d %d\n", wait(0), n);
  return getuid() == 39;
}
