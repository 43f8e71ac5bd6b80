package build

import (
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
)

const objectsC = `#include "shared.h"
int number; unsigned short narrow; long wide; signed char tiny; _Bool flag; char letter;
float ratio; double real; long double most; int *pointer;
enum color { RED, GREEN } color; char word[4], *text;
struct conf { int a; unsigned b : 3; struct { short s[4]; }; union { long l; unsigned char bytes[8]; char *p; }; } conf;
short list[3];
static int twice;
int *address(void) { static int inner; return &inner + twice; }
static void ready(void) {}
static void once(void) {}
extern int other_main(void);
int main(void) { ready(); once(); return other_main() + number + twice + hidden; }
`

const otherC = `#include "shared.h"
static int twice;
int *place(void) { static int inner; return &inner; }
int *first(void) { static int inner; if (inner) {
	static int inner; return &inner; } return 0; }
static void ready(void) {}
int other_main(void) { ready(); return twice + hidden; }
`

// objects builds a program with the given lines of options and point.
func objects(t *testing.T, library *libc.Archive, after, options string, exclude ...subjects.Exclusion) (*Program, error) {
	t.Helper()
	dir := need.Folder(t, map[string]string{
		"src/objects.c": objectsC, "src/other.c": otherC, "src/shared.h": "static int hidden;\n", "tests/plain.txtar": "",
		"subject.toml": fmt.Sprintf("name = \"objects\"\nversion = \"1\"\n[source]\nfolder = \"src\"\n[build]\nfiles = [\"objects.c\", \"other.c\"]\n"+
			"[symbolic]\nafter = %q\n[config]\nhow = \"arguments\"\nline = \"{name}={value}\"\n[options]\nlist = [\n%s]\n", after, options),
	})
	s, err := subjects.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Path, s.Exclude = "objects", exclude // the path is that of messages
	return Subject(t.Context(), s, p, Options{Library: library})
}

