package crosscheck

// This file makes programs stand alone: instead of including csmith.h they begin with those of its
// functions that they use. Both compilers then read a tenth of the text, and the functions
// are the program's own, so that their calls and lines are compared.

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
)

// Header is csmith.h, preprocessed and cut into declarations.
type Header struct {
	Dir   string // where csmith.h is
	parts []part
}

// part is one declaration or definition at the top level.
type part struct {
	text string
	name string
	uses []int // indices of parts that it names
}

var (
	includeLine = regexp.MustCompile(`(?m)^#include "csmith.h"\n`)
	lineMarker  = regexp.MustCompile(`^# (\d+) "([^"]*)"`)
	word        = regexp.MustCompile(`[A-Za-z_]\w*`)
	wrappedName = regexp.MustCompile(`\(\s*(\w+)\s*\)\s*\(`) // (safe_add)(int a, ...
	definedName = regexp.MustCompile(`(\w+)\s*(?:\(|\[|=|;)`)
)

// OpenHeader finds and reads csmith.h.
func OpenHeader(ctx context.Context, dir string) (*Header, error) {
	cmd := command(ctx, "gcc", "-E", "-I", dir, "-")
	cmd.Stdin = strings.NewReader("#include \"csmith.h\"\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("preprocess csmith.h: %w\n%s", err, stderr.String())
	}
	h := &Header{Dir: dir}
	// Only the text of Csmith's own headers; that of the system is included by its name.
	var own strings.Builder
	inside := false
	for line := range strings.Lines(string(out)) {
		if m := lineMarker.FindStringSubmatch(line); m != nil {
			inside = strings.HasPrefix(m[2], dir)
			continue
		}
		if inside {
			own.WriteString(line)
		}
	}
	h.cut(own.String())
	return h, nil
}

// cut splits text into its parts: each ends in a semicolon or a closing brace at the top level.
func (h *Header) cut(text string) {
	depth, from := 0, 0
	for i, c := range []byte(text) {
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 && (c == ';' || c == '}' && !strings.HasPrefix(strings.TrimLeft(text[i+1:], " \n"), ";")) {
			h.add(text[from : i+1])
			from = i + 1
		}
	}
	byName := map[string]int{}
	for i := range h.parts {
		if _, known := byName[h.parts[i].name]; !known {
			byName[h.parts[i].name] = i
		}
	}
	for i := range h.parts {
		for _, w := range word.FindAllString(h.parts[i].text, -1) {
			if j, ok := byName[w]; ok && j != i {
				h.parts[i].uses = append(h.parts[i].uses, j)
			}
		}
	}
}

func (h *Header) add(text string) {
	text = strings.Trim(regexp.MustCompile(`\n\s*\n+`).ReplaceAllString(text, "\n"), "\n ")
	head, _, _ := strings.Cut(text, "{")
	m := wrappedName.FindStringSubmatch(head)
	if m == nil {
		m = definedName.FindStringSubmatch(head)
	}
	if m != nil {
		h.parts = append(h.parts, part{text: text, name: m[1]})
	}
}

// inline returns the program with what it needs of csmith.h in place of the line that includes it.
func (h *Header) inline(program []byte) []byte {
	at := includeLine.FindIndex(program)
	if at == nil {
		return program
	}
	used := map[string]bool{}
	for _, w := range word.FindAll(program, -1) {
		used[string(w)] = true
	}
	want := make([]bool, len(h.parts))
	var take func(i int)
	take = func(i int) {
		if !want[i] {
			want[i] = true
			for _, j := range h.parts[i].uses {
				take(j)
			}
		}
	}
	for i := range h.parts {
		if used[h.parts[i].name] {
			take(i)
		}
	}
	var out bytes.Buffer
	out.Write(program[:at[0]])
	out.WriteString("#include <stdint.h>\nint printf(const char *, ...);\nint strcmp(const char *, const char *);\n")
	for i, p := range h.parts {
		if want[i] {
			out.WriteString(p.text + "\n")
		}
	}
	out.Write(program[at[1]:])
	return out.Bytes()
}

// withMacros returns the program with Csmith's arithmetic as macros instead of functions.
func withMacros(program []byte) []byte {
	return includeLine.ReplaceAll(program, []byte("#define USE_MATH_MACROS\n#include \"csmith.h\"\n"))
}

// lineCount counts lines.
func lineCount(text []byte) int { return bytes.Count(text, []byte("\n")) }
