/* Linked to the program: the clock that the simulated machine has, and what else of that machine a program can see and the
   real one has otherwise: the times, sizes and devices of files, random numbers, limits.

   clock.go describes the shared memory. Whoever started the program advances the clock when all processes wait, and sends
   those whose time has come a SIGRTMAX, which ends what they wait in. */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

/* The program may have these names, too, and functions and objects are known by them. */
#define take_slot confcov_take_slot
#define woken confcov_woken
#define nanoseconds confcov_nanoseconds
#define timespec_of confcov_timespec_of
#define open_clock confcov_open_clock
#define start_clock confcov_start_clock
#define now_shared confcov_now_shared
#define begin confcov_begin
#define rings confcov_rings
#define left confcov_left
#define over confcov_over
#define valid confcov_valid
#define length_of confcov_length_of
#define sleep_for confcov_sleep_for
#define clock_now confcov_clock_now
#define select_for confcov_select_for
#define poll_for confcov_poll_for
#define epoll_for confcov_epoll_for
#define set_alarm confcov_set_alarm
#define timeval_of confcov_timeval_of
#define arrived confcov_arrived
#define fill confcov_fill
#define simulated confcov_simulated
#define show confcov_show
#define show_stamp confcov_show_stamp
#define first_limits confcov_first_limits
#define dots confcov_dots
#define earlier confcov_earlier
#define find confcov_find
#define load confcov_load
#define shared confcov_shared
#define own confcov_own
#define last confcov_last
#define timeouts confcov_timeouts
#define spins confcov_spins
#define limits confcov_limits
#define known confcov_known
#define listings confcov_listings

#define SECOND 1000000000LL

enum
{
  SLOTS = 255,
  MOVES = 16384,
  DEVICE = 0x801, /* of every file */
  BLOCK = 4096
};

struct clock
{
  int64_t now;     /* nanoseconds since the start */
  int64_t slots;   /* in use */
  int64_t start;   /* seconds since the epoch */
  uint64_t random; /* state of the generator */
  int64_t begun;   /* the machine's time when the program began, in nanoseconds; 0: it has not */
  int64_t moves;   /* how often the clock was advanced */
  int64_t waits;   /* how many waits have begun */
  struct slot      /* one for each process, which has its number in its name */
  {
    int64_t alarm;    /* when it rings; 0: never */
    int64_t until;    /* to when the process waits; 0: it does not, or for ever */
    int64_t interval; /* between alarms; 0: there is one */
    int64_t order;    /* of the process's last wait among all */
  } slot[SLOTS];
  struct move
  {
    int64_t real; /* the machine's time */
    int64_t now;  /* ours, from then on */
  } move[MOVES];
};

static struct clock* shared; /* NULL: the machine's own clock */
static struct slot* own;
static int spins; /* see wait.c */

/* take_slot gives this process a slot. */
static void
take_slot(void)
{
  char name[16];
  int64_t n;
  if (shared == NULL)
    return;
  n = __atomic_fetch_add(&shared->slots, 1, __ATOMIC_SEQ_CST);
  if (n >= SLOTS)
    _exit(125);
  own = &shared->slot[n];
  spins = 0;
  snprintf(name, sizeof name, "confcov-%d", (int) n);
  prctl(PR_SET_NAME, name);
}

static struct sigaction last; /* what the program has for SIGRTMAX */

int __real_sigaction(int number, const struct sigaction* set, struct sigaction* old);

/* woken does nothing but end what a process waits in. */
static void
woken(int number)
{
  (void) number;
}

int __real_clock_gettime(clockid_t id, struct timespec* now);

static int64_t
nanoseconds(const struct timespec* t)
{
  return t->tv_sec * SECOND + t->tv_nsec;
}

static struct timespec
timespec_of(int64_t n)
{
  struct timespec t = {n / SECOND, n % SECOND};
  return t;
}

/* open_clock comes before the recorder's, which closes descriptors. */
__attribute__((constructor(100))) static void
open_clock(void)
{
  const char* number = getenv("CONFCOV_CLOCK");
  struct sigaction action;
  int fd;
  if (number == NULL)
    return;
  fd = atoi(number);
  unsetenv("CONFCOV_CLOCK");
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shared == MAP_FAILED)
    _exit(125);
  close(fd);
  memset(&action, 0, sizeof action);
  action.sa_handler = woken;
  action.sa_flags = SA_RESTART;
  __real_sigaction(SIGRTMAX, &action, &last);
}

