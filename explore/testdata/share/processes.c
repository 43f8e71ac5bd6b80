/* b0 bool; b1 bool; b2 bool; b3 bool; n 0..3 */
/* Processes wait in calls before which different ones were made, start in different places, and end with different files open. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int b0, b1, b2, b3, n;
static int to[2], from[2];
static jmp_buf back;
static void ready(void) {}
static int get(char *c) { return read(to[0], c, 1); }
static int put(const char *c) { return write(from[1], c, 1) != 1; }
static void plain(void) {
  char c;
  if (get(&c) != 1)
    longjmp(back, 3);
  c += n;
  if (put(&c))
    _exit(9);
}
static void traced(void) {
  char line[16], c;
  if (get(&c) != 1)
    longjmp(back, 5);
  snprintf(line, sizeof line, "%d", c + n);
  if (write(1, line, strlen(line)) < 0 || put(line))
    _exit(9);
}
static int serve(void) {
  int end = b3 ? setjmp(back) : setjmp(back);
  if (end)
    return end;
  if (b2)
    open("/log", O_CREAT | O_WRONLY, 0600);
  for (int i = 0;; i++)
    if (i & b1)
      traced();
    else
      plain();
}
static int ask(char c) { return write(to[1], &c, 1) == 1 && read(from[0], &c, 1) == 1 ? c : -1; }
static int begin(void) { return b0 ? fork() : -1; }
int main(void) {
  int x = 0, st = 0, pid;
  if (pipe(to) || pipe(from))
    return 1;
  ready();
  pid = begin();
  if (pid < 0)
    pid = fork();
  if (!pid) {
    close(to[1]);
    _exit(serve());
  }
  if (n == 1)
    dup2(1, 9);
  for (int i = 0; i < n; i++)
    x += ask(i);
  if (b3)
    x += ask(7);
  if (b2 && n > 2)
    kill(pid, SIGKILL);
  x += b1 ? ask(8) : 0;
  close(to[1]);
  wait(&st);
  printf("%d %d %d\n", x, WIFSIGNALED(st) ? -WTERMSIG(st) : WEXITSTATUS(st), ask(1));
  return 0;
}
