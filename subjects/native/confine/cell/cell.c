/* Runs one program in namespaces of its own. confine.go starts it, with the orders in descriptor 4 and a socket of packets
   in descriptor 3.

   The process that is started stays outside. Its child is process 1 of the namespaces: it makes the file system and the
   network, starts the program, reports how that ends, and serves the peer until the socket is closed. When it ends the
   kernel ends all that is left inside.

   Orders are strings that end in NUL: a word, and as many arguments as the word takes. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum
{
  CONTROL = 3,
  ORDERS = 4,
  FIRST_EXTRA = 5, /* descriptors of the program, from its 3 on */
  MAX_WORDS = 4096,
  MAX_EARS = 64
};

static char* at; /* in the orders */
static char* end;

static long base;        /* in mode range: the first user of the host that is mapped */
static const char* mode; /* range, delegated, single */

/* say sends a packet. */
static void
say(const char* text, int fd)
{
  struct iovec part = {(void*) text, strlen(text)};
  char room[CMSG_SPACE(sizeof fd)];
  struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
  if (fd >= 0)
  {
    struct cmsghdr* c;
    memset(room, 0, sizeof room);
    m.msg_control = room;
    m.msg_controllen = sizeof room;
    c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof fd);
    memcpy(CMSG_DATA(c), &fd, sizeof fd);
  }
  sendmsg(CONTROL, &m, MSG_NOSIGNAL);
}

/* fail reports what could not be done and ends. */
__attribute__((noreturn, format(printf, 1, 2))) static void
fail(const char* format, ...)
{
  int reason = errno;
  char text[4096] = "E", what[3000];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  snprintf(text + 1, sizeof text - 1, "%s: %s", what, strerror(reason));
  say(text, -1);
  _exit(120);
}

static char*
word(void)
{
  char* w = at;
  if (at >= end)
  {
    errno = EINVAL;
    fail("the orders end too soon");
  }
  at += strlen(at) + 1;
  return w;
}

static long
number(void)
{
  return strtol(word(), NULL, 10);
}

static void
put(const char* file, const char* text)
{
  int fd = open(file, O_WRONLY | O_CLOEXEC);
  if (fd < 0 || write(fd, text, strlen(text)) < 0)
    fail("%s", file);
  close(fd);
}

/* map_users writes the maps of a process. Each line has to lie in one line of the map outside. */
static void
map_users(pid_t pid)
{
  char file[64], text[64];
  if (strcmp(mode, "range") == 0)
    snprintf(text, sizeof text, "0 %ld 65536", base);
  else
    strcpy(text, strcmp(mode, "single") == 0 ? "0 0 1" : "0 0 1\n1 1 65535");
  snprintf(file, sizeof file, "/proc/%d/uid_map", pid);
  put(file, text);
  snprintf(file, sizeof file, "/proc/%d/gid_map", pid);
  put(file, text);
}

/* inside and outside are paths of the new file system and of the host's. */
static const char*
inside(const char* path)
{
  static char name[2][4200];
  static int i;
  i = !i;
  snprintf(name[i], sizeof name[i], "/newroot%s", path);
  return name[i];
}

static const char*
outside(const char* path)
{
  static char name[4200];
  snprintf(name, sizeof name, "/oldroot%s", path);
  return name;
}

static void
own(const char* name, long uid, long gid)
{
  if (strcmp(mode, "range") == 0)
    uid += base, gid += base;
  if (lchown(name, uid, gid) != 0)
    fail("give %s to %ld:%ld", name, uid, gid);
}

/* parents makes the folders above a path that are missing. */
static void
parents(const char* path)
{
  char name[4200];
  snprintf(name, sizeof name, "%s", path);
  for (char* p = name + 1; (p = strchr(p, '/')) != NULL; p++)
  {
    *p = 0;
    if (mkdir(name, 0755) == 0)
      own(name, 0, 0);
    else if (errno != EEXIST)
      fail("make %s", name);
    *p = '/';
  }
}

