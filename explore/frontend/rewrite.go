package frontend

// This file rewrites what the parser does not know, in sources and in headers. Of the prefixes of literals it has
// L alone: u"x" becomes L"\ue001x" and U"x" becomes L"\ue002x". The escapes are characters for
// private use; literals.go takes them off again. An array of unspecified size [*] becomes [1], and [static const n] becomes
// [n]; attributes between enum and its tag go behind its constants; typeof(const T) becomes typeof(T const);
// static __auto_type v = e becomes static typeof(e) v = e, and other words before __auto_type are left out;
// digraphs, characters by name in identifiers and names of variable arguments become what they stand for;
// escapes by number get the lengths that the parser knows; the first of adjacent strings has the prefix that any of them has;
// attributes at the beginning of a type in parentheses, or of a macro, go behind the type's words.
// A #line whose number is a macro's becomes a pragma, so that it is an error where it is not skipped.

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// qualifiedTypeof is a typeof whose type begins with qualifiers: these go behind the next word.
var qualifiedTypeof = regexp.MustCompile(`^(_*typeof_*\s*\(\s*)((?:_*(?:const|volatile)_*\s+)+)(_*typeof_*\s*\([^()]*\)|(?:struct|union|enum)\s+\w+|\w+)`)

// staticAuto and qualifiedAuto are declarations of a type that the initialiser says.
var (
	staticAuto    = regexp.MustCompile(`^static(\s+)((?:const|volatile)\s+)?__auto_type\s+(\w+\s*=)([^;{}]+)`)
	qualifiedAuto = regexp.MustCompile(`^((?:(?:const|volatile|register)\s+)+)__auto_type\b`)
)

const mark16, mark32 = `\ue001`, `\ue002`

// unknown is found in sources in which there may be something to rewrite.
var unknown = regexp.MustCompile(`[uU]["']|"\s*L"|(?:\(\s*|#[ \t]*define[ \t]+\w+[ \t]+)__attribute|\[\s*(?:\*\s*\]|static|const|volatile|restrict|_)|#[ \t]*line[ \t]+[A-Za-z_]|enum\s+__attribute|typeof|__auto_type|\\[uU][0-9a-fA-F]|<:|<%|%:|\w\.\.\.\)|\\x|\\[0-7]{1,2}"`)

// arrayQualifiers are what may come before the size of an array that is a parameter.
var arrayQualifiers = regexp.MustCompile(`^\[\s*(?:(?:static|(?:const|volatile|restrict|__const|__volatile|__restrict)(?:__)?|_Atomic)\b\s*)*(\*\s*\])?`)

// lineOfMacro is a #line with a macro for its number.
var lineOfMacro = regexp.MustCompile(`^#[ \t]*line[ \t]+([A-Za-z_]\w*)`)

var letters = regexp.MustCompile(`\w`)

// attributedEnum is an enumeration with attributes before its tag.
var attributedEnum = regexp.MustCompile(`^enum(\s+)__attribute(?:__)?(\s*)(\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\))(\s*\w*\s*\{[^{}]*\})`)

// attributedType is a type that begins with attributes, in parentheses or as a macro.
var attributedType = regexp.MustCompile(`^(\(\s*|#[ \t]*define[ \t]+\w+[ \t]+)(__attribute(?:__)?\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\))([ \t]+)((?:(?:const|volatile|unsigned|signed|char|short|int|long|float|double|void|(?:struct|union|enum)[ \t]+\w+)\b[ \t]*)+)`)

// universal is the name of a character in an identifier.
var universal = regexp.MustCompile(`^\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`)

// namedRest is a macro with a name for its variable arguments.
var namedRest = regexp.MustCompile(`^#[ \t]*define[ \t]+\w+\(([^()\n]*[ \t,])?(\w+)\.\.\.\)`)

var digraphs = strings.NewReplacer("%:%:", "##", "%:", "#", "<:", "[", ":>", "]", "<%", "{", "%>", "}")

// linePragma is the pragma that a #line becomes.
const linePragma = "confcov_line"

