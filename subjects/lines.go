package subjects

// This file counts lines of source.

import (
	"os"
	"strings"
)

// SourceLines returns the number of lines of the subject's C files that are neither blank nor comment.
func (p *Prepared) SourceLines() int {
	n := 0
	for _, file := range p.Files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		n += countLines(string(data))
	}
	return n
}

// countLines counts the lines of C that hold something besides comments.
func countLines(text string) int {
	n := 0
	inside := false // a comment
	for line := range strings.Lines(text) {
		code := false
		for i := 0; i < len(line); i++ {
			rest := line[i:]
			switch {
			case inside && strings.HasPrefix(rest, "*/"):
				inside = false
				i++
			case inside:
			case strings.HasPrefix(rest, "/*"):
				inside = true
				i++
			case strings.HasPrefix(rest, "//"):
				i = len(line)
			case !strings.ContainsRune(" \t\r\n", rune(line[i])):
				code = true
			}
		}
		if code {
			n++
		}
	}
	return n
}
