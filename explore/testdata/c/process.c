#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <setjmp.h>

static volatile int caught;
static sigjmp_buf back;
static void handler(int sig) { caught = caught * 100 + sig; }
static void jump(int sig) { siglongjmp(back, sig); }

int main(void) {
  int p[2], status, global = 1;
  setvbuf(stdout, NULL, _IONBF, 0);
  if (pipe(p)) return 1;
  pid_t child = fork();
  if (child == 0) {
    global = 2;
    close(p[0]);
    write(p[1], "from the child", 14);
    _exit(global + 5);
  }
  close(p[1]);
  char buf[64];
  int n = 0, k;
  while ((k = read(p[0], buf + n, sizeof buf - n)) > 0) n += k;
  waitpid(child, &status, 0);
  printf("%.*s %d %d %d\n", n, buf, WIFEXITED(status), WEXITSTATUS(status), global);
  struct sigaction sa;
  memset(&sa, 0, sizeof sa);
  sa.sa_handler = handler;
  sigaction(SIGUSR1, &sa, NULL);
  sigaction(SIGALRM, &sa, NULL);
  raise(SIGUSR1);
  kill(getpid(), SIGUSR1);
  printf("%d\n", caught);
  caught = 0;
  alarm(1);
  errno = 0;
  pause();
  printf("%d %d\n", caught, errno == EINTR);
  signal(SIGTERM, jump);
  if (sigsetjmp(back, 1) == 0) {
    kill(getpid(), SIGTERM);
    printf("never\n");
  } else {
    sigset_t set;
    sigprocmask(SIG_BLOCK, NULL, &set);
    printf("jumped %d\n", sigismember(&set, SIGTERM));
  }
  child = fork();
  if (child == 0) {
    signal(SIGTERM, SIG_DFL);
    kill(getpid(), SIGTERM);
    for (;;) pause();
  }
  waitpid(child, &status, 0);
  printf("%d %d\n", WIFSIGNALED(status), WTERMSIG(status));
  int order[2];
  pipe(order);
  for (int i = 0; i < 3; i++)
    if ((child = fork()) == 0) {
      char c = 'a' + i;
      write(order[1], &c, 1);
      exit(i);
    } else
      waitpid(child, NULL, 0);
  n = read(order[0], buf, sizeof buf);
  printf("%.*s\n", n, buf);
  n = open("/nonexistent/file", O_RDONLY);
  printf("%d %d\n", n, errno == ENOENT);
  return 0;
}
