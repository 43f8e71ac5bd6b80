package explore

// This file compares what programs write that append to buffers under conditions, with and without merging.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

const appendHead = `#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char buf[200], small[24];
static int len, table[40], n;
static char *at = buf;
static void put(const char *s) { memcpy(at, s, strlen(s)); at += strlen(s); }
`

// appendStatements are what the programs are made of: $ is a number, % a short text.
var appendStatements = []string{
	`strcat(buf, "%");`, `strcat(buf, "%");`, `strcat(buf + 1, "%");`, `strncat(buf, "%", 2);`,
	`strcpy(buf + strlen(buf), "%");`, `at = stpcpy(at, "%");`, `put("%");`, `*at++ = 'a' + $;`,
	`len += snprintf(buf + len, sizeof buf - len, "%d%", $);`, `len = strlen(buf);`, `buf[strlen(buf) / 2] = 0;`, `at = buf + strlen(buf);`,
	`table[n++] = $;`, `table[$] = n;`, `if (table[$] > 3) n++;`, `if (n > 0) table[--n] = $;`,
	`puts("%");`, `printf("%%d%\n", $);`, `puts(buf);`, `printf("%%s|", buf);`, `fputs("%", stdout);`, `fflush(stdout);`, `putchar('a' + $);`,
	`fwrite(buf, 1, len % 8, stdout);`, `write(1, buf, strlen(buf));`, `write(1, table, 4 * n);`,
	`putchar('a' + (o0 ? $ : 1));`, `printf("%%c%", 'b' + o1);`, `if (o2 || o3) putchar('c' ^ o0);`,
	`if (strlen(buf) > 9) puts("long");`, `if (!strcmp(buf, "%")) puts("equal");`, `memset(buf + $, 'x', 3);`, `buf[$] = 'y';`,
	`if (strlen(small) + 4 < sizeof small) strcat(small, "%");`,
}

func appendProgram(r *rand.Rand, options int) string {
	var b strings.Builder
	for i := range options {
		fmt.Fprintf(&b, "int o%d;\n", i)
	}
	b.WriteString(appendHead + "int main(void) {\n")
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "static char out[%d]; setvbuf(stdout, out, _IOFBF, sizeof out);\n", 8+r.IntN(20))
	}
	for range 6 + r.IntN(10) {
		switch r.IntN(4) {
		case 0:
		case 1:
			fmt.Fprintf(&b, "if (o%d && !o%d) ", r.IntN(options), r.IntN(options))
		default:
			fmt.Fprintf(&b, "if (o%d) ", r.IntN(options))
		}
		s := appendStatements[r.IntN(len(appendStatements))]
		text := strings.Repeat(string(rune('a'+r.IntN(26))), 1+r.IntN(4))
		s = strings.NewReplacer("%%", "%", "%d", "%d", "% 8", "% 8", "%", text, "$", fmt.Sprint(r.IntN(16))).Replace(s)
		fmt.Fprintf(&b, "{ %s }\n", s)
	}
	b.WriteString("printf(\"%s %s %d %d\\n\", buf, small, len, n);\nfor (int i = 0; i < 20; i++) printf(\"%d \", table[i]);\nreturn 0;\n}\n")
	return b.String()
}

// TestAppends: what programs write and how they end is the same with and without merging.
func TestAppends(t *testing.T) { sameMerged(t, "append.c", 40, 7, appendProgram) }

// sameMerged explores random programs with five boolean options, with and without merging: they do the same. The numbers that make a program are the seed of the first one and
// those behind it, and which.
func sameMerged(t *testing.T, file string, programs int, which uint64, program func(r *rand.Rand, options int) string) {
	need.Slow(t)
	space := &confspace.Space{}
	const options = 5
	for i := range options {
		name := fmt.Sprintf("o%d", i)
		space.Options = append(space.Options, confspace.Option{Name: name, Object: name, Domain: confspace.Bool()})
	}
	for i := range uint64(programs) {
		seed := *firstSeed + i
		text := program(rand.New(rand.NewPCG(seed, which)), options)
		opt := Options{Space: space, Points: []Point{{Function: "main"}}, Mode: path.Merged, Merge: MergeOff}
		prog := loadC(t, file, []byte(text), spec{opt: opt})
		test := Test{Name: "random"}
		want := accountsOf(t, prog, spec{test: test, opt: opt})
		for _, merged := range []Options{{Merge: MergeAll}, {Merge: MergeAll, SlowOnly: true}} {
			merged.Space, merged.Points, merged.Mode = space, opt.Points, opt.Mode
			got := accountsOf(t, prog, spec{test: test, opt: merged})
			if d := want.difference(got, prog, space); d != "" {
				t.Fatalf("seed %d: %s\n%s", seed, d, text)
			}
		}
	}
}