/* start_clock comes after the recorder's constructor (gcc/runtime), whose handler of forks has to be called first. */
__attribute__((constructor(102))) static void
start_clock(void)
{
  struct timespec now;
  if (shared == NULL)
    return;
  pthread_atfork(NULL, NULL, take_slot);
  tzset();
  __real_clock_gettime(CLOCK_REALTIME_COARSE, &now);
  shared->begun = nanoseconds(&now);
  errno = 0;
  take_slot(); /* last: from now on who started it waits for this process */
}

static int64_t
now_shared(void)
{
  return __atomic_load_n(&shared->now, __ATOMIC_SEQ_CST);
}

/* A program may do what it likes with the last signal, but not keep it from ending waits. */

int
__wrap_sigaction(int number, const struct sigaction* set, struct sigaction* old)
{
  if (shared == NULL || number != SIGRTMAX)
    return __real_sigaction(number, set, old);
  if (old != NULL)
    *old = last;
  if (set != NULL)
    last = *set;
  return 0;
}

typedef void (*handler)(int);

handler __real_signal(int number, handler set);

handler
__wrap_signal(int number, handler set)
{
  handler old = last.sa_handler;
  if (shared == NULL || number != SIGRTMAX)
    return __real_signal(number, set);
  last.sa_handler = set;
  return old;
}

/* Waiting. */

struct waiting
{
  int before; /* errno */
  int64_t until, alarm;
  sigset_t mask;
};

