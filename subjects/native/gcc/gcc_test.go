package gcc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/native/confine"
)

// compiled builds a program of one file, program.c.
func compiled(t *testing.T, source string, flags ...string) *Program {
	t.Helper()
	need.Tool(t, "gcc", "gcov")
	dir := t.TempDir()
	name := filepath.Join(dir, "program.c")
	if err := os.WriteFile(name, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := Compile(t.Context(), Build{Dir: dir, Sources: []Source{{Path: name, Name: "program.c"}}, Flags: flags, Unconfined: confine.Check() != nil})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *testing.T, p *Program, s Start) *trace.Trace {
	t.Helper()
	r, err := p.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func chain(c *trace.Calls) string {
	var names []string
	for _, i := range c.Seq {
		names = append(names, c.Names[i])
	}
	return strings.Join(names, " ")
}

// TestKilled kills a process that runs a program without end, which must not go on alone.
func TestKilled(t *testing.T) {
	if token := os.Getenv("CONFCOV_TEST_ENDLESS"); token != "" { // the process that is killed
		p := compiled(t, endless)
		_, err := p.Run(t.Context(), Start{Args: []string{"program", token}, Limit: time.Hour})
		t.Fatal("it ended: ", err)
	}
	compiled(t, endless) // or skipped
	token := fmt.Sprintf("endless-%d", os.Getpid())
	cmd := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
	cmd.Env = append(os.Environ(), "CONFCOV_TEST_ENDLESS="+token, "TMPDIR="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begun := false
	for range 6000 {
		if begun = running(token); begun {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if !begun {
		t.Fatal("the program did not begin")
	}
	for range 1000 {
		if !running(token) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the program goes on")
}

// running reports whether a program with this argument runs.
func running(argument string) bool {
	names, _ := filepath.Glob("/proc/[1-9]*/cmdline")
	for _, name := range names {
		if line, err := os.ReadFile(name); err == nil && string(line) == "program\x00"+argument+"\x00" {
			return true
		}
	}
	return false
}

const endless = `int main(void) {
  for (;;)
    ;
}
`

// TestProcesses records two processes, one of which is killed and one of which calls _exit.
func TestProcesses(t *testing.T) {
	p := compiled(t, `#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static void twice(int n) { if (n > 0) twice(n - 1); }
static void child(void) {
  twice(1);
  raise(SIGKILL);
}
int main(void) {
  int status, pid = fork();
  if (pid == 0)
    child();
  wait(&status);
  if (fork() == 0)
    _exit(0); /* calls nothing */
  wait(0);
  twice(0);
  printf("%d\n", WTERMSIG(status));
  fflush(stdout);
  _exit(7);
}
`)
	for range 2 { // the counts are those of one run
		r := run(t, p, Start{Args: []string{"program"}})
		if r.End.String() != "exit 7" || string(r.Output) != "9\n" {
			t.Errorf("%v, printed %q", r.End, r.Output)
		}
		if len(r.Calls) != 3 || chain(&r.Calls[0]) != "main twice" || chain(&r.Calls[1]) != "child twice twice" || r.Calls[2].Total != 0 {
			t.Errorf("calls %v", r.Calls)
		}
		lines := r.Lines["program.c"]
		if lines[5] != 3 || lines[7] != 1 || lines[10] != 1 || lines[18] != 1 {
			t.Errorf("lines %v", lines)
		}
	}
}

// TestSignal records a program that dies, and one that does not end.
func TestSignal(t *testing.T) {
	p := compiled(t, `
int *null;
int main(int argc, char **argv) {
  if (argc > 1)
    for (;;) ;
  return *null;
}
`)
	r := run(t, p, Start{Args: []string{"program"}})
	if r.End.String() != "signal 11" || r.Lines["program.c"][6] != 1 {
		t.Errorf("%v, lines %v", r.End, r.Lines)
	}
	r = run(t, p, Start{Args: []string{"program", "on"}, Limit: 2 * time.Second}) // to begin, too
	if r.End.Kind != trace.TooLong || len(r.Calls) != 1 || r.Calls[0].Total != 1 {
		t.Errorf("%v, calls %v", r.End, r.Calls)
	}
}

// TestLong has a chain of which not all calls are kept.
func TestLong(t *testing.T) {
	p := compiled(t, `
static int f(int x) { return x + 1; }
static int g(int x) { return x; }
int main(void) {
  int n = 0;
  for (int i = 0; i < 700000; i++)
    n = g(f(n));
  return n != 700000;
}
`)
	r := run(t, p, Start{Args: []string{"program"}})
	digest := trace.Extend(0, trace.HashName("main"))
	for range 700000 {
		digest = trace.Extend(trace.Extend(digest, trace.HashName("f")), trace.HashName("g"))
	}
	c := &r.Calls[0]
	if r.End.String() != "exit 0" || c.Total != 1400001 || len(c.Seq) != trace.MaxCalls || c.Digest != digest {
		t.Errorf("%v, total %d, kept %d, digest %x, want %x", r.End, c.Total, len(c.Seq), c.Digest, digest)
	}
	if n := r.Lines["program.c"][2]; n != 700000 {
		t.Errorf("line 2: %d", n)
	}
}

// TestValues sets options: objects, static ones too, at a point, and those that the program asks for.
func TestValues(t *testing.T) {
	source := `#include "confcov.h"
#include <stdio.h>
static short small[2];
long large;
static void read_config(void) { small[0] = 1; small[1] = 2; large = 3; }
int main(void) {
  char c;
  read_config();
  confcov_make_symbolic(&c, 1, "c");
  printf("%d %d %ld %d %ld\n", small[0], small[1], large, c, confcov_symbolic_int("i"));
  read_config();
  printf("%d\n", small[1]);
  return 0;
}
`
	include, err := filepath.Abs("../../../explore/libc/include")
	if err != nil {
		t.Fatal(err)
	}
	p := compiled(t, source, "-I", include)
	s := Start{
		Args: []string{"program"}, Options: map[string]int64{"c": -5, "i": 1 << 40},
		Point:  Point{Function: "read_config", Return: true},
		Values: []Value{{Object: "small", Offset: 2, Size: 2, Value: -7}, {Object: "large", Size: 8, Value: -1}},
	}
	if r := run(t, p, s); string(r.Output) != "1 -7 -1 -5 1099511627776\n-7\n" {
		t.Errorf("printed %q", r.Output)
	}
	s.Point.Once = true
	if r := run(t, p, s); string(r.Output) != "1 -7 -1 -5 1099511627776\n2\n" {
		t.Errorf("once: printed %q", r.Output)
	}
	for _, bad := range []Start{
		{Values: []Value{{Object: "none", Size: 1}}},
		{Values: []Value{{Object: "small", Offset: 3, Size: 2}}},
		{Values: []Value{{Object: "small", Text: new(string)}}},
		{Point: Point{Function: "none"}},
		{}, // asks for options that have no value
	} {
		if _, err := p.Run(t.Context(), bad); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

// TestTexts sets options that are strings: pointers to blocks that the program may free, null pointers, and arrays of characters.
func TestTexts(t *testing.T) {
	source := `#include <stdio.h>
#include <stdlib.h>
static char *pointer, *none = "x";
static struct { int n; char name[8]; } conf = {1, "1234567"};
static void read_config(void) {}
int main(void) {
  read_config();
  printf("%s %d %s%c\n", pointer, none == NULL, conf.name, conf.name[4]);
  free(pointer);
  return 0;
}
`
	p := compiled(t, source)
	long, short := "a string", "abc"
	s := Start{Args: []string{"program"}, Point: Point{Function: "read_config", Return: true, Once: true}, Values: []Value{
		{Object: "pointer", Text: &long}, {Object: "none", Size: 8}, {Object: "conf", Offset: 4, Size: 4, Text: &short},
	}}
	if r := run(t, p, s); string(r.Output) != "a string 1 abc5\n" || r.End.Code != 0 {
		t.Errorf("printed %q, %v", r.Output, r.End)
	}
	s.Values[2].Size = 3 // without the terminator
	if _, err := p.Run(t.Context(), s); err == nil {
		t.Error("a size that is not the text's: no error")
	}
}

// TestExclude leaves out functions and lines of files that are not the program's, and the calls of one function of a file that is.
func TestExclude(t *testing.T) {
	dir := need.Folder(t, map[string]string{
		"own.h": "static int own(void) { return 1; }\n", "sub/b.h": "static int above(void) { return 3; }\n",
		"other/other.h": "static int other(void) { return 1; }\n",
		"a.c":           "#include \"own.h\"\n#include \"other/other.h\"\nint b(void);\nint main(void) { return own() + other() + b(); }\n",
		"sub/b.c":       "#include \"../sub/b.h\"\nstatic int left(void) { return 3; }\nint b(void) { return above() + left() - 3; }\n",
	})
	b := Build{Unconfined: confine.Check() != nil, Dir: filepath.Join(dir, "build"), Exclude: []string{filepath.Join(dir, "other") + "/"}, Without: []Function{{"sub/b.c", "left"}}, Sources: []Source{
		{Path: filepath.Join(dir, "a.c"), Name: "a.c"},
		{Path: filepath.Join(dir, "sub/b.c"), Name: "sub/b.c"},
	}}
	if err := os.Mkdir(b.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := Compile(t.Context(), b)
	need.NoError(t, err)
	r := run(t, p, Start{})
	if r.End.String() != "exit 5" || chain(&r.Calls[0]) != "main own b above" {
		t.Errorf("%v, calls %s", r.End, chain(&r.Calls[0]))
	}
	if len(r.Lines) != 4 || r.Lines["own.h"][1] != 1 || r.Lines["sub/b.c"][3] != 1 || r.Lines["sub/b.h"][1] != 1 || r.Lines["a.c"][4] != 1 {
		t.Errorf("lines %v", r.Lines)
	}
}

// TestStray runs a program that leaves a process in a session of its own behind, with and without its output.
func TestStray(t *testing.T) {
	for _, closing := range []string{"", "close(0); close(1); close(2);"} {
		p := compiled(t, `#include <stdio.h>
#include <unistd.h>
int main(void) {
  int pair[2], pid;
  pipe(pair);
  pid = fork();
  if (pid == 0) {
    setsid();
    write(pair[1], "", 1);
    `+closing+`
    for (;;)
      pause();
  }
  read(pair[0], &pair, 1);
  printf("%d;", pid);
  return 0;
}
`)
		tr, err := p.Run(t.Context(), Start{Limit: 3 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		pid := 0
		if _, err := fmt.Sscanf(string(tr.Output), "%d;", &pid); err != nil {
			t.Fatalf("it printed %q", tr.Output)
		}
		if program, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); err == nil && program == p.Path {
			stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			t.Errorf("process %d is left: %s", pid, stat)
		}
	}
}

// TestExhausted compiles where there is no space, which is not the program's error, or no memory, which may be.
func TestExhausted(t *testing.T) {
	compiled(t, "int main(void) { return 0; }") // or skipped
	path := os.Getenv("PATH")
	for message, want := range map[string]error{
		"final link failed: No space left on device":         ErrExhausted,
		"cc1: out of memory allocating 65536 bytes":          ErrMemory,
		"gcc: fatal error: Killed signal terminated program": ErrMemory,
	} {
		dir := t.TempDir()
		script := "#!/bin/sh\necho 'In function f:' >&2\necho '" + message + "' >&2\nexit 1\n"
		if err := os.WriteFile(filepath.Join(dir, "gcc"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir+":"+path)
		_, err := Compile(t.Context(), Build{Dir: dir, Sources: []Source{{Path: "none.c", Name: "none.c"}}, Unconfined: true})
		if !errors.Is(err, want) || err.Error() != want.Error()+": "+message {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestBegin has a program that prints with what it begins, under another one that had it begin otherwise.
func TestBegin(t *testing.T) {
	text := `#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
  struct rlimit files;
  struct sigaction old;
  sigset_t blocked;
  int ignored = 0, last = 0;
  getrlimit(RLIMIT_NOFILE, &files);
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  for (int s = 1; s < 32; s++) {
    sigaction(s, NULL, &old);
    ignored += old.sa_handler == SIG_IGN || sigismember(&blocked, s);
  }
  for (int fd = 0; fd < 1024; fd++)
    if (fcntl(fd, F_GETFD) >= 0)
      last = fd;
  printf("%o, %d files, %d signals, descriptor %d\n", umask(0), (int) files.rlim_cur, ignored, last);
  return 0;
}
`
	p := compiled(t, text)
	file, err := os.Open(p.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	signal.Ignore(syscall.SIGUSR2)
	defer signal.Reset(syscall.SIGUSR2)
	mask := syscall.Umask(0o77)
	defer syscall.Umask(mask)
	r := run(t, p, Start{Shared: []*os.File{file}})
	if want := "22, 1024 files, 0 signals, descriptor 2\n"; string(r.Output) != want {
		t.Errorf("it printed %q, want %q", r.Output, want)
	}
}

// TestInput has standard input that is a regular file, which is read twice.
func TestInput(t *testing.T) {
	p := compiled(t, `#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  struct stat s;
  char line[10];
  fstat(0, &s);
  printf("%d %d", S_ISREG(s.st_mode), (int) s.st_size);
  for (int i = 0; i < 2; i++, rewind(stdin))
    printf(" %s", fgets(line, sizeof line, stdin));
  printf(" %d\n", ftruncate(0, 0));
  return 0;
}
`)
	if r := run(t, p, Start{Stdin: []byte("text")}); string(r.Output) != "1 4 text text -1\n" {
		t.Errorf("it printed %q", r.Output)
	}
}

// TestHeaderFunction defines a function that the C library's header defines for inlining.
func TestHeaderFunction(t *testing.T) {
	p := compiled(t, `#include <error.h>
#include <stdlib.h>
static void leave(int status) { exit(status); }
void error(int status, int number, const char *format, ...) { leave(status); }
int main(void) {
  error(3, 0, "%d", 4);
}
`)
	if r := run(t, p, Start{}); r.End.String() != "exit 3" || chain(&r.Calls[0]) != "main error leave" {
		t.Errorf("%v, calls %s", r.End, chain(&r.Calls[0]))
	}
}

// TestFlood runs a program that prints without end.
func TestFlood(t *testing.T) {
	p := compiled(t, `#include <unistd.h>
char text[65536];
int main(void) {
  for (;;)
    write(1, text, sizeof text);
}
`)
	tr, err := p.Run(t.Context(), Start{Limit: time.Minute})
	if err != nil || tr.End.Kind != trace.TooMuch || len(tr.Output) > outputLimit {
		t.Errorf("%v, %v", tr, err)
	}
}
