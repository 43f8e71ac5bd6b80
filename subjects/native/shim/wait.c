/* The second half of shim.c: waiting for files, and what processes do with them.

   A process that spins waits where its calls could return at once: explore/kernel/spin.go says when, and for how long. All calls that
   it names are here. */

#include <sys/sendfile.h>
#include <sys/uio.h>

#define spins confcov_spins
#define outputs confcov_outputs
#define note_outputs confcov_note_outputs
#define at_once confcov_at_once
#define dwelling confcov_dwelling
#define enter confcov_enter
#define watch confcov_watch
#define dwell confcov_dwell
#define leave confcov_leave
#define did confcov_did
#define gave confcov_gave
#define late confcov_late
#define answer_of confcov_answer_of

enum
{
  MOST_SPINS = 128
};

static int spins; /* how many calls returned at once since the process did something */

/* at_once counts a call that can return at once, and reports whether it is to wait instead. */
static int
at_once(void)
{
  if (shared == NULL)
    return 0;
  if (spins >= MOST_SPINS)
    return 1;
  spins++;
  return 0;
}

/* dwelling is the wait of a process that spins. */
struct dwelling
{
  int set; /* an epoll instance that tells what has happened */
  struct waiting wait;
};

int __real_epoll_pwait(int fd, struct epoll_event* events, int n, int timeout, const sigset_t* mask);
int __real_close(int fd);

static void
watch(struct dwelling* d, int fd, uint32_t events)
{
  struct epoll_event e = {.events = events | EPOLLET};
  epoll_ctl(d->set, EPOLL_CTL_ADD, fd, &e); /* fails for regular files, with which nothing happens */
}

/* enter begins a wait; the files are watched already. */
static void
enter(struct dwelling* d, const sigset_t* mask)
{
  struct epoll_event told[16];
  while (__real_epoll_pwait(d->set, told, 16, 0, NULL) > 0)
    ; /* what is so already */
  d->wait = begin(SECOND, mask);
}

/* dwell returns 1 when something has happened, 0 when the wait is over, or a signal ends it. */
static int
dwell(struct dwelling* d)
{
  struct epoll_event told[16];
  return __real_epoll_pwait(d->set, told, 16, -1, &d->wait.mask) > 0;
}

static void
leave(struct dwelling* d)
{
  left(&d->wait);
  __real_close(d->set);
  errno = d->wait.before;
}

/* Waiting for files. In each of these functions a length of -1 is for ever. */

static int
select_for(int n, fd_set* r, fd_set* w, fd_set* e, int64_t length, const sigset_t* mask, int64_t* rest)
{
  struct
  {
    const sigset_t* mask;
    size_t size;
  } blocked = {mask, sizeof(uint64_t)};
  struct timespec none = {0, 0};
  fd_set* sets[3] = {r, w, e};
  fd_set asked[3], before[3];
  size_t size = (n < 0 || n > FD_SETSIZE ? FD_SETSIZE : (n + 63) / 64 * 64) / 8;
  struct waiting wait;
  struct dwelling d;
  int result, changed = 0;
  *rest = length;
  for (int i = 0; i < 3; i++)
    if (sets[i] != NULL)
      memcpy(&asked[i], sets[i], size);
  result = syscall(SYS_pselect6, n, r, w, e, &none, &blocked);
  if (result < 0)
    return result;
  if ((result > 0 || length == 0) && at_once())
  {
    d.set = epoll_create1(EPOLL_CLOEXEC);
    for (int fd = 0; fd < n && fd < FD_SETSIZE; fd++)
    {
      uint32_t events = 0;
      for (int i = 0; i < 3; i++)
        if (sets[i] != NULL && FD_ISSET(fd, &asked[i]))
          events |= i == 0 ? EPOLLIN : i == 1 ? EPOLLOUT : EPOLLPRI;
      if (events != 0)
        watch(&d, fd, events);
    }
    enter(&d, mask);
    while (!changed && dwell(&d))
    {
      for (int i = 0; i < 3; i++)
        if (sets[i] != NULL)
        {
          memcpy(&before[i], sets[i], size);
          memcpy(sets[i], &asked[i], size);
        }
      none.tv_sec = none.tv_nsec = 0;
      result = syscall(SYS_pselect6, n, r, w, e, &none, &blocked);
      changed = result < 0;
      for (int i = 0; i < 3; i++)
        changed = changed || (sets[i] != NULL && memcmp(&before[i], sets[i], size) != 0);
    }
    leave(&d);
    if (changed)
      spins = 0;
  }
  if (result != 0 || length == 0)
    return result;
  spins = 0;
  for (int i = 0; i < 3; i++)
    if (sets[i] != NULL)
      memcpy(sets[i], &asked[i], size);
  if (length < 0)
    return syscall(SYS_pselect6, n, r, w, e, NULL, &blocked);
  wait = begin(length, mask);
  blocked.mask = &wait.mask;
  result = syscall(SYS_pselect6, n, r, w, e, NULL, &blocked);
  if (!over(&wait, result, rest))
    return result;
  for (int i = 0; i < 3; i++)
    if (sets[i] != NULL)
      memset(sets[i], 0, size);
  return 0;
}

