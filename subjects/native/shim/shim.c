/* Linked to the program: a private root before main, a clock that stands still or shorter times, and the numbers that
   the simulated machine has where a program shows them: processes, whole seconds. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_PID = 100 }; /* of the simulated machine */

static pid_t first; /* the first process's real number; 0: before main */

pid_t __real_getpid(void);
pid_t __real_getpgrp(void);

/* The clock that the program's processes share with who started it, which advances it when all of them wait (clock.go).
   NULL: the machine's own, and times are SCALE times shorter. */
struct clock
{
  int64_t now;   /* nanoseconds since the start */
  int64_t slots; /* in use */
  struct slot    /* one for each process, which has its number in its name */
  {
    int64_t alarm; /* when it rings; 0: never */
    int64_t until; /* to when the process waits; 0: it does not, or for ever */
  } slot[255];
};

static struct clock* clock_shared;
static struct slot* own;
static struct timeval start; /* by the machine's clock */

int __real_gettimeofday(struct timeval* now, void* zone);

/* take_slot gives this process a slot. */
static void
take_slot(void)
{
  char name[16];
  int64_t n;
  if (clock_shared == NULL)
    return;
  n = __atomic_fetch_add(&clock_shared->slots, 1, __ATOMIC_SEQ_CST);
  if (n >= (int64_t) (sizeof clock_shared->slot / sizeof clock_shared->slot[0]))
    _exit(125);
  own = &clock_shared->slot[n];
  snprintf(name, sizeof name, "confcov-%d", (int) n);
  prctl(PR_SET_NAME, name);
}

/* woken does nothing but end what a process waits in. */
static void
woken(int number)
{
  (void) number;
}

/* take_turns lets the program's processes run one after another, each until it waits, as the simulated machine does:
   first in, first out on one processor. Where that is not permitted they run as they like. */
static void
take_turns(void)
{
  struct sched_param first_in = {.sched_priority = 1};
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  if (sched_setaffinity(0, sizeof one, &one) == 0)
    sched_setscheduler(0, SCHED_FIFO, &first_in);
}

static void
open_clock(void)
{
  const char* name = getenv("CONFCOV_CLOCK");
  struct sigaction action;
  int fd;
  if (name == NULL)
    return;
  fd = open(name, O_RDWR);
  clock_shared = mmap(NULL, sizeof *clock_shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd < 0 || clock_shared == MAP_FAILED)
  {
    perror(name);
    _exit(125);
  }
  close(fd);
  unsetenv("CONFCOV_CLOCK");
  memset(&action, 0, sizeof action);
  action.sa_handler = woken;
  action.sa_flags = SA_RESTART;
  sigaction(SIGRTMAX, &action, NULL);
  __real_gettimeofday(&start, NULL);
  pthread_atfork(NULL, NULL, take_slot);
}

__attribute__((constructor)) static void
enter_root(void)
{
  const char* root = getenv("CONFCOV_ROOT");
  first = __real_getpid();
  open_clock();
  if (root != NULL && strcmp(root, "/") != 0)
  {
    if (chroot(root) != 0 || chdir("/") != 0)
    {
      perror("chroot");
      _exit(125);
    }
    unsetenv("CONFCOV_ROOT");
    tzset();
  }
  if (clock_shared != NULL)
    take_turns();
  take_slot(); /* last: from now on who started it waits for this process */
}

static int64_t
now_shared(void)
{
  return __atomic_load_n(&clock_shared->now, __ATOMIC_SEQ_CST);
}

static void
wait_until(int64_t until)
{
  __atomic_store_n(&own->until, until, __ATOMIC_SEQ_CST);
}

unsigned int
__wrap_alarm(unsigned int seconds)
{
  struct itimerval old, new = {{0, 0}, {0, 0}};
  unsigned long long micros = 1000000ULL * seconds / SCALE;
  if (clock_shared != NULL)
  {
    int64_t at = __atomic_exchange_n(&own->alarm, seconds == 0 ? 0 : now_shared() + seconds * 1000000000LL, __ATOMIC_SEQ_CST);
    return at == 0 ? 0 : (unsigned int) ((at - now_shared() + 999999999) / 1000000000);
  }
  new.it_value.tv_sec = micros / 1000000;
  new.it_value.tv_usec = micros % 1000000;
  if (setitimer(ITIMER_REAL, &new, &old) != 0)
    return 0;
  return (unsigned int) ((old.it_value.tv_sec * 1000000ULL + old.it_value.tv_usec) * SCALE / 1000000);
}

