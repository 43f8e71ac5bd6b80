package native

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/kernel"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/confine"
)

// recorded builds a subject, or skips the test.
func recorded(t *testing.T, name string) (*Recorder, *subjects.Subject) {
	t.Helper()
	s, err := subjects.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	r, err := NewRecorder(t.Context(), s, p, library(t), t.TempDir(), Options{Unconfined: confine.Check() != nil})
	need.NoError(t, err)
	return r, s
}

// TestLines checks the example's lines under two configurations by hand.
func TestLines(t *testing.T) {
	t.Setenv("CONFCOV_CACHE", t.TempDir())
	r, s := recorded(t, "example")
	test, err := s.Test("input1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		settings  confspace.Settings
		one, five uint64
	}{
		{confspace.Settings{{Option: 0, Value: 1}}, 1, 0},
		{confspace.Settings{{Option: 1, Value: 1}, {Option: 3, Value: 1}}, 0, 1},
	} {
		got, err := r.Run(t.Context(), test, s.Space().Defaults().With(c.settings), false)
		if err != nil {
			t.Fatal(err)
		}
		if l := got.Lines["example.c"]; l[20] != c.one || l[33] != c.five {
			t.Errorf("%v: lines 20 and 33 executed: %v, %v; want %v, %v", c.settings, l[20], l[33], c.one, c.five)
		}
	}
}

// TestWorld gives a program arguments, an environment, standard input, and files that only it sees.
func TestWorld(t *testing.T) {
	t.Setenv("CONFCOV_CACHE", t.TempDir())
	dir := need.Folder(t, map[string]string{
		"subject.toml": `name = "world"
version = "1"
[source]
folder = "src"
[build]
files = ["main.c"]
include = ["."]
[symbolic]
after = "ready"
[config]
how = "arguments"
line = "{name}={value}"
[options]
object = "{name}"
list = [{ name = "mode", domain = "0..255", type = "u8", default = 7 }]
`,
		"src/fcntl.h": "#ifndef OWN\n#error this is the program's own\n#endif\n",
		"src/main.c": `#define OWN
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned char mode = 7;
static void ready(void) {}
int main(int argc, char **argv) {
  char line[100];
  FILE *f = fopen("/etc/motd", "r");
  ready();
  if (!f)
    puts("no file");
  else if (fgets(line, sizeof line, f))
    printf("file %s", line);
  printf("%d %s, home %s, mode %d\n", argc, argv[1], getenv("HOME"), mode);
  while (fgets(line, sizeof line, stdin))
    printf("read %s", line);
  return mode;
}
`,
		"tests/all.txtar":   "argv = [\"world\", \"x\"]\nenv = [\"HOME=/h\"]\n-- stdin --\na\nb\n-- dir / --\n-- dir /etc --\n-- file /etc/motd --\nhello\n",
		"tests/plain.txtar": "argv = [\"world\", \"y\"]\nenv = [\"HOME=/\"]\n",
	})
	r, s := recorded(t, dir)
	for i, want := range []string{
		"file hello\n2 x, home /h, mode 200\nread a\nread b\n",
		"no file\n2 y, home /, mode 200\n",
	} {
		test := s.Tests[i]
		if reason := r.Unfit(test); reason != "" {
			if i != 0 || r.rooted == nil {
				t.Errorf("test %s cannot be run: %s", test.Name, reason)
			}
			continue
		}
		got, err := r.Run(t.Context(), test, confspace.Configuration{200}, false)
		if err != nil {
			t.Fatal(err)
		}
		if r.rooted != nil {
			want = strings.Replace(want, "no file\n", string(got.Output[:strings.Index(string(got.Output), "2 y")]), 1)
		}
		if string(got.Output) != want || got.End != (trace.End{Kind: "exit", Code: 200}) {
			t.Errorf("%s: %v, output %q, want %q", test.Name, got.End, got.Output, want)
		}
		if c := got.Calls; len(c) != 1 || c[0].Total != 2 {
			t.Errorf("%s: calls %v", test.Name, c)
		}
	}
}

