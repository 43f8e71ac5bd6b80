/* Linked to the program: a private root before main, and shorter times. */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

__attribute__((constructor)) static void
enter_root(void)
{
  const char* root = getenv("CONFCOV_ROOT");
  if (root == NULL || strcmp(root, "/") == 0)
    return;
  if (chroot(root) != 0 || chdir("/") != 0)
  {
    perror("chroot");
    _exit(125);
  }
  unsetenv("CONFCOV_ROOT");
  tzset();
}

unsigned int
__wrap_alarm(unsigned int seconds)
{
  struct itimerval old, new = {{0, 0}, {0, 0}};
  unsigned long long micros = 1000000ULL * seconds / SCALE;
  new.it_value.tv_sec = micros / 1000000;
  new.it_value.tv_usec = micros % 1000000;
  if (setitimer(ITIMER_REAL, &new, &old) != 0)
    return 0;
  return (unsigned int) ((old.it_value.tv_sec * 1000000ULL + old.it_value.tv_usec) * SCALE / 1000000);
}

int __real_nanosleep(const struct timespec* want, struct timespec* rest);

int
__wrap_nanosleep(const struct timespec* want, struct timespec* rest)
{
  unsigned long long nanos = (1000000000ULL * want->tv_sec + want->tv_nsec) / SCALE;
  struct timespec less;
  less.tv_sec = nanos / 1000000000;
  less.tv_nsec = nanos % 1000000000;
  /* What rests after a signal is not scaled back: a loop over it would only end earlier. */
  return __real_nanosleep(&less, rest);
}

int __real_select(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout);

int
__wrap_select(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout)
{
  struct timeval less;
  unsigned long long micros;
  int result;
  if (timeout == NULL)
    return __real_select(n, r, w, e, NULL);
  micros = (1000000ULL * timeout->tv_sec + timeout->tv_usec) / SCALE;
  less.tv_sec = micros / 1000000;
  less.tv_usec = micros % 1000000;
  result = __real_select(n, r, w, e, &less);
  /* Linux leaves what remains, and a caller that was interrupted waits for that. */
  micros = (1000000ULL * less.tv_sec + less.tv_usec) * SCALE;
  timeout->tv_sec = micros / 1000000;
  timeout->tv_usec = micros % 1000000;
  return result;
}