/* begin starts a wait of so many nanoseconds, during which these signals are blocked; NULL: those that are. */
static struct waiting
begin(int64_t length, const sigset_t* mask)
{
  struct waiting w;
  w.before = errno;
  if (mask != NULL)
    w.mask = *mask;
  else
    sigprocmask(SIG_BLOCK, NULL, &w.mask);
  sigdelset(&w.mask, SIGRTMAX);
  w.alarm = __atomic_load_n(&own->alarm, __ATOMIC_SEQ_CST);
  if (__builtin_add_overflow(now_shared(), length, &w.until))
    w.until = INT64_MAX;
  __atomic_store_n(&own->order, __atomic_add_fetch(&shared->waits, 1, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
  __atomic_store_n(&own->until, w.until, __ATOMIC_SEQ_CST);
  return w;
}

/* rings reports whether an alarm set to go off at that time has called a handler. */
static int
rings(int64_t at)
{
  struct sigaction action;
  sigset_t blocked;
  return at != 0 && at <= now_shared() && __real_sigaction(SIGALRM, NULL, &action) == 0 && action.sa_handler != SIG_IGN
    && sigprocmask(SIG_BLOCK, NULL, &blocked) == 0 && !sigismember(&blocked, SIGALRM);
}

/* left ends a wait and returns how much was left of it. */
static int64_t
left(struct waiting* w)
{
  int64_t rest;
  __atomic_store_n(&own->until, 0, __ATOMIC_SEQ_CST);
  rest = w->until - now_shared();
  return rest > 0 ? rest : 0;
}

/* over ends a wait for files and reports whether its time is over. An alarm at the same moment interrupts: Linux looks at signals
   last. */
static int
over(struct waiting* w, long result, int64_t* rest)
{
  int reason = errno;
  *rest = left(w);
  result = result < 0 && reason == EINTR && *rest == 0 && !rings(w->alarm);
  errno = result ? w->before : reason;
  return result;
}

static int
valid(const struct timespec* t)
{
  return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < SECOND;
}

static int64_t
length_of(const struct timespec* t)
{
  return t->tv_sec >= INT64_MAX / SECOND ? INT64_MAX : nanoseconds(t);
}

/* sleep_for returns 0 or EINTR, and does not change errno. */
static int
sleep_for(int64_t length, struct timespec* rest)
{
  int before = errno;
  int64_t remains;
  struct waiting w;
  if (length <= 0)
    return 0;
  w = begin(length, NULL);
  syscall(SYS_ppoll, NULL, 0, NULL, &w.mask, sizeof(uint64_t));
  remains = left(&w);
  errno = before;
  if (remains == 0)
    return 0;
  if (rest != NULL)
    *rest = timespec_of(remains);
  return EINTR;
}

int __real_nanosleep(const struct timespec* want, struct timespec* rest);

int
__wrap_nanosleep(const struct timespec* want, struct timespec* rest)
{
  int result;
  if (shared == NULL || want == NULL || !valid(want))
    return __real_nanosleep(want, rest);
  result = sleep_for(length_of(want), rest);
  if (result == 0)
    return 0;
  errno = result;
  return -1;
}

/* clock_now returns the time on a clock; -1: there is no such clock. */
static int64_t
clock_now(clockid_t id)
{
  switch (id)
  {
  case CLOCK_PROCESS_CPUTIME_ID:
  case CLOCK_THREAD_CPUTIME_ID:
    return 0; /* computing takes no time */
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME:
  case CLOCK_BOOTTIME_ALARM:
    return 1000 * SECOND + now_shared();
  }
  return id >= 0 && id <= CLOCK_TAI ? shared->start * SECOND + now_shared() : -1;
}

int __real_clock_nanosleep(clockid_t id, int flags, const struct timespec* want, struct timespec* rest);

int
__wrap_clock_nanosleep(clockid_t id, int flags, const struct timespec* want, struct timespec* rest)
{
  int64_t length;
  if (shared == NULL || want == NULL || !valid(want) || clock_now(id) < 0)
    return __real_clock_nanosleep(id, flags, want, rest);
  length = length_of(want);
  if (flags & TIMER_ABSTIME)
    return sleep_for(length - clock_now(id), NULL);
  return sleep_for(length, rest);
}

unsigned int __real_sleep(unsigned int seconds);

unsigned int
__wrap_sleep(unsigned int seconds)
{
  struct timespec rest = {0, 0};
  if (shared == NULL)
    return __real_sleep(seconds);
  if (sleep_for(seconds * SECOND, &rest) == 0)
    return 0;
  errno = EINTR;
  return (unsigned int) rest.tv_sec;
}

int __real_usleep(useconds_t micros);

int
__wrap_usleep(useconds_t micros)
{
  struct timespec want = {micros / 1000000, micros % 1000000 * 1000};
  return shared == NULL ? __real_usleep(micros) : __wrap_nanosleep(&want, NULL);
}

int __real_sigtimedwait(const sigset_t* set, siginfo_t* info, const struct timespec* timeout);

int
__wrap_sigtimedwait(const sigset_t* set, siginfo_t* info, const struct timespec* timeout)
{
  struct waiting w;
  int64_t rest;
  int result;
  if (shared == NULL || timeout == NULL || !valid(timeout) || nanoseconds(timeout) == 0)
    return __real_sigtimedwait(set, info, timeout);
  w = begin(length_of(timeout), NULL);
  result = __real_sigtimedwait(set, info, NULL);
  if (over(&w, result, &rest))
    errno = EAGAIN;
  return result;
}

/* Alarms. */

static int64_t
set_alarm(int64_t length, int64_t interval, int64_t* old_interval)
{
  int64_t at = length == 0 ? 0 : now_shared() + length;
  *old_interval = __atomic_exchange_n(&own->interval, interval, __ATOMIC_SEQ_CST);
  at = __atomic_exchange_n(&own->alarm, at, __ATOMIC_SEQ_CST);
  return at == 0 ? 0 : at - now_shared();
}

unsigned int __real_alarm(unsigned int seconds);

unsigned int
__wrap_alarm(unsigned int seconds)
{
  int64_t interval;
  if (shared == NULL)
    return __real_alarm(seconds);
  return (unsigned int) ((set_alarm(seconds * SECOND, 0, &interval) + SECOND - 1) / SECOND);
}

static struct timeval
timeval_of(int64_t n)
{
  struct timeval t = {n / SECOND, n % SECOND / 1000};
  return t;
}

int __real_setitimer(int which, const struct itimerval* set, struct itimerval* old);

int
__wrap_setitimer(int which, const struct itimerval* set, struct itimerval* old)
{
  int64_t interval, remains;
  if (shared == NULL || set == NULL || which < 0 || which > 2 || set->it_value.tv_usec < 0 || set->it_value.tv_usec >= 1000000
      || set->it_interval.tv_usec < 0 || set->it_interval.tv_usec >= 1000000)
    return __real_setitimer(which, set, old);
  if (which != ITIMER_REAL) /* computing takes no time */
  {
    if (old != NULL)
      memset(old, 0, sizeof *old);
    return 0;
  }
  remains = set_alarm(set->it_value.tv_sec * SECOND + set->it_value.tv_usec * 1000,
                      set->it_interval.tv_sec * SECOND + set->it_interval.tv_usec * 1000, &interval);
  if (old != NULL)
  {
    old->it_value = timeval_of(remains);
    old->it_interval = timeval_of(interval);
  }
  return 0;
}

int __real_getitimer(int which, struct itimerval* now);

int
__wrap_getitimer(int which, struct itimerval* now)
{
  int64_t at;
  if (shared == NULL || which != ITIMER_REAL)
    return __real_getitimer(which, now);
  at = __atomic_load_n(&own->alarm, __ATOMIC_SEQ_CST);
  now->it_value = timeval_of(at == 0 ? 0 : at - now_shared());
  now->it_interval = timeval_of(own->interval);
  return 0;
}

/* Clocks. */

int
__wrap_clock_gettime(clockid_t id, struct timespec* now)
{
  int64_t t = shared == NULL ? -1 : clock_now(id);
  if (t < 0)
    return __real_clock_gettime(id, now);
  *now = timespec_of(t);
  return 0;
}

int __real_clock_getres(clockid_t id, struct timespec* res);

int
__wrap_clock_getres(clockid_t id, struct timespec* res)
{
  if (shared == NULL || clock_now(id) < 0)
    return __real_clock_getres(id, res);
  if (res != NULL)
    *res = timespec_of(1);
  return 0;
}

int __real_timespec_get(struct timespec* now, int what);

int
__wrap_timespec_get(struct timespec* now, int what)
{
  if (shared == NULL || what != TIME_UTC)
    return __real_timespec_get(now, what);
  __wrap_clock_gettime(CLOCK_REALTIME, now);
  return what;
}

int __real_gettimeofday(struct timeval* now, void* zone);

int
__wrap_gettimeofday(struct timeval* now, void* zone)
{
  int result = __real_gettimeofday(now, zone);
  if (shared != NULL && now != NULL)
    *now = timeval_of(clock_now(CLOCK_REALTIME));
  return result;
}

time_t __real_time(time_t* at);

time_t
__wrap_time(time_t* at)
{
  time_t now;
  if (shared == NULL)
    return __real_time(at);
  now = clock_now(CLOCK_REALTIME) / SECOND;
  if (at != NULL)
    *at = now;
  return now;
}

clock_t __real_clock(void);

clock_t
__wrap_clock(void)
{
  return shared == NULL ? __real_clock() : 0;
}

clock_t __real_times(struct tms* used);

clock_t
__wrap_times(struct tms* used)
{
  if (shared == NULL)
    return __real_times(used);
  if (used != NULL)
    memset(used, 0, sizeof *used);
  return now_shared() / (SECOND / 100);
}

int __real_getrusage(int who, struct rusage* used);

int
__wrap_getrusage(int who, struct rusage* used)
{
  int result = __real_getrusage(who, used);
  if (shared != NULL && result == 0)
    memset(used, 0, sizeof *used);
  return result;
}

long __real_syscall(long n, long a, long b, long c, long d, long e, long f);

long
__wrap_syscall(long n, long a, long b, long c, long d, long e, long f)
{
  long result = __real_syscall(n, a, b, c, d, e, f);
  if (n == SYS_clone && result == 0)
    take_slot();
  return result;
}

/* Random numbers: those of the simulated machine, of which all processes take. */

static void
fill(unsigned char* to, size_t n)
{
  for (size_t i = 0; i < n; i++)
  {
    uint64_t r = shared->random;
    r ^= r << 13;
    r ^= r >> 7;
    r ^= r << 17;
    shared->random = r;
    to[i] = (unsigned char) (r >> 32);
  }
}

ssize_t __real_getrandom(void* to, size_t n, unsigned int flags);

ssize_t
__wrap_getrandom(void* to, size_t n, unsigned int flags)
{
  if (shared == NULL || flags & ~7U)
    return __real_getrandom(to, n, flags);
  if (n > 1 << 20)
    n = 1 << 20;
  fill(to, n);
  return n;
}

int __real_getentropy(void* to, size_t n);

int
__wrap_getentropy(void* to, size_t n)
{
  if (shared == NULL || n > 256)
    return __real_getentropy(to, n);
  fill(to, n);
  return 0;
}

void __real_arc4random_buf(void* to, size_t n);

void
__wrap_arc4random_buf(void* to, size_t n)
{
  if (shared == NULL)
    __real_arc4random_buf(to, n);
  else
    fill(to, n);
}

uint32_t
__wrap_arc4random(void)
{
  uint32_t v;
  __wrap_arc4random_buf(&v, sizeof v);
  return v;
}

uint32_t
__wrap_arc4random_uniform(uint32_t bound)
{
  uint32_t v, least;
  if (bound < 2)
    return 0;
  least = -bound % bound;
  do
    v = __wrap_arc4random();
  while (v < least);
  return v % bound;
}

/* Files. Their inodes have the numbers of the simulated machine: both count those that are made. */

/* simulated makes a time by the machine's clock one by ours. Times before the program began are the test's, those after now the
   program's own. */
static int
simulated(struct timespec* t)
{
  struct timespec machine;
  int64_t at = nanoseconds(t), now = 0;
  if (at < shared->begun)
    return 0;
  __real_clock_gettime(CLOCK_REALTIME, &machine);
  if (at > nanoseconds(&machine))
    return 1;
  for (int64_t i = shared->moves < MOVES ? shared->moves : MOVES; i > 0 && now == 0; i--)
    if (shared->move[i - 1].real <= at)
      now = shared->move[i - 1].now;
  *t = timespec_of(shared->start * SECOND + now);
  return 1;
}

static int
show(int result, struct stat* st)
{
  if (result != 0 || shared == NULL)
    return result;
  st->st_dev = DEVICE;
  st->st_blksize = BLOCK;
  switch (st->st_mode & S_IFMT)
  {
  case S_IFDIR:
    st->st_size = BLOCK;
    break;
  case S_IFIFO:
  case S_IFSOCK:
    st->st_size = 0;
    break;
  }
  st->st_blocks = (st->st_size + 511) / 512;
  simulated(&st->st_atim);
  simulated(&st->st_mtim);
  if (!simulated(&st->st_ctim))
    st->st_ctim = st->st_mtim;
  return 0;
}

int __real_stat(const char* path, struct stat* st);
int __real_lstat(const char* path, struct stat* st);
int __real_fstat(int fd, struct stat* st);
int __real_fstatat(int fd, const char* path, struct stat* st, int flags);

int
__wrap_stat(const char* path, struct stat* st)
{
  return show(__real_stat(path, st), st);
}

int
__wrap_lstat(const char* path, struct stat* st)
{
  return show(__real_lstat(path, st), st);
}

int
__wrap_fstat(int fd, struct stat* st)
{
  return show(__real_fstat(fd, st), st);
}

int
__wrap_fstatat(int fd, const char* path, struct stat* st, int flags)
{
  return show(__real_fstatat(fd, path, st, flags), st);
}

/* On this machine struct stat64 is struct stat. */
int __wrap_stat64(const char* path, struct stat* st) __attribute__((alias("__wrap_stat")));
int __wrap_lstat64(const char* path, struct stat* st) __attribute__((alias("__wrap_lstat")));
int __wrap_fstat64(int fd, struct stat* st) __attribute__((alias("__wrap_fstat")));
int __wrap_fstatat64(int fd, const char* path, struct stat* st, int flags) __attribute__((alias("__wrap_fstatat")));

int __real_statx(int fd, const char* path, int flags, unsigned mask, struct statx* st);

static int
show_stamp(struct statx_timestamp* t)
{
  struct timespec at = {t->tv_sec, t->tv_nsec};
  int new = simulated(&at);
  t->tv_sec = at.tv_sec;
  t->tv_nsec = at.tv_nsec;
  return new;
}

int
__wrap_statx(int fd, const char* path, int flags, unsigned mask, struct statx* st)
{
  int result = __real_statx(fd, path, flags, mask | STATX_BASIC_STATS, st);
  if (result != 0 || shared == NULL)
    return result;
  st->stx_mask = STATX_BASIC_STATS;
  st->stx_attributes = st->stx_attributes_mask = 0;
  st->stx_dev_major = DEVICE >> 8;
  st->stx_dev_minor = DEVICE & 0xff;
  st->stx_blksize = BLOCK;
  if (S_ISDIR(st->stx_mode))
    st->stx_size = BLOCK;
  st->stx_blocks = (st->stx_size + 511) / 512;
  show_stamp(&st->stx_atime);
  show_stamp(&st->stx_mtime);
  if (!show_stamp(&st->stx_ctime))
    st->stx_ctime = st->stx_mtime;
  st->stx_btime = st->stx_ctime;
  return 0;
}

/* Limits: those of the simulated machine are shown; below them the cell's hold. */

static struct rlimit limits[RLIM_NLIMITS];
static int known;

static void
first_limits(void)
{
  if (known)
    return;
  known = 1;
  for (int i = 0; i < RLIM_NLIMITS; i++)
    limits[i].rlim_cur = limits[i].rlim_max = RLIM_INFINITY;
  limits[RLIMIT_STACK].rlim_cur = 8 << 20;
  limits[RLIMIT_CORE].rlim_cur = 0;
  limits[RLIMIT_NPROC].rlim_cur = limits[RLIMIT_NPROC].rlim_max = 31000;
  limits[RLIMIT_NOFILE].rlim_cur = 1024;
  limits[RLIMIT_NOFILE].rlim_max = 4096;
  limits[RLIMIT_MEMLOCK].rlim_cur = limits[RLIMIT_MEMLOCK].rlim_max = 8 << 20;
  limits[RLIMIT_SIGPENDING].rlim_cur = limits[RLIMIT_SIGPENDING].rlim_max = 31000;
  limits[RLIMIT_MSGQUEUE].rlim_cur = limits[RLIMIT_MSGQUEUE].rlim_max = 819200;
  limits[RLIMIT_NICE].rlim_cur = limits[RLIMIT_NICE].rlim_max = 0;
  limits[RLIMIT_RTPRIO].rlim_cur = limits[RLIMIT_RTPRIO].rlim_max = 0;
}

int __real_getrlimit(int resource, struct rlimit* l);
int __real_setrlimit(int resource, const struct rlimit* l);

int
__wrap_getrlimit(int resource, struct rlimit* l)
{
  if (shared == NULL || resource < 0 || resource >= RLIM_NLIMITS || l == NULL)
    return __real_getrlimit(resource, l);
  first_limits();
  *l = limits[resource];
  return 0;
}

int
__wrap_setrlimit(int resource, const struct rlimit* l)
{
  struct rlimit real, set;
  int reason;
  if (shared == NULL || resource < 0 || resource >= RLIM_NLIMITS || l == NULL)
    return __real_setrlimit(resource, l);
  first_limits();
  reason = l->rlim_cur > l->rlim_max ? EINVAL
    : (l->rlim_max > limits[resource].rlim_max && geteuid() != 0) || (resource == RLIMIT_NOFILE && l->rlim_max > 1 << 20) ? EPERM : 0;
  if (reason != 0)
  {
    errno = reason;
    return -1;
  }
  if (__real_getrlimit(resource, &real) != 0)
    return -1;
  limits[resource] = *l;
  set.rlim_max = l->rlim_max < real.rlim_max ? l->rlim_max : real.rlim_max;
  set.rlim_cur = l->rlim_cur < set.rlim_max ? l->rlim_cur : set.rlim_max;
  return __real_setrlimit(resource, &set);
}

int __wrap_getrlimit64(int resource, struct rlimit* l) __attribute__((alias("__wrap_getrlimit")));
int __wrap_setrlimit64(int resource, const struct rlimit* l) __attribute__((alias("__wrap_setrlimit")));

/* Folders are listed in the order in which their files were made, . and .. first, as the simulated file system does it. */

struct listing
{
  DIR* dir; /* NULL: free */
  struct dirent* entries;
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
  const struct dirent* x = a;
  const struct dirent* y = b;
  int special = dots(y->d_name) - dots(x->d_name);
  if (special != 0)
    return special;
  if (x->d_ino != y->d_ino)
    return x->d_ino < y->d_ino ? -1 : 1;
  return strcmp(x->d_name, y->d_name);
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
    struct dirent* more = realloc(l->entries, (l->count + 1) * sizeof *more);
    if (more == NULL)
      break;
    l->entries = more;
    more[l->count++] = *d;
  }
  qsort(l->entries, l->count, sizeof *l->entries, earlier);
}

struct dirent*
__wrap_readdir(DIR* dir)
{
  struct listing* l = find(dir);
  if (shared == NULL)
    return __real_readdir(dir);
  if (l == NULL)
  {
    if ((l = find(NULL)) == NULL)
      return __real_readdir(dir);
    int before = errno;
    load(l, dir);
    errno = before;
  }
  return l->next < l->count ? &l->entries[l->next++] : NULL;
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