int __real_select(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout);

int
__wrap_select(int n, fd_set* r, fd_set* w, fd_set* e, struct timeval* timeout)
{
  struct timespec want;
  int64_t rest;
  int result;
  if (shared == NULL || (timeout != NULL && (timeout->tv_sec < 0 || timeout->tv_usec < 0)))
    return __real_select(n, r, w, e, timeout);
  if (timeout == NULL)
    return select_for(n, r, w, e, -1, NULL, &rest);
  want.tv_sec = timeout->tv_sec + timeout->tv_usec / 1000000;
  want.tv_nsec = timeout->tv_usec % 1000000 * 1000;
  result = select_for(n, r, w, e, length_of(&want), NULL, &rest);
  timeout->tv_sec = rest / SECOND;
  timeout->tv_usec = rest % SECOND / 1000;
  return result;
}

int __real_pselect(int n, fd_set* r, fd_set* w, fd_set* e, const struct timespec* timeout, const sigset_t* mask);

int
__wrap_pselect(int n, fd_set* r, fd_set* w, fd_set* e, const struct timespec* timeout, const sigset_t* mask)
{
  int64_t rest;
  if (shared == NULL || (timeout != NULL && !valid(timeout)))
    return __real_pselect(n, r, w, e, timeout, mask);
  return select_for(n, r, w, e, timeout == NULL ? -1 : length_of(timeout), mask, &rest);
}

static int
poll_for(struct pollfd* fds, nfds_t n, int64_t length, const sigset_t* mask)
{
  struct timespec none = {0, 0};
  int64_t rest;
  struct waiting w;
  int result = syscall(SYS_ppoll, fds, n, &none, mask, sizeof(uint64_t));
  if (result < 0)
    return result;
  if ((result > 0 || length == 0) && at_once())
  {
    short before[n + 1];
    struct dwelling d;
    int changed = 0;
    d.set = epoll_create1(EPOLL_CLOEXEC);
    for (nfds_t i = 0; i < n; i++)
      watch(&d, fds[i].fd, (unsigned short) fds[i].events);
    enter(&d, mask);
    while (!changed && dwell(&d))
    {
      for (nfds_t i = 0; i < n; i++)
        before[i] = fds[i].revents;
      none.tv_sec = none.tv_nsec = 0;
      result = syscall(SYS_ppoll, fds, n, &none, mask, sizeof(uint64_t));
      changed = result < 0;
      for (nfds_t i = 0; i < n; i++)
        changed = changed || before[i] != fds[i].revents;
    }
    leave(&d);
    if (changed)
      spins = 0;
  }
  if (result != 0 || length == 0)
    return result;
  spins = 0;
  if (length < 0)
    return syscall(SYS_ppoll, fds, n, NULL, mask, sizeof(uint64_t));
  w = begin(length, mask);
  result = syscall(SYS_ppoll, fds, n, NULL, &w.mask, sizeof(uint64_t));
  if (!over(&w, result, &rest))
    return result;
  for (nfds_t i = 0; i < n; i++)
    fds[i].revents = 0;
  return 0;
}