// waiter waits in every way that the harness shortens.
const waiter = `#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
static unsigned char mode = 7;
static void ready(void) {}
static void rang(int number) { (void) number; }
static void ended(int number) { (void) number; }
static int compare(const void *a, const void *b) { return *(const char *) a - *(const char *) b; }
static void parent(void) {}
int main(void) {
  char text[] = "cab";
  struct timespec hour = {3600, 0};
  struct timeval second = {1, 0};
  struct sigaction action = {0};
  long start = time(NULL);
  ready();
  qsort(text, 3, 1, compare);
  signal(SIGCHLD, ended);
  if (fork() == 0)
    _exit(0);
  parent(); /* goes on before the child begins */
  wait(NULL);
  action.sa_handler = rang;
  sigaction(SIGALRM, &action, NULL);
  alarm(7200);
  nanosleep(&hour, NULL);
  pause();
  select(0, NULL, NULL, NULL, &second);
  errno = 0;
  syslog(LOG_INFO, "of no use");
  if (errno != EXDEV) /* not the machine's */
    return 1;
  alarm(1);
  second.tv_sec = 1;
  dprintf(1, "220 %d ", select(0, NULL, NULL, NULL, &second)); /* the alarm goes off at its end */
  dprintf(1, "%s %ld %d\r\n", text, (long) time(NULL) - start, open("/dev/null", O_RDWR) >= 0);
  return mode;
}
`

// served returns the description of a program of one file, which has a peer and one option.
func served(name string) string {
	return `name = "` + name + `"
version = "1"
[source]
folder = "src"
[build]
files = ["main.c"]
[symbolic]
after = "ready"
[config]
how = "arguments"
line = "{name}={value}"
[environment]
stdin = "socket"
[options]
object = "{name}"
list = [{ name = "mode", domain = "0..255", type = "u8", default = 7 }]
`
}

// TestPeer runs a program that sorts, forks, and waits for hours, with a peer.
func TestPeer(t *testing.T) {
	t.Setenv("CONFCOV_CACHE", t.TempDir())
	dir := need.Folder(t, map[string]string{
		"subject.toml":    served("waiter"),
		"src/main.c":      waiter,
		"tests/one.txtar": "-- dir / --\n-- script --\nexpect 220\n",
	})
	r, s := recorded(t, dir)
	reason := r.Unfit(s.Tests[0])
	need.That(t, reason == "", "%s", reason)
	for range 3 {
		got, err := r.Run(t.Context(), s.Tests[0], confspace.Configuration{200}, false)
		if err != nil {
			t.Fatal(err)
		}
		if want := "< 220 -1 abc 7202 1\n"; !strings.Contains(string(got.Output), want) || got.End.Code != 200 {
			t.Errorf("%v, output %q, want %q", got.End, got.Output, want)
		}
		var names []string
		for _, i := range got.Calls[0].Seq {
			names = append(names, got.Calls[0].Names[i])
		}
		chain := strings.Join(names, " ")
		if len(got.Calls) != 2 || !strings.HasPrefix(chain, "main ready compare") || !strings.HasSuffix(chain, "compare parent ended rang rang") {
			t.Errorf("%d processes, chain %s", len(got.Calls), chain)
		}
	}
}

// gossip tells all others when one of two clients says something, and how the first of them leaves.
const gossip = `#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
static unsigned char mode = 7;
static void ready(void) {}
int main(void) {
  struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_port = htons(4000)};
  int l = socket(AF_INET6, SOCK_STREAM, 0);
  struct pollfd p[2];
  ready();
  if (bind(l, (struct sockaddr *) &a, sizeof a) || listen(l, 5))
    return 1;
  for (int i = 0; i < 2; i++)
    p[i] = (struct pollfd){accept(l, NULL, NULL), POLLIN, 0};
  for (;;) {
    poll(p, 2, -1);
    for (int i = 0; i < 2; i++)
      if (p[i].revents != 0) {
        char text[100];
        int n = read(p[i].fd, text, sizeof text);
        if (n <= 0)
          return n == 0 ? 2 : 3;
        dprintf(p[i].fd, "said\r\n");
        dprintf(p[!i].fd, "news\r\n");
      }
  }
}
`