// TestOptions compares options with the objects of the program.
func TestOptions(t *testing.T) {
	library, err := libc.Open(t.Context(), libc.Options{Keep: true})
	need.Fetched(t, err)
	for _, c := range []struct{ object, rest, want string }{
		{"number", `domain = "any"`, "i32"},
		{"number", `domain = "bool"`, "i32"},
		{"narrow", `domain = "0..70"`, "u16"},
		{"wide", `domain = "0..5000000000"`, "i64"},
		{"wide", `type = "i64", domain = "any"`, "i64"},
		{"tiny", `domain = "any"`, "i8"},
		{"letter", `domain = "-1..1"`, "i8"},
		{"flag", `domain = "bool"`, "u8"},
		{"color", `domain = "0,1"`, "u32"},
		{"conf", `domain = "any"`, "i32"},
		{"conf+10", `domain = "any"`, "i16"},
		{"conf+16", `domain = "any"`, "i64"},
		{"conf+16", `type = "u8", domain = "any"`, "u8"},
		{"conf+17", `domain = "any"`, "u8"},
		{"list+4", `domain = "any"`, "i16"},
		{"other.c:twice", `domain = "any"`, "i32"},
		{"objects.c:7:twice", `domain = "any"`, "i32"},
		{"address.inner", `domain = "any"`, "i32"},
		{"other.c:4:first.inner", `domain = "any"`, "i32"},
		{"objects.c:hidden", `domain = "any"`, "i32"},

		{"pointer", `domain = "bool"`, "is of type pointer: want a list of strings for its domain"},
		{"word", `domain = ["ab", "a"]`, "u8"},
		{"word+1", `domain = ["ab"]`, "u8"},
		{"text", `domain = [false, "x"]`, "u8"},
		{"conf+16", `domain = [false, "0123456789"]`, "u8"},
		{"word", `domain = ["abcd"]`, "word, defined in objects.c:4, has room for 4 characters: the longest string needs 5"},
		{"word+1", `domain = ["a", "abcd"]`, "has room for 3 characters: the longest string needs 5"},
		{"word", `domain = [false, "a"]`, "its domain has false, a null pointer, but word, defined in objects.c:4, is an array of characters"},
		{"number", `domain = ["a"]`, "a string is a pointer or an array of characters, but number, defined in objects.c:2, is of type int"},

		{"nothing", `domain = "any"`, "the program has no object nothing"},
		{"main", `domain = "any"`, "the program has no object main"},
		{"wide", `type = "i32", domain = "any"`, `type i32, but wide, defined in objects.c:2, is of type long: want type = "i64", or none`},
		{"number", `type = "u8", domain = "any"`, `type u8, but number, defined in objects.c:2, is of type int: want type = "i32", or none`},
		{"number", `type = "u32", domain = "any"`, `want type = "i32", or none`},
		{"narrow", `domain = "0..70000"`, `domain "0..70000": `},
		{"ratio", `domain = "bool"`, "an option is an integer, but ratio, defined in objects.c:3, is of type float"},
		{"real", `type = "i64", domain = "any"`, "is of type double"},
		{"most", `domain = "any"`, "is of type long double"},
		{"pointer", `domain = "bool"`, "an option is an integer, but pointer, defined in objects.c:3, is of type pointer"},
		{"flag", `domain = "0..2"`, `domain 0..2, but flag, defined in objects.c:2, is of type _Bool: want domain = "bool"`},
		{"conf+4", `domain = "any"`, ".b of type unsigned int, a bit-field"},
		{"conf+2", `domain = "any"`, "nothing begins at offset 2 of the object defined in objects.c:5"},
		{"conf+100", `domain = "any"`, "defined in objects.c:5, has 24 bytes"},
		{"twice", `domain = "any"`, `object twice is ambiguous: it is defined in objects.c:7 and other.c:2: want FILE:NAME or FILE:LINE:NAME, such as "objects.c:twice"`},
		{"first.inner", `domain = "any"`, `is ambiguous: it is defined in other.c:4 and other.c:5: want FILE:NAME or FILE:LINE:NAME, such as "other.c:4:first.inner"`},
		{"hidden", `domain = "any"`, `such as "objects.c:hidden"`},
	} {
		t.Run(c.object+" "+c.rest, func(t *testing.T) {
			value := "0"
			if list, ok := strings.CutPrefix(c.rest, "domain = ["); ok {
				value, _, _ = strings.Cut(strings.TrimSuffix(list, "]"), ",")
			}
			p, err := objects(t, library, "once", fmt.Sprintf("\t{ name = \"o\", object = %q, %s, default = %s },\n", c.object, c.rest, value))
			if err != nil {
				if text := err.Error(); !strings.Contains(text, c.want) || !strings.HasPrefix(text, "objects/subject.toml:14: option o: ") {
					t.Errorf("error %q, want %q", text, c.want)
				}
				return
			}
			d := p.Subject.Space().Options[0].Domain
			if got := subjects.TypeName(d.Bits, d.Signed); got != c.want {
				t.Errorf("type %s, want %s", got, c.want)
			}
		})
	}
}

// TestPoints compares the other names that a subject gives with the program.
func TestPoints(t *testing.T) {
	library, err := libc.Open(t.Context(), libc.Options{Keep: true})
	need.Fetched(t, err)
	for after, want := range map[string]string{
		"ready":           `symbolic.after: function ready is ambiguous: it is defined in objects.c:9 and other.c:6: want FILE:NAME or FILE:LINE:NAME, such as "objects.c:ready"`,
		"never":           "symbolic.after: the program has no function never",
		"number":          "symbolic.after: the program has no function number",
		"other.c:ready":   "",
		"objects.c:ready": "",
	} {
		_, err := objects(t, library, after, "\t{ name = \"o\", object = \"number\", domain = \"any\", default = 0 },\n")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), "objects/subject.toml:8: "+want) {
			t.Errorf("after %s: error %v, want %s", after, err, want)
		}
	}
	two := "\t{ name = \"a\", object = \"conf+16\", domain = \"any\", default = 0 },\n\t{ name = \"b\", object = \"conf+17\", domain = \"any\", default = 0 },\n"
	if _, err := objects(t, library, "once", two); err == nil || !strings.Contains(err.Error(), "is that of option a in line 14 too") {
		t.Errorf("overlapping options: %v", err)
	}
	gone := subjects.Exclusion{File: "other.c", Func: "main", Reason: "it is elsewhere", Line: 9}
	if _, err := objects(t, library, "once", "", gone); err == nil || !strings.Contains(err.Error(), "objects/subject.toml:9: coverage.exclude: other.c has no function main in this build") {
		t.Errorf("excluded function: %v", err)
	}
	if p, err := objects(t, library, "other.c:ready", ""); err != nil || p.Loaded[path.Both] == nil {
		t.Error(err)
	}
}
