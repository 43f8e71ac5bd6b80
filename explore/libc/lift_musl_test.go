package libc_test

// This file says why a configuration that does the same concretely in the engine does something else natively. A native run with the
// C library that the engine interprets tells what is the library's doing; any other difference, but of undefined behaviour, is
// a bug of the engine, of its simulated machine or of the front end.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// explain returns why a concrete run of the engine differs from the native run, or how it differs where nothing explains it.
func (k *comparison) explain(p *path.Path, c confspace.Configuration, written []byte, native *ran) (reason, disagreement string) {
	if k.undefined(k.sp, c) != "" {
		return "undefined behaviour: " + p.End.Kind.String(), ""
	}
	again, err := k.run("program", k.sp, c)
	if err != nil {
		return "", err.Error()
	}
	varies := !again.same(native)
	const varied, oneDoes = "native runs differ from each other", "native runs differ from each other, and one agrees"
	switch {
	case varies && differs(p, written, again) == "":
		return oneDoes, ""
	case p.End.Kind == path.MemoryError && unwatched(p.End):
		return "a memory error where no sanitizer looks", ""
	case p.End.Kind == path.Deadlock && native.late:
		return "does not end", ""
	case varies && k.musl == nil:
		return varied, ""
	case k.musl == nil:
		return "the engine's concrete run differs as well", ""
	}
	if err := k.linkMusl(k.t.Context()); err != nil {
		return "", err.Error()
	}
	var first *ran
	for range 4 {
		with, err := k.run("musl", k.sp, c)
		if err != nil {
			return "", err.Error()
		}
		disagreement = differs(p, written, with)
		switch {
		case disagreement == "" && varies:
			return oneDoes, ""
		case disagreement == "":
			return "the C libraries differ", ""
		case native.late && with.late && p.End.Kind == path.Exit:
			return "waits natively, and time is simulated", ""
		case first == nil:
			first = with
		default:
			varies = varies || !with.same(first)
		}
	}
	switch {
	case varies:
		k.t.Logf("%s, %s: native runs differ: %s", k.way.name, k.sp.FormatConfiguration(c), disagreement)
		return varied, ""
	case bytes.Contains(k.source, []byte("uintptr_t")):
		return "addresses, perhaps", ""
	}
	if k.misfits(c) {
		return "undefined behaviour: a conversion does not fit its argument", ""
	}
	return "", "natively with the same C library: " + disagreement
}

func (r *ran) same(other *ran) bool {
	return r.status == other.status && r.late == other.late && bytes.Equal(r.output, other.output)
}

// linkMusl builds an executable with the C library that the engine interprets. Variables are zero at first, as in the engine.
func (l *lifted) linkMusl(ctx context.Context) error {
	file := filepath.Join(l.dir, "musl")
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	if err := l.compile("-c", "-fno-pie", "-ftrivial-auto-var-init=zero", filepath.Join(l.dir, "program.c"), "values.c"); err != nil {
		return err
	}
	return l.musl.Link(ctx, file, filepath.Join(l.dir, "program.o"), filepath.Join(l.dir, "values.o"))
}

var (
	notOwn = regexp.MustCompile(`^\[(?:musl|libc)/`) // the C library's code
	object = regexp.MustCompile(`at offsets? (?:from )?(-?\d+)(?: to -?\d+)? of (\d+)-byte (mapping)?(?:.*allocated at [^ ,]+ (in) )?`)
)

// unwatched reports whether a memory error is where no sanitizer looks: in the C library's code or objects, in a mapping, or beyond what
// the sanitizer keeps free around objects.
func unwatched(end path.Termination) bool {
	m := object.FindStringSubmatch(end.Message)
	if library := notOwn.MatchString(fmt.Sprint(end.Stack)); library || m == nil {
		return library
	}
	at, _ := strconv.Atoi(m[1])
	size, _ := strconv.Atoi(m[2])
	return m[3]+m[4] != "" || at < -16 || at >= size+16
}

// misfits reports whether a configuration changes a format so that it may not fit its arguments: gcc warns more often than of the program
// as it is, or cannot tell, for the format is not where it is used. Of a program that reads its arguments itself nothing is known.
func (k *comparison) misfits(c confspace.Configuration) bool {
	if bytes.Contains(k.source, []byte("va_arg(")) {
		return true
	}
	formats := false
	for o := range k.sp.Options {
		i, _ := numbers(&k.sp.Options[o])
		formats = formats || k.format(i)
	}
	fixed, misfits := k.warnings(&confspace.Space{}, nil)
	_, more := k.warnings(k.sp, c)
	return more > misfits || formats && !fixed
}

// warnings returns whether all formats are literals of their calls, and how often gcc warns that one does not fit, in the program
// with the strings of a configuration.
func (l *lifted) warnings(sp *confspace.Space, c confspace.Configuration) (fixed bool, misfits int) {
	text := bytes.Clone(l.source)
	for i := len(l.lits) - 1; i >= 0; i-- { // from the end, so that places stay
		t := &l.lits[i]
		b := []byte(t.bytes)
		for o := range sp.Options {
			if n, at := numbers(&sp.Options[o]); n == i && t.text != "" {
				b[at] = byte(c[o])
			}
		}
		if t.text != "" {
			text = slices.Concat(text[:t.at], quoted(b), text[t.end:])
		}
	}
	file := filepath.Join(l.dir, "formats.c")
	if os.WriteFile(file, text, 0o644) != nil {
		return true, 0
	}
	cmd := exec.Command("gcc", "-fsyntax-only", "-std=gnu17", "-Wformat", "-Wno-format-extra-args", "-Wformat-nonliteral", file)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	out, _ := cmd.CombinedOutput()
	return !bytes.Contains(out, []byte("[-Wformat-nonliteral]")), bytes.Count(out, []byte("[-Wformat=]"))
}

// quoted returns a string literal.
func quoted(b []byte) []byte {
	out := []byte{'"'}
	for _, c := range b {
		out = fmt.Appendf(out, "\\%03o", c)
	}
	return append(out, '"')
}