int __real_poll(struct pollfd* fds, nfds_t n, int timeout);

int
__wrap_poll(struct pollfd* fds, nfds_t n, int timeout)
{
  if (shared == NULL)
    return __real_poll(fds, n, timeout);
  return poll_for(fds, n, timeout < 0 ? -1 : timeout * 1000000LL, NULL);
}

int __real_ppoll(struct pollfd* fds, nfds_t n, const struct timespec* timeout, const sigset_t* mask);

int
__wrap_ppoll(struct pollfd* fds, nfds_t n, const struct timespec* timeout, const sigset_t* mask)
{
  if (shared == NULL || (timeout != NULL && !valid(timeout)))
    return __real_ppoll(fds, n, timeout, mask);
  return poll_for(fds, n, timeout == NULL ? -1 : length_of(timeout), mask);
}

/* answer_of returns a number for what epoll_wait tells, in whatever order. */
static uint64_t
answer_of(const struct epoll_event* events, int n)
{
  uint64_t sum = n;
  for (int i = 0; i < n; i++)
    sum += (events[i].data.u64 * 0x9e3779b97f4a7c15ULL ^ events[i].events) * 0xff51afd7ed558ccdULL;
  return sum;
}

static int
epoll_for(int fd, struct epoll_event* events, int n, int64_t length, const sigset_t* mask)
{
  struct waiting w;
  int64_t rest;
  int result = __real_epoll_pwait(fd, events, n, 0, mask);
  if (result < 0)
    return result;
  if ((result > 0 || length == 0) && at_once())
  {
    struct epoll_event before[result + 1];
    struct dwelling d;
    int first = result, changed;
    memcpy(before, events, result * sizeof *events);
    result = __real_epoll_pwait(fd, events, n, 0, mask);
    changed = answer_of(events, result < 0 ? 0 : result) != answer_of(before, first);
    if (changed) /* events that are told once */
      memcpy(events, before, (result = first) * sizeof *events);
    d.set = epoll_create1(EPOLL_CLOEXEC);
    watch(&d, fd, EPOLLIN);
    if (!changed)
      enter(&d, mask);
    else
      d.wait = begin(0, mask);
    while (!changed && dwell(&d))
    {
      result = __real_epoll_pwait(fd, events, n, 0, mask);
      changed = result < 0 || answer_of(events, result) != answer_of(before, first);
    }
    leave(&d);
    if (changed)
      spins = 0;
  }
  if (result != 0 || length == 0)
    return result;
  spins = 0;
  if (length < 0)
    return __real_epoll_pwait(fd, events, n, -1, mask);
  w = begin(length, mask);
  result = __real_epoll_pwait(fd, events, n, -1, &w.mask);
  return over(&w, result, &rest) ? 0 : result;
}

int
__wrap_epoll_pwait(int fd, struct epoll_event* events, int n, int timeout, const sigset_t* mask)
{
  if (shared == NULL)
    return __real_epoll_pwait(fd, events, n, timeout, mask);
  return epoll_for(fd, events, n, timeout < 0 ? -1 : timeout * 1000000LL, mask);
}

int
__wrap_epoll_wait(int fd, struct epoll_event* events, int n, int timeout)
{
  return __wrap_epoll_pwait(fd, events, n, timeout, NULL);
}

/* Timeouts of sockets. Linux keeps them, but so much longer that they do not strike. */

#define KEPT 10000000 /* seconds */

static int timeouts; /* whether a socket may have one */

int __real_setsockopt(int fd, int level, int name, const void* value, socklen_t n);

int
__wrap_setsockopt(int fd, int level, int name, const void* value, socklen_t n)
{
  struct timeval t;
  if (shared == NULL || level != SOL_SOCKET || (name != SO_RCVTIMEO && name != SO_SNDTIMEO) || n < sizeof t)
    return __real_setsockopt(fd, level, name, value, n);
  memcpy(&t, value, sizeof t);
  if (t.tv_sec < 0 || t.tv_usec < 0 || t.tv_usec >= 1000000 || (t.tv_sec == 0 && t.tv_usec == 0) || t.tv_sec >= KEPT)
    return __real_setsockopt(fd, level, name, value, n);
  timeouts = 1;
  t.tv_sec += KEPT;
  return __real_setsockopt(fd, level, name, &t, sizeof t);
}

