package libc_test

// This file compares how symbolic numbers are printed with glibc: random conversions of options of all integer types and of
// ranges small and large. Each configuration must be in one path, which prints what the native program prints, and there must be as many
// paths of an integer as there are lengths. Of large ranges the values near powers of ten and of two are compared.

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// printedFormats is how many conversions are compared.
const printedFormats = 160

// printedFormat is a conversion and the size of the buffer.
type printedFormat struct {
	text   string
	of     string // what is printed, of x
	letter byte
	size   int
	domain confspace.Domain
}

// randomFormat returns a conversion of an integer.
func randomFormat(r *rand.Rand) printedFormat {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	f := printedFormat{letter: "ddddiuuxXoo"[r.IntN(11)], size: 300}
	text := "%"
	for _, flag := range "-+ #0" {
		if r.IntN(4) == 0 {
			text += string(flag)
		}
	}
	text += pick("", "", "2", "3", "5", "8", "11", "20", "60", "200")
	text += pick("", "", "", ".", ".0", ".1", ".3", ".5", ".12", ".25", ".140")
	modifier := pick("", "", "", "hh", "h", "l", "ll", "j", "z", "t")
	f.text = pick("", "a=", "%%") + text + modifier + string(f.letter) + pick("", "\\n", "s")
	typ := map[string]string{"": "int", "hh": "signed char", "h": "short", "l": "long", "ll": "long long", "j": "intmax_t", "z": "ssize_t", "t": "ptrdiff_t"}[modifier]
	if f.letter != 'd' && f.letter != 'i' {
		typ = map[string]string{"": "unsigned", "hh": "unsigned char", "h": "unsigned short", "l": "unsigned long", "ll": "unsigned long long", "j": "uintmax_t", "z": "size_t", "t": "size_t"}[modifier]
	}
	f.of = "(" + typ + ")x"
	if r.IntN(4) == 0 {
		f.size = 1 + r.IntN(8)
	}
	f.domain = confspace.Domain{Kind: confspace.DomainRange, Bits: 64, Signed: true}
	ranges := [][2]int64{{-5, 5}, {0, 9}, {0, 100}, {-1000, 1000}, {95, 105}, {-130, -95}, {0, 100000}, {0, math.MaxUint32}, {math.MinInt32, math.MaxInt32}, {math.MinInt64, math.MaxInt64}}
	k := r.IntN(len(ranges))
	f.domain.Min, f.domain.Max = ranges[k][0], ranges[k][1]
	return f
}

// values returns the values of the option that are compared, ascending.
func (f *printedFormat) values() []int64 {
	all := map[int64]bool{}
	add := func(v int64) {
		for d := int64(-2); d <= 2; d++ {
			for _, w := range []int64{v + d, -v + d} {
				if w >= f.domain.Min && w <= f.domain.Max {
					all[w] = true
				}
			}
		}
	}
	if f.domain.Max-f.domain.Min >= 0 && f.domain.Max-f.domain.Min <= 2000 {
		for v := f.domain.Min; v <= f.domain.Max; v++ {
			all[v] = true
		}
	} else {
		for ten, n := int64(1), 0; n < 19; ten, n = ten*10, n+1 {
			add(ten)
		}
		for two := range 64 {
			add(1 << two)
		}
		add(f.domain.Min)
		add(f.domain.Max)
	}
	var list []int64
	for v := range all {
		list = append(list, v)
	}
	slices.Sort(list)
	return list
}

// printedSource is a program that prints the option with the format of the number given. Its main is the engine's or the native one.
func printedSource(formats []printedFormat) string {
	var w strings.Builder
	w.WriteString("#include <confcov.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/types.h>\n" +
		"static void show(int k, long x)\n{\n\tchar b[300];\n\tint n = 0;\n\tswitch (k) {\n")
	for k, f := range formats {
		fmt.Fprintf(&w, "\tcase %d: n = snprintf(b, %d, \"%s\", %s); break;\n", k, f.size, f.text, f.of)
	}
	w.WriteString("\t}\n\tprintf(\"%d %d [%s]\", n, (int)strlen(b), b);\n}\n")
	return w.String()
}

