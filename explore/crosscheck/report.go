package crosscheck

// This file writes reports of failing programs.

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// Flags returns the flags of confcov crosscheck that check a case as it was, without --program.
func (k *Case) Flags() []string {
	flags := []string{"--mode", k.Mode.String()}
	if k.Constrainer != 0 {
		flags = append(flags, "--constrainer", k.Constrainer.String())
	}
	if k.Expanded {
		flags = append(flags, "--expanded")
	}
	if k.Alone {
		flags = append(flags, "--core-alone")
	}
	return flags
}

// quoted returns a word as the shell reads it, without quotes where it needs none.
func quoted(s string) string {
	if plain(s) == s {
		return s
	}
	return shellQuoted(s)
}

// report returns report.md.
func (b *Batch) report(rec *Record, k *Case, dir string) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# Program %d of seed %d, %s mode\n\n", rec.Index, b.Seed, rec.Mode)
	fmt.Fprintf(&w, "- confcov %s\n- %d lines", b.Version, rec.Lines)
	switch {
	case rec.Reduced > 0:
		fmt.Fprintf(&w, ", reduced to %d (reduced.c)", rec.Reduced)
	case rec.Reduction != "":
		fmt.Fprintf(&w, ", not reduced: %s", rec.Reduction)
	}
	fmt.Fprintf(&w, "\n- logical operators %s", map[bool]string{true: "expanded", false: "merged"}[k.Expanded])
	if k.Constrainer != 0 {
		fmt.Fprintf(&w, "; globals constrained by %s", k.Constrainer)
	}
	if k.Alone {
		w.WriteString("; the solver's core alone")
	}
	w.WriteString("\n\nIt disagrees by:\n\n")
	for _, f := range rec.Findings {
		fmt.Fprintf(&w, "- %s: %s\n", f.Oracle, f.Text)
	}
	name := "program.c"
	if rec.Reduced > 0 {
		name = "reduced.c"
	}
	command := append([]string{"confcov", "crosscheck", "--program", quoted(filepath.Join(dir, name))}, k.Flags()...)
	for _, i := range b.Engine.Include {
		command = append(command, "--include", quoted(i))
	}
	fmt.Fprintf(&w, "\nTo see it again:\n\n    %s\n", strings.Join(command, " "))
	for _, f := range rec.Findings {
		if f.Stack != "" {
			fmt.Fprintf(&w, "\n```\n%s```\n", f.Stack)
		}
	}
	return w.Bytes()
}
