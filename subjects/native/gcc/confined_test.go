package gcc

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects/native/confine"
)

// TestConfinedCompiler compiles programs that want files of the host in them.
func TestConfinedCompiler(t *testing.T) {
	need.NoError(t, confine.Check())
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"#include \"" + secret + "\"\nint main(void) { return 0; }\n",
		"int x =\n#include \"" + secret + "\"\n;\nint main(void) { return x; }\n",
		"__asm__(\".incbin \\\"" + secret + "\\\"\");\nint main(void) { return 0; }\n",
		"__asm__(\".include \\\"" + secret + "\\\"\");\nint main(void) { return 0; }\n",
		"#if __has_include(\"" + secret + "\")\nint main(void) { return 0; }\n#endif\n",
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "program.c")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b := Build{Dir: dir, Sources: []Source{{Path: name, Name: "program.c"}}}
		if _, err := Compile(t.Context(), b); err == nil {
			t.Errorf("compiled:\n%s", text)
		}
		// That the text is one that gcc takes, without confinement.
		b.Unconfined = true
		if b.Dir = t.TempDir(); strings.Contains(text, "__asm__(\".include") || strings.HasPrefix(text, "#include") {
			continue
		}
		if _, err := Compile(t.Context(), b); err != nil {
			t.Errorf("%v:\n%s", err, text)
		}
	}
}

// TestConfinedProgram has a program see nothing of the host and write nowhere but to its own folder, which nobody else sees.
func TestConfinedProgram(t *testing.T) {
	need.NoError(t, confine.Check())
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := compiled(t, `#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  printf("%d ", open(argv[1], O_RDONLY) < 0 && errno == ENOENT);
  printf("%d ", open("/etc/passwd", O_RDONLY) < 0 && errno == ENOENT);
  printf("%d ", open(argv[0], O_WRONLY) < 0);
  printf("%d ", kill(atoi(argv[2]), 0) < 0 && errno == ESRCH);
  printf("%d ", open("mine", O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0);
  printf("%d\n", system("exit 3") >> 8);
  return 0;
}
`)
	for range 2 {
		r := run(t, p, Start{Args: []string{p.Path, secret, fmt.Sprint(os.Getpid())}, Env: []string{"PATH=/usr/bin:/bin"}})
		if string(r.Output) != "1 1 1 1 1 3\n" {
			t.Errorf("%v: %s", r.End, r.Output)
		}
	}
}

// TestOverwrittenRecord runs a program that writes over what is recorded of it: an error, nothing worse.
func TestOverwrittenRecord(t *testing.T) {
	p := compiled(t, `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void once(void) {}
int main(int argc, char **argv) {
  unsigned long from, to;
  char line[500];
  FILE *f = fopen("/proc/self/maps", "r");
  int byte = atoi(argv[1]), found = 0;
  once();
  while (f && fgets(line, sizeof line, f))
    if (strstr(line, "memfd:confcov-trace") && sscanf(line, "%lx-%lx", &from, &to) == 2 && to - from > 1 << 20) {
      /* all but the header, which says where recording continues */
      for (unsigned long at = from + 0x1000; at < to; at += 4)
        *(volatile unsigned *) at = byte * 0x1010101u;
      found = 1;
    }
  _exit(found);
}
`)
	for _, b := range []string{"1", "127", "255"} {
		r, err := p.Run(t.Context(), Start{Args: []string{"program", b}, Limit: 20 * time.Second})
		if err == nil && r.End.Kind == "exit" && r.End.Code == 0 {
			t.Fatal("the program does not find the record")
		}
		if !errors.Is(err, errRecord) {
			t.Errorf("%s: %v", b, err)
		}
	}
}
