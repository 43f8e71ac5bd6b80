package explore

// This file compares what programs do that copy memory, with and without merging, where conditions decide from where, to where and how much.

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

const copyHead = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char a[40], b[37] = "abcdefghijklmnopqrstuvwxyz0123456789", *h, *p = a, *q = b;
static int n = 3, used;
static void append(const char *s, int k) { if (used + k > 30) used = 0; memcpy(p + used, s, k); used += k; }
`

var copyPrograms = flag.Int("copy-programs", 40, "how many random programs that copy memory are explored")

// copyStatements are what the programs are made of: $ is a number, % a short text.
var copyStatements = []string{
	`memcpy(p, q, n);`, `memcpy(p + $, q, n);`, `memcpy(a + $, q + $, n);`, `memcpy(h, q, n);`, `memcpy(a, h, n);`, `memcpy(h + $, "%", n % 3);`,
	`append(q, n);`, `append("%", strlen("%"));`, `append(b, $);`, `append(h, 4);`, `append("%", 1);`, `p[used] = 0;`,
	`n = $;`, `n += 2;`, `n = $;`, `n = 0;`, `used = $;`,
	`p = a + $;`, `p = h;`, `p = a;`, `q = b + $;`, `q = "0123456789abcdefghij";`, `q = h + 1;`, `q = a;`,
	`h = realloc(h, 34 + $);`, `h = realloc(h, 40);`, `if (p != h && q != h) { free(h); h = malloc(32 + $); }`, `h = calloc(1, 36 + $);`, `memset(h, 'h', 20);`, `memset(h + $, '%', n);`, `h[$] = '%';`,
	`{ char x[36]; memcpy(x, q, n); if (n > 2) a[30] = x[2]; }`, `{ char x[20]; x[0] = n; memcpy(p, x, n % 3); }`, `memcpy(a + 32, &n, sizeof n);`,
	`write(1, a, 20);`, `write(1, p, n);`, `if (p[$] == 'c') puts("c");`, `if (!memcmp(a, b, n)) puts("equal");`, `printf("%%.8s\n", p);`, `putchar(a[used]);`,
}

func copyProgram(r *rand.Rand, options int) string {
	var b strings.Builder
	for i := range options {
		fmt.Fprintf(&b, "int o%d;\n", i)
	}
	b.WriteString(copyHead + "int main(void) {\nh = malloc(36);\nmemset(h, 'z', 30);\n")
	for range 7 + r.IntN(10) {
		switch r.IntN(4) {
		case 0:
		case 1:
			fmt.Fprintf(&b, "if (o%d && !o%d) ", r.IntN(options), r.IntN(options))
		default:
			fmt.Fprintf(&b, "if (o%d) ", r.IntN(options))
		}
		s := copyStatements[r.IntN(len(copyStatements))]
		number := fmt.Sprint(r.IntN(8))
		if r.IntN(40) == 0 {
			number = "33"
		}
		text := strings.Repeat(string(rune('A'+r.IntN(26))), 1+r.IntN(3))
		if strings.Contains(s, "'%'") {
			text = text[:1]
		}
		if !strings.Contains(s, "n % ") {
			s = strings.NewReplacer("%%", "%", "%", text).Replace(s)
		}
		fmt.Fprintf(&b, "{ %s }\n", strings.ReplaceAll(s, "$", number))
	}
	b.WriteString("write(1, a, sizeof a); write(1, h, 30); printf(\"%d %d\\n\", n, used);\nreturn 0;\n}\n")
	return b.String()
}

// TestCopies: what programs write, how they end and what they are warned of is the same with and without merging.
func TestCopies(t *testing.T) { sameMerged(t, "copies.c", *copyPrograms, 11, copyProgram) }