int __real_getsockopt(int fd, int level, int name, void* value, socklen_t* n);

int
__wrap_getsockopt(int fd, int level, int name, void* value, socklen_t* n)
{
  struct timeval t;
  int result = __real_getsockopt(fd, level, name, value, n);
  if (shared == NULL || result != 0 || level != SOL_SOCKET || (name != SO_RCVTIMEO && name != SO_SNDTIMEO) || *n < sizeof t)
    return result;
  memcpy(&t, value, sizeof t);
  if (t.tv_sec >= KEPT)
    t.tv_sec -= KEPT;
  memcpy(value, &t, sizeof t);
  return 0;
}

/* arrived waits for what a call receives if the socket has a timeout; 0: the call fails with errno. */
static int
arrived(int fd)
{
  struct pollfd p = {fd, POLLIN, 0};
  struct timeval t;
  socklen_t n = sizeof t;
  int result, before = errno;
  if (!timeouts || __real_getsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, &n) != 0 || t.tv_sec < KEPT || (fcntl(fd, F_GETFL) & O_NONBLOCK))
  {
    errno = before;
    return 1;
  }
  result = poll_for(&p, 1, (t.tv_sec - KEPT) * SECOND + t.tv_usec * 1000LL, NULL);
  if (result == 0)
    errno = EAGAIN;
  else if (result > 0)
    errno = before;
  return result > 0;
}

/* What a process does, after which it does not spin. */

static struct stat outputs[2]; /* what it prints to */

int __real_fstat(int fd, struct stat* st);

__attribute__((constructor(101))) static void
note_outputs(void)
{
  for (int i = 0; i < 2; i++)
    if (__real_fstat(i + 1, &outputs[i]) != 0)
      outputs[i].st_ino = 0;
  errno = 0;
}

static ssize_t
did(ssize_t result)
{
  if (result > 0)
    spins = 0;
  return result;
}

/* gave is did for what is written to a file: to a socket, or to a pipe that is not the output. */
static ssize_t
gave(int fd, ssize_t result)
{
  struct stat st;
  if (result <= 0 || spins == 0 || __real_fstat(fd, &st) != 0 || (!S_ISSOCK(st.st_mode) && !S_ISFIFO(st.st_mode)))
    return result;
  for (int i = 0; i < 2; i++)
    if (S_ISFIFO(st.st_mode) && st.st_ino == outputs[i].st_ino && st.st_dev == outputs[i].st_dev)
      return result;
  return did(result);
}

/* UNLESS_SPINNING is the result of a call; where it fails with EAGAIN, and the process spins, the call is repeated when something has happened. */
#define UNLESS_SPINNING(fd, event, call) \
  ({ \
    ssize_t result = (call); \
    if (result < 0 && errno == EAGAIN && at_once()) \
    { \
      struct dwelling d; \
      d.set = epoll_create1(EPOLL_CLOEXEC); \
      watch(&d, fd, event); \
      enter(&d, NULL); \
      while (dwell(&d) && (result = (call)) < 0 && errno == EAGAIN) \
        ; \
      leave(&d); \
      if (result < 0) \
        errno = EAGAIN; \
    } \
    result; \
  })

/* TAKEN and GIVEN are the results of calls that take bytes, and give them. */
#define TAKEN(fd, keeps, call) ({ ssize_t taken = UNLESS_SPINNING(fd, EPOLLIN, call); (keeps) ? taken : did(taken); })
#define GIVEN(fd, call) gave(fd, UNLESS_SPINNING(fd, EPOLLOUT, call))

/* late is the result of a call for which nothing has arrived in time. */
static int
late(void)
{
  spins = 0;
  return -1;
}

ssize_t __real_read(int fd, void* to, size_t n);
ssize_t __real_readv(int fd, const struct iovec* to, int n);
ssize_t __real_recv(int fd, void* to, size_t n, int flags);
ssize_t __real_recvfrom(int fd, void* to, size_t n, int flags, struct sockaddr* from, socklen_t* size);
ssize_t __real_recvmsg(int fd, struct msghdr* m, int flags);
int __real_accept(int fd, struct sockaddr* from, socklen_t* size);
int __real_accept4(int fd, struct sockaddr* from, socklen_t* size, int flags);

