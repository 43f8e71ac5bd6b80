package frontend

// This file rewrites what the parser does not know. Of the prefixes of literals it has
// L alone: u"x" becomes L"\ue001x" and U"x" becomes L"\ue002x". The escapes are characters for
// private use; literals.go takes them off again. An array of unspecified size [*] becomes [1].

import (
	"bytes"
	"strings"
)

const mark16, mark32 = `\ue001`, `\ue002`

// rewrite returns the source text as the parser can read it.
func rewrite(s string) string {
	if !strings.Contains(s, "[*]") && !strings.Contains(s, `u"`) && !strings.Contains(s, `u'`) && !strings.Contains(s, `U"`) && !strings.Contains(s, `U'`) {
		return s
	}
	var out bytes.Buffer
	word := false // the byte before is part of an identifier or number
	for i := 0; i < len(s); {
		ch := s[i]
		switch {
		case strings.HasPrefix(s[i:], "//"):
			i = copyUntil(&out, s, i, 2, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = copyUntil(&out, s, i, 2, "*/")
		case !word && (ch == 'u' || ch == 'U') && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\''):
			out.WriteByte('L')
			out.WriteByte(s[i+1])
			if ch == 'u' {
				out.WriteString(mark16)
			} else {
				out.WriteString(mark32)
			}
			start := out.Len()
			i = copyLiteral(&out, s, i+1)
			// the quote was written before the mark
			b := out.Bytes()
			copy(b[start:], b[start+1:])
			out.Truncate(out.Len() - 1)
		case strings.HasPrefix(s[i:], "[*]"): // in prototypes only, where the number does not matter
			out.WriteString("[1]")
			i += 3
		case ch == '"' || ch == '\'':
			i = copyLiteral(&out, s, i)
		default:
			out.WriteByte(ch)
			i++
		}
		word = ch == '_' || ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch >= 0x80
	}
	return out.String()
}

// copyUntil copies s from i to the end of the first occurrence of end after i+skip.
func copyUntil(out *bytes.Buffer, s string, i, skip int, end string) int {
	j := len(s)
	if k := strings.Index(s[min(i+skip, len(s)):], end); k >= 0 {
		j = i + skip + k + len(end)
	}
	out.WriteString(s[i:j])
	return j
}

// copyLiteral copies the literal whose opening quote is at i; one that does not end on its line ends there.
func copyLiteral(out *bytes.Buffer, s string, i int) int {
	j := i + 1
	for j < len(s) && s[j] != s[i] && s[j] != '\n' {
		if s[j] == '\\' {
			j++
		}
		j++
	}
	j = min(j+1, len(s))
	out.WriteString(s[i:j])
	return j
}

// markedPrefix returns the prefix of a literal and the text between its quotes.
func markedPrefix(s string, quote byte) (prefix, inside string) {
	i := strings.IndexByte(s, quote)
	prefix, inside = s[:i], s[i+1:len(s)-1]
	switch {
	case strings.HasPrefix(inside, mark16):
		prefix = "u"
		inside = strings.ReplaceAll(inside, mark16, "")
	case strings.HasPrefix(inside, mark32):
		prefix = "U"
		inside = strings.ReplaceAll(inside, mark32, "")
	}
	return prefix, inside
}