// rewrite returns the source text as the parser can read it.
func rewrite(s string) string {
	if !unknown.MatchString(s) {
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
		case ch == '"' || !word && (ch == 'u' || ch == 'U' || ch == 'L') && prefixed.MatchString(s[i:]):
			i = copyStrings(&out, s, i)
			ch = '"'
		case !word && (ch == 'u' || ch == 'U') && i+1 < len(s) && s[i+1] == '\'':
			out.WriteString("L'" + marks[s[i:i+1]])
			var lit bytes.Buffer
			i = copyLiteral(&lit, s, i+1, true)
			out.Write(lit.Bytes()[1:])
		case !word && (ch == 't' || ch == '_') && qualifiedTypeof.MatchString(s[i:]):
			m := qualifiedTypeof.FindStringSubmatch(s[i:])
			out.WriteString(m[1] + rewrite(m[3]) + " " + m[2])
			i += len(m[0])
		case !word && ch == 's' && staticAuto.MatchString(s[i:]):
			m := staticAuto.FindStringSubmatch(s[i:])
			e := rewrite(m[4])
			out.WriteString("static" + m[1] + m[2] + "__typeof__(" + strings.ReplaceAll(e, "\n", " ") + ") " + m[3] + e)
			i += len(m[0])
		case !word && (ch == 'c' || ch == 'v' || ch == 'r') && qualifiedAuto.MatchString(s[i:]):
			i += len(qualifiedAuto.FindStringSubmatch(s[i:])[1])
			ch = ' '
		case (ch == '(' || ch == '#') && attributedType.MatchString(s[i:]):
			m := attributedType.FindStringSubmatch(s[i:])
			if strings.HasPrefix(s[i+len(m[0]):], "{") { // the attributes of a structure
				out.WriteString(m[0])
			} else {
				out.WriteString(m[1] + m[4] + m[3] + m[2] + " ")
			}
			i += len(m[0])
		case ch == '#' && namedRest.MatchString(s[i:]):
			i = rewriteRest(&out, s, i)
		case ch == '\\' && universal.MatchString(s[i:]):
			m := universal.FindString(s[i:])
			r, _ := strconv.ParseUint(m[2:], 16, 32)
			out.WriteRune(rune(r))
			i += len(m)
			ch = 'u' // of an identifier
		case strings.HasPrefix(s[i:], "%:%:"):
			out.WriteString("##")
			i += 4
		case i+1 < len(s) && digraphs.Replace(s[i:i+2]) != s[i:i+2]:
			out.WriteString(digraphs.Replace(s[i : i+2]))
			i += 2
		case !word && ch == 'e' && attributedEnum.MatchString(s[i:]):
			i = rewriteEnum(&out, s, i)
			ch = ')'
		case ch == '[':
			m := arrayQualifiers.FindStringSubmatch(s[i:])
			blank := letters.ReplaceAllString(m[0], " ")
			if m[1] != "" { // in prototypes only, where the number does not matter
				blank = strings.Replace(blank, "*", "1", 1)
			}
			out.WriteString(blank)
			i += len(m[0])
		case ch == '#' && lineOfMacro.MatchString(s[i:]) && lineOfMacro.FindStringSubmatch(s[i:])[1] != "__LINE__":
			out.WriteString("#pragma " + linePragma + " ")
			i++
		case ch == '\'':
			i = copyLiteral(&out, s, i, i > 0 && s[i-1] == 'L')
		default:
			out.WriteByte(ch)
			i++
		}
		word = ch == '_' || ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z' || ch >= 0x80
	}
	return out.String()
}

// rewriteRest writes the macro at i, whose variable arguments have a name, and returns its end.
func rewriteRest(out *bytes.Buffer, s string, i int) int {
	m := namedRest.FindStringSubmatch(s[i:])
	j := i + len(m[0])
	for j < len(s) && (s[j] != '\n' || s[j-1] == '\\') {
		j++
	}
	out.WriteString(strings.TrimSuffix(m[0], m[2]+"...)") + "...)")
	out.WriteString(regexp.MustCompile(`\b`+m[2]+`\b`).ReplaceAllString(s[i+len(m[0]):j], "__VA_ARGS__"))
	return j
}