static void
make_file(void)
{
  const char* name = inside(word());
  long perm = number(), uid = number(), gid = number(), size = number();
  int fd;
  parents(name);
  fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0)
    fail("make %s", name);
  for (long done = 0, n; done < size; done += n)
    if ((n = write(fd, at + done, size - done)) <= 0)
      fail("write %s", name);
  close(fd);
  at += size;
  own(name, uid, gid); /* first: it clears set-id bits */
  if (chmod(name, perm) != 0)
    fail("set the mode of %s", name);
}

static void
make_dir(void)
{
  const char* name = inside(word());
  long perm = number(), uid = number(), gid = number();
  parents(name);
  if (mkdir(name, 0700) != 0 && errno != EEXIST)
    fail("make %s", name);
  own(name, uid, gid);
  if (chmod(name, perm) != 0)
    fail("set the mode of %s", name);
}

static void
make_link(void)
{
  const char* name = inside(word());
  const char* target = word();
  long uid = number(), gid = number();
  parents(name);
  if (symlink(target, name) != 0 && errno != EEXIST)
    fail("make %s", name);
  own(name, uid, gid);
}

/* make_device makes a device where that is permitted, else it shows the host's. */
static void
make_device(void)
{
  const char* path = word();
  const char* name = inside(path);
  long major = number(), minor = number();
  struct stat st;
  parents(name);
  if (lstat(name, &st) == 0)
    return; /* the test's own */
  if (strcmp(mode, "range") == 0)
  {
    if (mknod(name, S_IFCHR | 0666, makedev(major, minor)) != 0)
      fail("make %s", name);
    own(name, 0, 0);
    if (chmod(name, 0666) != 0)
      fail("set the mode of %s", name);
    return;
  }
  if (mknod(name, S_IFREG | 0666, 0) != 0)
    fail("make %s", name);
  if (mount(outside(path), name, NULL, MS_BIND, NULL) != 0)
    fail("show %s", path);
}

static void
set_time(void)
{
  const char* name = inside(word());
  long seconds = number();
  struct timespec t[2] = {{seconds, 0}, {seconds, 0}};
  if (utimensat(AT_FDCWD, name, t, AT_SYMLINK_NOFOLLOW) != 0)
    fail("set the time of %s", name);
}

static void
bind_host(void)
{
  const char* path = word();
  int writable = strcmp(word(), "rw") == 0;
  const char* from = outside(path);
  const char* to = inside(path);
  unsigned long flags = MS_BIND | MS_REMOUNT | MS_NOSUID | MS_NODEV | (writable ? 0 : MS_RDONLY);
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (writable ? 0 : MOUNT_ATTR_RDONLY)};
  struct stat st;
  if (lstat(from, &st) != 0)
    return; /* not on this machine */
  parents(to);
  if (S_ISLNK(st.st_mode))
  {
    char target[4096];
    long n = readlink(from, target, sizeof target - 1);
    if (n < 0)
      fail("read %s", path);
    target[n] = 0;
    if (symlink(target, to) != 0 && errno != EEXIST)
      fail("make %s", to);
    return;
  }
  if (S_ISDIR(st.st_mode) ? mkdir(to, 0755) != 0 && errno != EEXIST : mknod(to, S_IFREG | 0644, 0) != 0 && errno != EEXIST)
    fail("make %s", to);
  /* Without what is mounted below, but where Linux insists on it. */
  if (mount(from, to, NULL, MS_BIND, NULL) != 0 && (errno != EINVAL || mount(from, to, NULL, MS_BIND | MS_REC, NULL) != 0))
    fail("show %s", path);
  if (syscall(SYS_mount_setattr, AT_FDCWD, to, AT_RECURSIVE, &attributes, sizeof attributes) == 0)
    return;
  /* Before Linux 5.12, one by one; what the host's mount forbids cannot be permitted again. */
  if (mount(NULL, to, NULL, flags, NULL) != 0 && mount(NULL, to, NULL, flags | MS_NOEXEC, NULL) != 0)
    fail("make %s %s", path, writable ? "writable" : "readable only");
}