ssize_t
__wrap_read(int fd, void* to, size_t n)
{
  return arrived(fd) ? TAKEN(fd, 0, __real_read(fd, to, n)) : late();
}

ssize_t
__wrap_readv(int fd, const struct iovec* to, int n)
{
  return arrived(fd) ? TAKEN(fd, 0, __real_readv(fd, to, n)) : late();
}

ssize_t
__wrap_recv(int fd, void* to, size_t n, int flags)
{
  return (flags & MSG_DONTWAIT) || arrived(fd) ? TAKEN(fd, flags & MSG_PEEK, __real_recv(fd, to, n, flags)) : late();
}

ssize_t
__wrap_recvfrom(int fd, void* to, size_t n, int flags, struct sockaddr* from, socklen_t* size)
{
  return (flags & MSG_DONTWAIT) || arrived(fd) ? TAKEN(fd, flags & MSG_PEEK, __real_recvfrom(fd, to, n, flags, from, size)) : late();
}

ssize_t
__wrap_recvmsg(int fd, struct msghdr* m, int flags)
{
  return (flags & MSG_DONTWAIT) || arrived(fd) ? TAKEN(fd, flags & MSG_PEEK, __real_recvmsg(fd, m, flags)) : late();
}

int
__wrap_accept(int fd, struct sockaddr* from, socklen_t* size)
{
  int result = arrived(fd) ? (int) UNLESS_SPINNING(fd, EPOLLIN, __real_accept(fd, from, size)) : late();
  did(result >= 0);
  return result;
}

int
__wrap_accept4(int fd, struct sockaddr* from, socklen_t* size, int flags)
{
  int result = arrived(fd) ? (int) UNLESS_SPINNING(fd, EPOLLIN, __real_accept4(fd, from, size, flags)) : late();
  did(result >= 0);
  return result;
}

ssize_t __real_write(int fd, const void* from, size_t n);
ssize_t __real_writev(int fd, const struct iovec* from, int n);
ssize_t __real_send(int fd, const void* from, size_t n, int flags);
ssize_t __real_sendto(int fd, const void* from, size_t n, int flags, const struct sockaddr* to, socklen_t size);
ssize_t __real_sendmsg(int fd, const struct msghdr* m, int flags);
ssize_t __real_sendfile(int to, int from, off_t* at, size_t n);

ssize_t
__wrap_write(int fd, const void* from, size_t n)
{
  return GIVEN(fd, __real_write(fd, from, n));
}

ssize_t
__wrap_writev(int fd, const struct iovec* from, int n)
{
  return GIVEN(fd, __real_writev(fd, from, n));
}

ssize_t
__wrap_send(int fd, const void* from, size_t n, int flags)
{
  return GIVEN(fd, __real_send(fd, from, n, flags));
}

ssize_t
__wrap_sendto(int fd, const void* from, size_t n, int flags, const struct sockaddr* to, socklen_t size)
{
  return GIVEN(fd, __real_sendto(fd, from, n, flags, to, size));
}

ssize_t
__wrap_sendmsg(int fd, const struct msghdr* m, int flags)
{
  return GIVEN(fd, __real_sendmsg(fd, m, flags));
}

ssize_t
__wrap_sendfile(int to, int from, off_t* at, size_t n)
{
  return GIVEN(to, __real_sendfile(to, from, at, n));
}

int __real_connect(int fd, const struct sockaddr* to, socklen_t size);
int __real_shutdown(int fd, int how);

int
__wrap_connect(int fd, const struct sockaddr* to, socklen_t size)
{
  int result = __real_connect(fd, to, size);
  did(result == 0);
  return result;
}

int
__wrap_shutdown(int fd, int how)
{
  int result = __real_shutdown(fd, how);
  did(result == 0);
  return result;
}

int
__wrap_close(int fd)
{
  int result = __real_close(fd);
  did(result == 0);
  return result;
}