// rewriteEnum writes the enumeration at i with its attributes after its constants, and returns its end.
func rewriteEnum(out *bytes.Buffer, s string, i int) int {
	m := attributedEnum.FindStringSubmatch(s[i:])
	list := strings.ReplaceAll(m[3], "\n", " ")
	lines := strings.Repeat("\n", strings.Count(m[3], "\n"))
	out.WriteString("enum" + m[1] + m[2] + lines + rewrite(m[4]) + " __attribute__" + list)
	return i + len(m[0])
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

// ambiguous are the escapes whose ends the parser does not find when it joins adjacent literals, and what it takes for such behind
// escaped backslashes. And all other escapes, so that a match begins where an escape does.
var ambiguous = regexp.MustCompile(`\\(?:x[0-9a-fA-F]+"?|[0-7]{1,2}"|\\(?:x[0-9a-fA-F]*|[0-7]{1,2})["']|[^x0-7])`)

// definite returns an escape as the parser understands it.
func definite(e string, wide bool) string {
	digits, last := strings.CutSuffix(e[1:], `"`)
	base, end := 8, ""
	if last {
		end = `"`
	}
	switch {
	case e[1] == '\\' && len(e) > 2:
		return `\134` + e[2:]
	case e[1] == 'x' && (last || len(digits) != 3): // two digits within a literal are no more
		digits, base = digits[1:], 16
	case e[1] < '0' || e[1] > '7':
		return e
	}
	v, err := strconv.ParseUint(digits, base, 64)
	switch {
	case err != nil:
		return e
	case wide:
		return fmt.Sprintf("\\U%08x", uint32(v)) + end
	}
	return fmt.Sprintf("\\%03o", byte(v)) + end
}

// copyLiteral copies the literal whose opening quote is at i; one that does not end on its line ends there.
func copyLiteral(out *bytes.Buffer, s string, i int, wide bool) int {
	j := i + 1
	for j < len(s) && s[j] != s[i] && s[j] != '\n' {
		if s[j] == '\\' {
			j++
		}
		j++
	}
	j = min(j+1, len(s))
	out.WriteString(ambiguous.ReplaceAllStringFunc(s[i:j], func(e string) string {
		return definite(e, wide)
	}))
	return j
}

// prefixed is the beginning of a string.
var prefixed = regexp.MustCompile(`^(u8|[uUL]?)"`)

var marks = map[string]string{"u": mark16, "U": mark32}

// copyStrings copies the adjacent strings that begin at i.
func copyStrings(out *bytes.Buffer, s string, i int) int {
	prefix := ""
	for j := i; ; {
		m := prefixed.FindStringSubmatch(s[j:])
		if m == nil {
			break
		}
		if m[1] != "u8" && prefix == "" {
			prefix = m[1]
		}
		var unused bytes.Buffer
		j = copyLiteral(&unused, s, j+len(m[1]), false)
		j += len(s[j:]) - len(strings.TrimLeft(s[j:], " \t\n"))
	}
	for first := true; ; first = false {
		m := prefixed.FindStringSubmatch(s[i:])
		if m == nil {
			return i
		}
		var lit bytes.Buffer
		end := copyLiteral(&lit, s, i+len(m[1]), prefix != "")
		switch {
		case prefix == "":
			out.WriteString(m[1] + lit.String())
		case first:
			out.WriteString("L\"" + marks[prefix])
			out.Write(lit.Bytes()[1:])
		default:
			out.Write(lit.Bytes())
		}
		i = end
		if next := strings.TrimLeft(s[i:], " \t\n"); prefixed.MatchString(next) {
			out.WriteString(s[i : len(s)-len(next)])
			i = len(s) - len(next)
		} else {
			return i
		}
	}
}

// markedPrefix returns the prefix of a literal and the text between its quotes.
func markedPrefix(s string, quote byte) (prefix, inside string) {
	i := strings.IndexByte(s, quote)
	prefix, inside = s[:i], s[i+1:len(s)-1]
	switch {
	case strings.Contains(inside, mark16):
		prefix = "u"
		inside = strings.ReplaceAll(inside, mark16, "")
	case strings.Contains(inside, mark32):
		prefix = "U"
		inside = strings.ReplaceAll(inside, mark32, "")
	}
	return prefix, inside
}
