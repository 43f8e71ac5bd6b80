/* b1 bool; b3 bool; b5 bool; b7 bool */
/* Three processes wake at one time: in which order must not depend on which of them were woken in vain before. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int b1, b3, b5, b7;
static void ready(void) {}
static void on(int sig) {}
int main(void) {
  int x = 1, st = 0, pid;
  ready();
  if (!fork()) {
    if (b5) sleep(1);
    if (b1) fopen("/log", "w+");
    if (b7) sleep(1);
    _exit(0);
  }
  pid = fork();
  if (!pid) {
    if (b7) signal(SIGTERM, b1 ? on : SIG_IGN);
    sleep(1 + b1);
    _exit(b7 < b5);
  }
  if (b7) sleep(1);
  kill(pid, SIGKILL);
  if (!waitpid(pid, &st, b3 ? WNOHANG : 0)) waitpid(pid, &st, 0);
  return WIFSIGNALED(st) ? WTERMSIG(st) : WEXITSTATUS(st);
}
