package libc_test

// This file checks what the C library does with symbolic values: it must not
// fork where it need not.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// explored runs a program over all values of its options.
func explored(t *testing.T, a *libc.Archive, body string, options ...confspace.Option) []path.Path {
	t.Helper()
	file := filepath.Join(t.TempDir(), "main.c")
	text := "#include <confcov.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n" +
		"#include <arpa/inet.h>\n#include <sys/socket.h>\n#include <sys/time.h>\n#include <time.h>\n" +
		"int main(void)\n{\n" + body + "\n\treturn 0;\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	prog := load(t, a, file, frontend.Options{})
	test := explore.Test{Name: "main", World: world(), Args: []string{"program"}}
	r, err := explore.Run(t.Context(), prog, test, explore.Options{Space: &confspace.Space{Options: options}})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Test.Paths {
		if p.End.Kind != path.Exit {
			t.Errorf("a path ends with %v", p.End)
		}
	}
	return r.Test.Paths
}

func ranged(name string, lo, hi int64) confspace.Option {
	return confspace.Option{Name: name, Domain: confspace.Domain{Kind: confspace.DomainRange, Min: lo, Max: hi, Bits: 32, Signed: true}, Default: lo}
}

func TestSymbolicValues(t *testing.T) {
	need.Slow(t)
	a := archive(t)
	for _, tc := range []struct {
		name, body string
		paths      int
	}{
		{"printf", `	int n = confcov_symbolic_int("n");
	printf("[%d] [%6d] [%-6d] [%06d] [%u] [%.4d] [%ld]\n", n, n, n, n, n, n, (long)n + 1000);`, 1},
		{"printf of several lengths", `	int m = confcov_symbolic_int("m");
	printf("[%d] [%6d] [%-6d] [%x] [%#o] [%o]\n", m, m, m, m, m, m);`, 11}, // bounds: 1 8 10 16 64 100 256 512 1000 4096
		{"a branch on the length of a number", `	char b[64];
	int m = confcov_symbolic_int("m");
	snprintf(b, sizeof b, "timeout=%d\n", m);
	if (strlen(b) == 10) puts("a digit");
	if (m < 10 != (strlen(b) == 10)) abort();`, 4},
		{"a tight buffer", `	int m = confcov_symbolic_int("m"), n = m < 10 ? 2 : m < 100 ? 3 : m < 1000 ? 4 : 5;
	char *b = malloc(n);
	if (sprintf(b, "%d", m) != n - 1 || b[n - 1]) abort();
	if (snprintf(b, 3, "%d", m) != n - 1 || strlen(b) != (n < 3 ? 1 : 2)) abort();`, 4},
		{"numbers of a time and of an address", `	int m = confcov_symbolic_int("m");
	struct tm t = { .tm_year = m - 3000, .tm_mon = m & 7, .tm_mday = 1 + m % 28, .tm_hour = m & 15 };
	struct in_addr a = { 0x0100007f + (m & 255) * 256 };
	char b[64], c[64];
	if (m < 100) {
		strftime(b, sizeof b, "%d.%m %H", &t);
		if (strlen(b) != 8) abort();
	}
	strcpy(c, inet_ntoa(a));
	if (strlen(c) != ((m & 255) < 10 ? 9 : (m & 255) < 100 ? 10 : 11)) abort();`, 5},
		{"a number in a string", `	char b[64];
	int n = confcov_symbolic_int("n");
	snprintf(b, sizeof b, "227 %d bytes\r\n", n);
	if (strlen(b) != 15 || !strchr(b, '\n') || strncmp(b, "227 ", 4) || strstr(b, "\r\n") != b + 13) abort();
	char *c = strdup(b);
	memmove(b + 1, b, 20);
	fputs(c, stdout);
	if (fflush(stdout)) abort();`, 1},
		{"a number is read back", `	char b[64];
	int n = confcov_symbolic_int("n");
	sprintf(b, "%d", n);
	if (strtol(b, NULL, 10) != n) abort();
	if (atoi(b) != n) abort();`, 1},
		{"a comparison", `	int m = confcov_symbolic_int("m");
	if (abs(m - 10) < 5) puts("near");
	else puts("far");`, 2},
		{"an assumption", `	int m = confcov_symbolic_int("m");
	confcov_assume(m > 3);
	if (m < 2) abort();`, 1},
		{"a socket's buffer and timeout", `	int s = socket(AF_UNIX, SOCK_DGRAM, 0), v = 0;
	int n = confcov_symbolic_int("n") < 500 ? 4096 : 8192;
	struct timeval t = { n / 4096, n / 4 };
	socklen_t len = sizeof v;
	if (setsockopt(s, SOL_SOCKET, SO_RCVBUF, &n, sizeof n) || getsockopt(s, SOL_SOCKET, SO_RCVBUF, &v, &len) || v != 2 * n) abort();
	if (setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof t)) abort();
	long before = time(NULL);
	char c;
	if (recv(s, &c, 1, 0) != -1 || time(NULL) - before != n / 4096) abort();`, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			paths := explored(t, a, tc.body, ranged("n", 100, 999), ranged("m", 0, 5000))
			if len(paths) != tc.paths {
				t.Errorf("%d paths, want %d", len(paths), tc.paths)
			}
			for _, p := range paths {
				t.Logf("%d instructions: %s", p.Steps, strings.TrimSpace(string(p.Output)))
				if len(p.Notes) > 0 {
					t.Errorf("notes %v", p.Notes)
				}
			}
		})
	}
}

// TestEnvironment: rounding that the engine does not do and exceptions that it does not keep are said to be unsupported.
func TestEnvironment(t *testing.T) {
	need.Slow(t)
	a := archive(t)
	for _, call := range []string{
		"fesetround(FE_UPWARD)", "fetestexcept(FE_INEXACT)", "fegetexceptflag(&flags, FE_OVERFLOW)", "fesetenv((env.__mxcsr = 0, &env))",
	} {
		dir := t.TempDir()
		c := &conformance{name: "environment", source: []byte("#include <fenv.h>\nint main(void) { fenv_t env; fexcept_t flags; fegetenv(&env); " +
			"return fesetround(FE_TONEAREST) + fetestexcept(0) + fegetexceptflag(&flags, 0) + fesetenv(&env) + " + call + "; }\n")}
		if err := os.WriteFile(filepath.Join(dir, "program.c"), c.source, 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := c.simulated(t, a, dir, frontend.Options{}, explore.Options{})
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(call, "(")
		if p.End.Kind != path.Unsupported || !strings.Contains(p.End.Message, name) {
			t.Errorf("%s: ends with %v", call, p.End)
		}
	}
}