// TestUnread: the client is gone before it has read what the program sent last, for which an acknowledgement had to come (Nagle's algorithm): the
// program is told of a reset.
func TestUnread(t *testing.T) {
	files := map[string]string{
		"subject.toml": served("gossip"),
		"src/main.c":   gossip,
	}
	for name, ip := range map[string]string{"near": "127.0.0.1", "far": "10.0.0.1", "six": "2001:db8::5"} {
		files["tests/"+name+".txtar"] = strings.ReplaceAll("-- dir / --\n-- script --\nframing lines\nopen alice from IP\nopen bob from IP\n", "IP", ip) +
			strings.Repeat("bob: send x\nbob: expect /said/\n", 3) + "alice: send y\nalice: expect /said/\nbob: close\nalice: expect close\n"
	}
	r, s := recorded(t, need.Folder(t, files))
	for _, test := range s.Tests {
		reason := r.Unfit(test)
		need.That(t, reason == "", "%s", reason)
		got, err := r.Run(t.Context(), test, confspace.Configuration{7}, false)
		if err != nil {
			t.Fatal(err)
		}
		if got.End != (trace.End{Kind: "exit", Code: 3}) {
			t.Errorf("%s: %v, output %q", test.Name, got.End, got.Output)
		}
	}
}

// asker waits by the second for a child that answers after five, and then for the peer to leave.
const asker = `#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static unsigned char mode = 7;
static int seconds;
static void ready(void) {}
static void ended(int number) { (void) number; dprintf(1, "ended after %d\r\n", seconds); }
int main(void) {
  int answer[2];
  struct pollfd p;
  struct sigaction action = {.sa_handler = ended};
  ready();
  sigaction(SIGCHLD, &action, NULL);
  pipe(answer);
  if (fork() == 0) {
    poll(NULL, 0, 2500);
    poll(NULL, 0, 2500);
    write(answer[1], "x", 1);
    _exit(0);
  }
  p = (struct pollfd){answer[0], POLLIN, 0};
  while (poll(&p, 1, 1000) == 0)
    seconds++;
  dprintf(1, "220 %d\r\n", seconds);
  p.fd = 0;
  while (poll(&p, 1, 1000) == 0)
    seconds++;
  return seconds;
}
`

// TestTie: of two processes whose time comes at once the one that has waited for longer runs first. For both a deadline has passed, also if it then ends what the other one
// waits for: the peer, which waits without a limit, leaves after as many of them as on the simulated machine.
func TestTie(t *testing.T) {
	r, s := recorded(t, need.Folder(t, map[string]string{
		"subject.toml":    served("asker"),
		"src/main.c":      asker,
		"tests/one.txtar": "-- dir / --\n-- script --\nframing lines\nexpect /never/\n",
	}))
	reason := r.Unfit(s.Tests[0])
	need.That(t, reason == "", "%s", reason)
	for range 4 {
		got, err := r.Run(t.Context(), s.Tests[0], confspace.Configuration{7}, false)
		if err != nil {
			t.Fatal(err)
		}
		if want := "< ended after 4\n< 220 4\n"; !strings.Contains(string(got.Output), want) || got.End.Code != kernel.MaxLapses-1 {
			t.Errorf("%v, output %q, want %q and the code %d", got.End, got.Output, want, kernel.MaxLapses-1)
		}
	}
}

// library is the engine's C library, with another syslog.
func library(t *testing.T) func(string) string {
	t.Helper()
	tree, err := libc.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	dir := need.Folder(t, map[string]string{"syslog.c": failing})
	return func(name string) string {
		if name == "src/misc/syslog.c" {
			return filepath.Join(dir, "syslog.c")
		}
		return tree.File(name)
	}
}

const failing = `#include "lock.h"
void openlog(const char *name, int flags, int facility) {}
void closelog(void) {}
int setlogmask(int mask) { return mask; }
static void __vsyslog(int priority, const char *format, va_list arguments) { errno = EXDEV; }
void syslog(int priority, const char *format, ...) { LOCK(0); errno = EXDEV; }
weak_alias(__vsyslog, vsyslog);
`