/* The network. Messages of rtnetlink are made by hand. */

struct message
{
  struct nlmsghdr h;
  union
  {
    struct ifinfomsg link;
    struct ifaddrmsg address;
    struct rtmsg route;
  } u;
  char rest[512];
};

static struct rtattr*
attribute(struct message* m, int type, const void* data, int n)
{
  struct rtattr* a = (struct rtattr*) ((char*) m + NLMSG_ALIGN(m->h.nlmsg_len));
  a->rta_type = type;
  a->rta_len = RTA_LENGTH(n);
  if (n > 0)
    memcpy(RTA_DATA(a), data, n);
  m->h.nlmsg_len = NLMSG_ALIGN(m->h.nlmsg_len) + RTA_ALIGN(a->rta_len);
  return a;
}

static void
close_attribute(struct message* m, struct rtattr* a)
{
  a->rta_len = (char*) m + m->h.nlmsg_len - (char*) a;
}

static void
ask(struct message* m, const char* what)
{
  struct
  {
    struct nlmsghdr h;
    struct nlmsgerr e;
    char rest[1024];
  } answer;
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  m->h.nlmsg_flags |= NLM_F_REQUEST | NLM_F_ACK;
  if (fd < 0 || send(fd, m, m->h.nlmsg_len, 0) < 0 || recv(fd, &answer, sizeof answer, 0) < 0)
    fail("%s", what);
  close(fd);
  if (answer.h.nlmsg_type == NLMSG_ERROR && answer.e.error != 0)
  {
    errno = -answer.e.error;
    fail("%s", what);
  }
}

static void
up(const char* name)
{
  struct message m = {.h = {.nlmsg_len = NLMSG_LENGTH(sizeof m.u.link), .nlmsg_type = RTM_NEWLINK}};
  m.u.link.ifi_index = if_nametoindex(name);
  m.u.link.ifi_change = m.u.link.ifi_flags = IFF_UP;
  ask(&m, name);
}

static int
parse(const char* ip, unsigned char out[16])
{
  if (inet_pton(AF_INET, ip, out) == 1)
    return AF_INET;
  if (inet_pton(AF_INET6, ip, out) == 1)
    return AF_INET6;
  errno = EINVAL;
  fail("address %s", ip);
}

/* point gives an interface an address, at whose other end is another one: nothing else is reached by it. */
static void
point(const char* name, const char* ip, const char* other)
{
  struct message m = {.h = {.nlmsg_len = NLMSG_LENGTH(sizeof m.u.address), .nlmsg_type = RTM_NEWADDR, .nlmsg_flags = NLM_F_CREATE}};
  unsigned char raw[16];
  int family = parse(ip, raw), n = family == AF_INET ? 4 : 16;
  m.u.address.ifa_family = family;
  m.u.address.ifa_prefixlen = 8 * n;
  m.u.address.ifa_flags = IFA_F_NODAD;
  m.u.address.ifa_index = if_nametoindex(name);
  attribute(&m, IFA_LOCAL, raw, n);
  parse(other, raw);
  attribute(&m, IFA_ADDRESS, raw, n);
  ask(&m, ip);
}

/* prompt has what is sent by a route acknowledged at once. Linux takes up to 40 ms for that, and a program that writes twice waits with it
   (Nagle's algorithm). */