int __real_nanosleep(const struct timespec* want, struct timespec* rest);

/* sleep_shared sleeps by the shared clock. */
static int
sleep_shared(const struct timespec* want, struct timespec* rest)
{
  static const struct timespec ages = {1000000000, 0};
  int64_t left, until = now_shared() + 1000000000LL * want->tv_sec + want->tv_nsec;
  if (until == now_shared())
    return 0;
  wait_until(until);
  __real_nanosleep(&ages, NULL);
  wait_until(0);
  left = until - now_shared();
  if (left <= 0)
    return 0;
  if (rest != NULL)
  {
    rest->tv_sec = left / 1000000000;
    rest->tv_nsec = left % 1000000000;
  }
  errno = EINTR;
  return -1;
}

int
__wrap_nanosleep(const struct timespec* want, struct timespec* rest)
{
  unsigned long long nanos = (1000000000ULL * want->tv_sec + want->tv_nsec) / SCALE;
  struct timespec less;
  if (clock_shared != NULL)
    return sleep_shared(want, rest);
  less.tv_sec = nanos / 1000000000;
  less.tv_nsec = nanos % 1000000000;
  /* What rests after a signal is not scaled back: a loop over it would only end earlier. */
  return __real_nanosleep(&less, rest);
}

int __real_select(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout);

/* rings reports whether an alarm set to go off at that time has called a handler. */
static int
rings(int64_t at)
{
  struct sigaction action;
  sigset_t blocked;
  return at != 0 && at <= now_shared() && sigaction(SIGALRM, NULL, &action) == 0 && action.sa_handler != SIG_IGN
    && sigprocmask(SIG_BLOCK, NULL, &blocked) == 0 && !sigismember(&blocked, SIGALRM);
}

/* select_shared waits by the shared clock. */
static int
select_shared(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout)
{
  int result, reason;
  int64_t alarm_at = __atomic_load_n(&own->alarm, __ATOMIC_SEQ_CST);
  int64_t left, until = now_shared() + 1000000000LL * timeout->tv_sec + 1000LL * timeout->tv_usec;
  if (until == now_shared())
    return __real_select(n, r, w, e, timeout);
  wait_until(until);
  result = __real_select(n, r, w, e, NULL);
  reason = errno;
  wait_until(0);
  left = until - now_shared();
  if (left < 0)
    left = 0;
  timeout->tv_sec = left / 1000000000;
  timeout->tv_usec = left % 1000000000 / 1000;
  /* An alarm at the same moment interrupts: Linux looks at signals last. */
  if (result < 0 && reason == EINTR && left == 0 && !rings(alarm_at))
  {
    if (r != NULL)
      FD_ZERO(r);
    if (w != NULL)
      FD_ZERO(w);
    if (e != NULL)
      FD_ZERO(e);
    result = 0;
  }
  errno = reason;
  return result;
}