// nativePrints returns what the native program prints for the values of each format.
func nativePrints(t *testing.T, formats []printedFormat, include string) [][][]byte {
	dir := t.TempDir()
	text := printedSource(formats) + "int main(void)\n{\n\tint k;\n\tlong x;\n\twhile (scanf(\"%d %ld\", &k, &x) == 2) {\n\t\tshow(k, x);\n\t\tputchar(0);\n\t}\n\treturn 0;\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "printed.c"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	gcc := exec.Command("gcc", "-w", "-O0", "-I", include, "-o", "printed", "printed.c")
	gcc.Dir = dir
	if out, err := gcc.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var in bytes.Buffer
	for k, f := range formats {
		for _, v := range f.values() {
			fmt.Fprintln(&in, k, v)
		}
	}
	run := exec.Command(filepath.Join(dir, "printed"))
	run.Stdin = &in
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(out, []byte{0}), []byte{0})
	all := make([][][]byte, len(formats))
	for k, f := range formats {
		n := len(f.values())
		all[k], lines = lines[:n], lines[n:]
	}
	return all
}

func TestPrintedIntegers(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	a := archive(t)
	r := rand.New(rand.NewPCG(7, 1))
	var formats []printedFormat
	for range printedFormats {
		formats = append(formats, randomFormat(r))
	}
	comparePrinted(t, a, formats, true)
}

// comparePrinted compares conversions; each is to have no more paths than lengths if few is set.
func comparePrinted(t *testing.T, a *libc.Archive, formats []printedFormat, few bool) {
	want := nativePrints(t, formats, a.IncludeDir())

	file := filepath.Join(t.TempDir(), "main.c")
	text := printedSource(formats) + "int main(int argc, char **argv)\n{\n\tshow(atoi(argv[1]), confcov_symbolic_int(\"x\"));\n\treturn 0;\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	prog := load(t, a, file, frontend.Options{})
	compared, paths := 0, 0
	for k := range formats {
		f := &formats[k]
		var written []func(confspace.Configuration) []byte
		opt := explore.Options{
			Space:   &confspace.Space{Options: []confspace.Option{{Name: "x", Domain: f.domain, Default: f.domain.Min}}},
			Written: func(at func(confspace.Configuration) []byte) { written = append(written, at) },
		}
		res, err := explore.Run(t.Context(), prog, explore.Test{Name: "printed", World: world(), Args: []string{"program", fmt.Sprint(k)}}, opt)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%q of %s, x in %s, %d bytes", f.text, f.of, f.domain, f.size)
		lengths := map[string]bool{}
		for i, v := range f.values() {
			c := confspace.Configuration{v}
			at := slices.IndexFunc(res.Test.Paths, func(p path.Path) bool { return res.Test.Sets.Contains(p.Condition, c) })
			got := ""
			if at >= 0 {
				got = string(written[at](c))
			}
			if got != string(want[k][i]) {
				t.Errorf("%s: %d is printed as %q, natively %q", name, v, got, want[k][i])
				break
			}
			compared++
			length, _, _ := strings.Cut(got, " ")
			lengths[length] = true
		}
		for _, p := range res.Test.Paths {
			if p.End.Kind != path.Exit || len(p.Notes) > 0 {
				t.Errorf("%s: a path ends with %v, notes %v", name, p.End, p.Notes)
			}
		}
		paths += len(res.Test.Paths)
		if n := len(res.Test.Paths); few && n != len(lengths) {
			t.Errorf("%s: %d paths for %d lengths", name, n, len(lengths))
		}
	}
	t.Logf("%d conversions, %d values compared, %d paths", len(formats), compared, paths)
}

// floatFormats are conversions of numbers that are computed of an option.
var floatFormats = []string{"%f", "%.2f", "%.0f", "%8.3f|", "%-9.1f|", "%+.1f", "%09.2f", "%g", "%.3g", "%#g", "%e", "%.2e", "%12.3E|", "%a", "%.1a"}

// TestPrintedFloats compares how numbers that depend on an option are printed with glibc.
func TestPrintedFloats(t *testing.T) {
	need.Slow(t)
	need.Tool(t, "gcc")
	a := archive(t)
	var formats []printedFormat
	for i, text := range floatFormats {
		of := []string{"(double)x", "x / 4.0", "x * 0.1", "x / 7.0f", "x * 1e10", "x * 2.5L"}[i%6]
		if i%6 == 5 {
			text = strings.Replace(text, text[len(strings.TrimRight(text, "|"))-1:], "L"+text[len(strings.TrimRight(text, "|"))-1:], 1)
		}
		domain := confspace.Domain{Kind: confspace.DomainRange, Bits: 64, Signed: true, Min: -40, Max: 130}
		formats = append(formats, printedFormat{text: text, of: of, size: 300, domain: domain})
	}
	comparePrinted(t, a, formats, false)
}