static void
prompt(const struct nlmsghdr* h)
{
  const struct rtmsg* route = NLMSG_DATA(h);
  struct message m = {.h = {.nlmsg_len = NLMSG_LENGTH(sizeof *route), .nlmsg_type = RTM_NEWROUTE, .nlmsg_flags = NLM_F_CREATE | NLM_F_REPLACE}};
  struct rtattr* metrics;
  int on = 1, n = RTM_PAYLOAD(h);
  if (route->rtm_type != RTN_LOCAL && route->rtm_type != RTN_UNICAST)
    return;
  m.u.route = *route;
  m.u.route.rtm_flags = 0;
  for (const struct rtattr* a = RTM_RTA(route); RTA_OK(a, n); a = RTA_NEXT(a, n))
    if (a->rta_type == RTA_DST || a->rta_type == RTA_OIF || a->rta_type == RTA_PREFSRC)
      attribute(&m, a->rta_type, RTA_DATA(a), RTA_PAYLOAD(a));
  metrics = attribute(&m, RTA_METRICS, NULL, 0);
  attribute(&m, RTAX_QUICKACK, &on, sizeof on);
  close_attribute(&m, metrics);
  ask(&m, "change a route");
}

/* prompt_all does that with all routes of this network but those of IPv6, of which Linux makes some later. */
static void
prompt_all(void)
{
  static char list[1 << 18];
  struct message m = {.h = {.nlmsg_len = NLMSG_LENGTH(sizeof m.u.route), .nlmsg_type = RTM_GETROUTE, .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP}};
  int n = 0, got, left, done = 0, fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  m.u.route.rtm_family = AF_INET;
  if (fd < 0 || send(fd, &m, m.h.nlmsg_len, 0) < 0)
    fail("list routes");
  while (!done)
  {
    if ((got = recv(fd, list + n, sizeof list - n, 0)) <= 0)
      fail("list routes");
    left = got;
    for (struct nlmsghdr* h = (struct nlmsghdr*) (list + n); NLMSG_OK(h, left); h = NLMSG_NEXT(h, left))
      done = done || h->nlmsg_type != RTM_NEWROUTE; /* the end, or an error */
    n += NLMSG_ALIGN(got);
  }
  close(fd);
  for (struct nlmsghdr* h = (struct nlmsghdr*) list; NLMSG_OK(h, n) && h->nlmsg_type == RTM_NEWROUTE; h = NLMSG_NEXT(h, n))
    prompt(h);
}

/* cable connects this network with the one of descriptor other. */
static void
cable(int other)
{
  struct message m = {.h = {.nlmsg_len = NLMSG_LENGTH(sizeof m.u.link), .nlmsg_type = RTM_NEWLINK, .nlmsg_flags = NLM_F_CREATE | NLM_F_EXCL}};
  struct ifinfomsg none = {0};
  struct rtattr *info, *data, *peer;
  attribute(&m, IFLA_IFNAME, "eth0", 5);
  info = attribute(&m, IFLA_LINKINFO, NULL, 0);
  attribute(&m, IFLA_INFO_KIND, "veth", 4);
  data = attribute(&m, IFLA_INFO_DATA, NULL, 0);
  peer = attribute(&m, VETH_INFO_PEER, &none, sizeof none);
  attribute(&m, IFLA_IFNAME, "eth0", 5);
  attribute(&m, IFLA_NET_NS_FD, &other, sizeof other);
  close_attribute(&m, peer);
  close_attribute(&m, data);
  close_attribute(&m, info);
  ask(&m, "connect two networks");
}