int
__wrap_select(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout)
{
  struct timeval less;
  unsigned long long micros;
  int result;
  if (timeout == NULL)
    return __real_select(n, r, w, e, NULL);
  if (clock_shared != NULL)
    return select_shared(n, r, w, e, timeout);
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

/* shown returns what a process's number is on the simulated machine. */
static pid_t
shown(pid_t pid)
{
  return first != 0 && pid >= first ? pid - first + FIRST_PID : pid;
}

pid_t
__wrap_getpid(void)
{
  return shown(__real_getpid());
}

pid_t
__wrap_getpgrp(void)
{
  return shown(__real_getpgrp());
}

long __real_syscall(long n, long a, long b, long c, long d, long e, long f);

long
__wrap_syscall(long n, long a, long b, long c, long d, long e, long f)
{
  long result = __real_syscall(n, a, b, c, d, e, f);
  if (n == SYS_clone && result == 0)
    take_slot();
  return n == SYS_getpid ? shown((pid_t) result) : result;
}

/* owner returns the argument of F_SETOWN with the real number of a process. */
static long
owner(int command, long argument)
{
  return command == F_SETOWN && first != 0 && argument >= FIRST_PID && argument < first ? argument - FIRST_PID + first : argument;
}

int __real_fcntl(int fd, int command, long argument);
int __real_fcntl64(int fd, int command, long argument);

int
__wrap_fcntl(int fd, int command, long argument)
{
  return __real_fcntl(fd, command, owner(command, argument));
}

int
__wrap_fcntl64(int fd, int command, long argument)
{
  return __real_fcntl64(fd, command, owner(command, argument));
}

/* The simulated clock advances by what processes wait for, most often whole seconds. */
int
__wrap_gettimeofday(struct timeval* now, void* zone)
{
  int result = __real_gettimeofday(now, zone);
  if (now == NULL)
    return result;
  if (clock_shared != NULL)
  {
    now->tv_sec = start.tv_sec + now_shared() / 1000000000;
    now->tv_usec = now_shared() % 1000000000 / 1000;
  }
  else
    now->tv_usec = 0;
  return result;
}

time_t
__wrap_time(time_t* at)
{
  struct timeval now;
  __wrap_gettimeofday(&now, NULL);
  if (at != NULL)
    *at = now.tv_sec;
  return now.tv_sec;
}

/* Folders are listed in the order in which their entries were made, . and .. first, as the simulated file system
   does it; entries made in one tick of the clock were written by name. */

struct listing
{
  DIR* dir; /* NULL: free */
  struct entry
  {
    struct dirent d;
    long long born;
  }* entries;
  size_t count, next;
};

static struct listing listings[64];

struct dirent* __real_readdir(DIR* dir);
int __real_closedir(DIR* dir);
void __real_rewinddir(DIR* dir);

static int
dots(const char* name)
{
  return strcmp(name, ".") == 0 ? 2 : strcmp(name, "..") == 0 ? 1 : 0;
}

static int
earlier(const void* a, const void* b)
{
  const struct entry* x = a;
  const struct entry* y = b;
  int special = dots(y->d.d_name) - dots(x->d.d_name);
  if (special != 0)
    return special;
  if (x->born != y->born)
    return x->born < y->born ? -1 : 1;
  return strcmp(x->d.d_name, y->d.d_name);
}

static struct listing*
find(DIR* dir)
{
  for (size_t i = 0; i < sizeof listings / sizeof listings[0]; i++)
    if (listings[i].dir == dir)
      return &listings[i];
  return NULL;
}

/* load reads all of a folder. */
static void
load(struct listing* l, DIR* dir)
{
  struct dirent* d;
  memset(l, 0, sizeof *l);
  l->dir = dir;
  while ((d = __real_readdir(dir)) != NULL)
  {
    struct statx st;
    struct entry* more = realloc(l->entries, (l->count + 1) * sizeof *more);
    if (more == NULL)
      break;
    l->entries = more;
    more += l->count++;
    more->d = *d;
    more->born = 0;
    if (statx(dirfd(dir), d->d_name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &st) == 0)
      more->born = st.stx_btime.tv_sec * 1000000000LL + st.stx_btime.tv_nsec;
  }
  qsort(l->entries, l->count, sizeof *l->entries, earlier);
}

struct dirent*
__wrap_readdir(DIR* dir)
{
  struct listing* l = find(dir);
  if (l == NULL)
  {
    if ((l = find(NULL)) == NULL)
      return __real_readdir(dir);
    int before = errno;
    load(l, dir);
    errno = before;
  }
  return l->next < l->count ? &l->entries[l->next++].d : NULL;
}

struct dirent64*
__wrap_readdir64(DIR* dir)
{
  return (struct dirent64*) __wrap_readdir(dir); /* one structure on this machine */
}

void
__wrap_rewinddir(DIR* dir)
{
  struct listing* l = find(dir);
  if (l != NULL)
  {
    free(l->entries);
    l->dir = NULL;
  }
  __real_rewinddir(dir);
}

int
__wrap_closedir(DIR* dir)
{
  struct listing* l = find(dir);
  if (l != NULL)
  {
    free(l->entries);
    l->dir = NULL;
  }
  return __real_closedir(dir);
}