union name
{
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static socklen_t
name_of(union name* a, const char* ip, int port)
{
  unsigned char raw[16];
  memset(a, 0, sizeof *a);
  a->any.sa_family = parse(ip, raw);
  if (a->any.sa_family == AF_INET)
  {
    memcpy(&a->v4.sin_addr, raw, 4);
    a->v4.sin_port = htons(port);
    return sizeof a->v4;
  }
  memcpy(&a->v6.sin6_addr, raw, 16);
  a->v6.sin6_port = htons(port);
  return sizeof a->v6;
}

static const char *client, *server; /* addresses; NULL: no peer */
static const char* further[256];    /* addresses of the client's besides */
static int nfurther;
static int networks[2] = {-1, -1};  /* the program's and the peer's, where that is another one */

/* bound returns a socket of a type with this address. */
static int
bound(int type, const char* ip, int port)
{
  union name a;
  socklen_t n = name_of(&a, ip, port);
  int on = 1, fd = socket(a.any.sa_family, type | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  if (type == SOCK_STREAM)
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(fd, &a.any, n) == 0)
    return fd;
  close(fd);
  return -1;
}

/* dial connects from a port of one of the client's addresses to one of the server. */
static int
dial(const char* ip, int from, int to)
{
  union name a;
  socklen_t n = name_of(&a, server, to);
  int reason, fd = bound(SOCK_STREAM, ip, from);
  if (fd < 0)
    return -1;
  if (connect(fd, &a.any, n) == 0)
    return fd;
  reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

static void
enter(int network)
{
  if (networks[network] >= 0 && setns(networks[network], CLONE_NEWNET) != 0)
    fail("enter a network");
}

/* hear returns a socket that waits for connections or datagrams at an address of the client's, or of the program's machine. */
static int
hear(int type, const char* ip, int port)
{
  int own = networks[0] >= 0 && (strncmp(ip, "127.", 4) == 0 || strcmp(ip, "::1") == 0 || strcmp(ip, server) == 0), fd;
  if (own)
    enter(0);
  fd = bound(type, ip, port);
  if (own)
    enter(1);
  if (fd >= 0 && type == SOCK_STREAM && listen(fd, 8) != 0)
  {
    close(fd);
    return -1;
  }
  return fd;
}

/* What is waited at from before the program starts. */
static struct
{
  const char* ip;
  int type, port, fd;
} ears[MAX_EARS];
static int nears;

/* ear returns the socket that was made before, or one that is made now. */
static int
ear(int type, const char* ip, int port)
{
  int fd;
  for (int i = 0; i < nears; i++)
    if (ears[i].type == type && ears[i].port == port && ears[i].fd >= 0 && strcmp(ears[i].ip, ip) == 0)
    {
      fd = ears[i].fd;
      ears[i].fd = -1;
      return fd;
    }
  return hear(type, ip, port);
}

/* join makes the networks of the program and of its peer. */
static void
join(int proc, int apart)
{
  up("lo");
  if (!apart)
  {
    prompt_all();
    return;
  }
  networks[0] = openat(proc, "self/ns/net", O_RDONLY | O_CLOEXEC);
  if (networks[0] < 0 || unshare(CLONE_NEWNET) != 0)
    fail("a network of the peer's");
  networks[1] = openat(proc, "self/ns/net", O_RDONLY | O_CLOEXEC);
  if (networks[1] < 0)
    fail("a network of the peer's");
  cable(networks[0]);
  up("eth0");
  enter(0);
  up("eth0");
  point("eth0", server, client);
  for (int i = 0; i < nfurther; i++)
    point("eth0", server, further[i]);
  prompt_all();
  enter(1);
  point("eth0", client, server);
  for (int i = 0; i < nfurther; i++)
    point("eth0", further[i], server);
  prompt_all();
}

/* tick waits until the clock of files has ticked: what the program changes has a later time than what it found. */
static void
tick(void)
{
  struct timespec before, after, moment = {0, 200000};
  clock_gettime(CLOCK_REALTIME, &before);
  while (clock_gettime(CLOCK_REALTIME_COARSE, &after) == 0
         && (after.tv_sec < before.tv_sec || (after.tv_sec == before.tv_sec && after.tv_nsec <= before.tv_nsec)))
    nanosleep(&moment, NULL);
}

/* The program. */

static char* args[MAX_WORDS];
static char* env[MAX_WORDS];
static int nargs, nenv;
static struct
{
  int resource;
  struct rlimit limit;
} limits[16];
static int nlimits;
static int program = -1, extras, turns;
static int input = -1, connected; /* standard input; or all three: a connection with the peer */
static const char* directory = "/";
static const char* path;

static void
run(int report)
{
  sigset_t none;
  int reason;
  for (int s = 1; s <= 64; s++)
    signal(s, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  umask(022);
  for (int i = 0; input >= 0 && i < (connected ? 3 : 1); i++)
    dup2(input, i);
  if (chdir(directory) != 0)
    goto failed;
  for (int i = 0; i < nlimits; i++)
    setrlimit(limits[i].resource, &limits[i].limit);
  /* The report and the program move out of the way of what the program gets. */
  report = fcntl(report, F_DUPFD_CLOEXEC, 100);
  if (program >= 0)
    program = fcntl(program, F_DUPFD_CLOEXEC, 101);
  for (int i = 0; i < extras; i++)
    dup2(FIRST_EXTRA + i, 3 + i);
  syscall(SYS_close_range, 3 + extras, 99, 0);
  syscall(SYS_close_range, 102, ~0U, 0);
  if (program >= 0)
    syscall(SYS_execveat, program, "", args, env, AT_EMPTY_PATH);
  else
    execve(path, args, env);
failed:
  reason = errno;
  if (write(report, &reason, sizeof reason) < 0)
    _exit(119);
  _exit(118);
}

/* serve answers until the socket is closed, and reports what ends. */
static void
serve(pid_t first, int children)
{
  struct pollfd wait[2] = {{CONTROL, POLLIN, 0}, {children, POLLIN, 0}};
  for (;;)
  {
    char order[128], answer[64], ip[64];
    struct signalfd_siginfo info;
    int status, fd, a, b;
    pid_t pid;
    if (poll(wait, 2, -1) < 0)
      continue;
    if (wait[1].revents != 0 && read(children, &info, sizeof info) > 0)
    {
      while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        if (pid == first)
        {
          snprintf(answer, sizeof answer, "X%d", status);
          say(answer, -1);
        }
      if (pid < 0 && errno == ECHILD)
        say("Z", -1);
    }
    if (wait[0].revents == 0)
      continue;
    status = recv(CONTROL, order, sizeof order - 1, 0);
    if (status <= 0)
      _exit(0);
    order[status] = 0;
    if (sscanf(order, "D%63s %d %d", ip, &a, &b) == 3)
    {
      fd = dial(ip, a, b);
      say(fd >= 0 ? "d" : errno == ECONNREFUSED ? "n" : "r", fd);
    }
    else if (sscanf(order, "L%63s %d", ip, &a) == 2)
    {
      fd = ear(SOCK_STREAM, ip, a);
      say(fd >= 0 ? "l" : "r", fd);
    }
    else if (sscanf(order, "U%63s %d", ip, &a) == 2)
    {
      fd = ear(SOCK_DGRAM, ip, a);
      say(fd >= 0 ? "l" : "r", fd);
    }
    else
    {
      say("r", -1);
      continue;
    }
    if (fd >= 0)
      close(fd);
  }
}

/* first_orders carries out the orders that come before the namespaces. */
static void
first_orders(void)
{
  mode = word();
  base = number();
}

/* setup carries out the others. */
static void
setup(int proc, int sync)
{
  int apart = 0, from = 0, to = 0, all = -1;
  cpu_set_t cpus;
  while (at < end)
  {
    const char* w = word();
    if (strcmp(w, "tmpfs") == 0)
    {
      const char* name = inside(word());
      parents(name);
      mkdir(name, 0755);
      if (mount("tmpfs", name, "tmpfs", MS_NOSUID * (strcmp(name, "/newroot/") != 0), word()) != 0)
        fail("a file system at %s", name);
      own(name, 0, 0);
    }
    else if (strcmp(w, "dir") == 0)
      make_dir();
    else if (strcmp(w, "file") == 0)
      make_file();
    else if (strcmp(w, "link") == 0)
      make_link();
    else if (strcmp(w, "device") == 0)
      make_device();
    else if (strcmp(w, "time") == 0)
      set_time();
    else if (strcmp(w, "bind") == 0)
      bind_host();
    else if (strcmp(w, "proc") == 0)
    {
      /* Not where parts of the host's are hidden: Linux forbids it. */
      if (mkdir(inside("/proc"), 0555) != 0 || mount("proc", inside("/proc"), "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
        continue;
    }
    else if (strcmp(w, "stdin") == 0)
    {
      long size = number(), seconds = number();
      struct timespec t[2] = {{seconds, 0}, {seconds, 0}};
      int fd = open("/newroot/.stdin", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      if (fd < 0 || (size > 0 && write(fd, at, size) != size))
        fail("standard input");
      at += size;
      own("/newroot/.stdin", 0, 0);
      if (seconds != 0)
        futimens(fd, t);
      input = open("/newroot/.stdin", O_RDONLY | O_CLOEXEC);
      unlink("/newroot/.stdin");
      close(fd);
    }
    else if (strcmp(w, "peer") == 0)
    {
      client = word();
      server = word();
      from = number();
      to = number();
      apart = number();
      connected = from != 0;
    }
    else if (strcmp(w, "further") == 0 && nfurther < (int) (sizeof further / sizeof *further))
      further[nfurther++] = word();
    else if (strcmp(w, "ear") == 0 && nears < MAX_EARS)
    {
      ears[nears].type = strcmp(word(), "udp") == 0 ? SOCK_DGRAM : SOCK_STREAM;
      ears[nears].ip = word();
      ears[nears++].port = number();
    }
    else if (strcmp(w, "limit") == 0 && nlimits < 16)
    {
      limits[nlimits].resource = number();
      limits[nlimits].limit.rlim_cur = limits[nlimits].limit.rlim_max = strtoul(word(), NULL, 10);
      nlimits++;
    }
    else if (strcmp(w, "arg") == 0 && nargs < MAX_WORDS - 1)
      args[nargs++] = word();
    else if (strcmp(w, "env") == 0 && nenv < MAX_WORDS - 1)
      env[nenv++] = word();
    else if (strcmp(w, "chdir") == 0)
      directory = word();
    else if (strcmp(w, "extras") == 0)
      extras = number();
    else if (strcmp(w, "turns") == 0)
      turns = 1;
    else if (strcmp(w, "load") == 0)
    {
      const char* name = outside(word());
      if ((program = open(name, O_PATH | O_CLOEXEC)) < 0)
        fail("open %s", name);
    }
    else if (strcmp(w, "exec") == 0)
      path = word();
    else
    {
      errno = EINVAL;
      fail("order %s", w);
    }
  }
  /* With the old root goes what is mounted below it: the host's files. */
  if (chdir("/newroot") != 0 || syscall(SYS_pivot_root, ".", ".") != 0
      || umount2(".", MNT_DETACH) != 0 || chdir("/") != 0)
    fail("a root of its own");
  /* First in, first out on one processor, as the simulated machine does it, where that is permitted. */
  if (turns && sched_getaffinity(0, sizeof cpus, &cpus) == 0)
  {
    struct sched_param first_in = {.sched_priority = 1};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    turns = sched_setaffinity(0, sizeof one, &one) == 0;
    sched_setscheduler(0, SCHED_FIFO, &first_in);
  }
  /* The user namespace comes after the mounts: those that are readable only cannot be changed from within it. */
  {
    char go;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) != 0)
      fail("namespaces");
    if (write(sync, "u", 1) != 1 || read(sync, &go, 1) != 1)
      _exit(120);
    if ((strcmp(mode, "single") != 0 && setgroups(0, NULL) != 0) || setresgid(0, 0, 0) != 0 || setresuid(0, 0, 0) != 0)
      fail("become another user");
    if (sethostname("confcov", 7) != 0)
      fail("a name of the machine");
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  join(proc, apart);
  for (int i = 0; i < nears; i++)
    ears[i].fd = hear(ears[i].type, ears[i].ip, ears[i].port);
  if (connected)
  {
    int l;
    enter(0);
    l = bound(SOCK_STREAM, server, to);
    if (l < 0 || listen(l, 1) != 0)
      fail("listen at %s port %d", server, to);
    enter(1);
    /* Routes of IPv6 come when the link is known to be up, which is a moment later. */
    for (int tries = 0; (all = dial(client, from, to)) < 0; tries++)
      if (errno != ENETUNREACH && errno != EADDRNOTAVAIL || tries == 2000)
        fail("connect %s with %s", client, server);
      else
        usleep(1000);
    input = accept4(l, NULL, NULL, SOCK_CLOEXEC);
    close(l);
    say("C", all);
    close(all);
  }
  close(proc);
  close(sync);
  {
    int report[2], reason, children;
    struct sched_param usual = {0};
    sigset_t set;
    pid_t pid;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, NULL);
    children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (program >= 0)
      tick();
    enter(0);
    if (children < 0 || pipe2(report, O_CLOEXEC) != 0 || (pid = fork()) < 0)
      fail("a process");
    if (pid == 0)
      run(report[1]);
    enter(1);
    if (turns)
    {
      sched_setscheduler(0, SCHED_OTHER, &usual);
      sched_setaffinity(0, sizeof cpus, &cpus);
    }
    for (int i = 0; i < 3; i++)
      close(i);
    for (int i = 0; i < extras; i++)
      close(FIRST_EXTRA + i);
    if (input >= 0)
      close(input);
    if (program >= 0)
      close(program);
    close(report[1]);
    if (read(report[0], &reason, sizeof reason) == sizeof reason)
    {
      errno = reason;
      fail("start the program");
    }
    close(report[0]);
    say("S", -1);
    serve(pid, children);
  }
}

/* inner is process 1. */
static void
inner(int sync)
{
  int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int last = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* The first process has the number that it has on the simulated machine. */
  if (proc < 0 || last < 0 || write(last, "99", 2) != 2)
    fail("numbers of processes");
  close(last);
  umask(0);
  if (unshare(CLONE_NEWNS) != 0)
    fail("namespaces");
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 || mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=1m") != 0
      || mkdir("/tmp/oldroot", 0755) != 0 || mkdir("/tmp/newroot", 0755) != 0 || syscall(SYS_pivot_root, "/tmp", "/tmp/oldroot") != 0
      || chdir("/") != 0)
    fail("a file system of its own");
  setup(proc, sync);
}

int
main(void)
{
  struct stat st;
  int sync[2], status;
  char text[64], ready;
  pid_t pid;
  if (fstat(ORDERS, &st) != 0 || (at = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, ORDERS, 0)) == MAP_FAILED)
    fail("read the orders");
  end = at + st.st_size;
  close(ORDERS);
  fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
  first_orders();
  if (strcmp(mode, "range") != 0)
  {
    long uid = getuid(), gid = getgid();
    if (unshare(CLONE_NEWUSER) != 0)
      fail("a user namespace");
    if (strcmp(mode, "single") == 0)
    {
      put("/proc/self/setgroups", "deny");
      snprintf(text, sizeof text, "0 %ld 1", uid);
      put("/proc/self/uid_map", text);
      snprintf(text, sizeof text, "0 %ld 1", gid);
      put("/proc/self/gid_map", text);
    }
    else
    {
      say("M", -1);
      if (recv(CONTROL, text, sizeof text, 0) <= 0)
        _exit(120);
      if (setgroups(0, NULL) != 0)
        fail("leave the groups");
    }
    if (setresgid(0, 0, 0) != 0 || setresuid(0, 0, 0) != 0)
      fail("become root inside");
  }
  if (unshare(CLONE_NEWPID) != 0)
    fail("namespaces");
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sync) != 0 || (pid = fork()) < 0)
    fail("a process");
  if (pid == 0)
  {
    close(sync[0]);
    inner(sync[1]);
  }
  close(sync[1]);
  snprintf(text, sizeof text, "P%d", (int) pid);
  say(text, -1);
  if (read(sync[0], &ready, 1) == 1)
  {
    map_users(pid);
    if (write(sync[0], "m", 1) != 1)
      _exit(120);
  }
  close(CONTROL);
  for (int i = 0; i < 3; i++)
    close(i);
  syscall(SYS_close_range, FIRST_EXTRA, ~0U, 0);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return 0;
}
