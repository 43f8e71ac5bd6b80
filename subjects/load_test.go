package subjects

// This file tests loading: the built-in subjects, and errors with their places.

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

func TestBuiltin(t *testing.T) {
	for _, name := range Names() {
		s, err := Load(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s.Name != name {
			t.Errorf("subject %s is called %s", name, s.Name)
		}
		for _, test := range s.Tests {
			if test.Summary == "" {
				t.Errorf("%s: no summary", test.Path)
			}
		}
	}
}

const miniTOML = `name = "mini"
version = "1"

[source]
folder = "src"

[build]
files = ["a.c"]

[symbolic]
after = "init"

[config]
how = "arguments"
line = "{name}={value}"

[options]
object = "opt_{name}"
list = [
	{ name = "x", domain = "bool", default = 0 },
	{ name = "n", domain = "0..9", default = 3, scope = "listed" },
]

[mode.plain]
settings = { x = false, other = "text" }
`

const miniTest = `summary = "a test"
mode = "plain"
symbolic = ["n"]
-- dir / --
-- dir /etc --
-- file /etc/passwd --
root:x:0:0::/:
joe:x:7:8::/:
-- file /data mode=0600 owner=joe:8 mtime=2020-01-01T00:00:10Z as=chomp --
abc
`

func mini(edit ...string) fstest.MapFS {
	r := strings.NewReplacer(edit...)
	return fstest.MapFS{
		"subject.toml":    {Data: []byte(r.Replace(miniTOML))},
		"src/a.c":         {Data: []byte("int main(void) { return 0; }\n")},
		"tests/one.txtar": {Data: []byte(r.Replace(miniTest))},
	}
}

func TestMini(t *testing.T) {
	s, err := load(mini(), "mini")
	if err != nil {
		t.Fatal(err)
	}
	test := s.Tests[0]
	if test.Symbolic[0] || !test.Symbolic[1] {
		t.Errorf("symbolic: got %v, want only n", test.Symbolic)
	}
	if got, want := s.Space().FormatSettings(test.Fixed()), "x=0"; got != want {
		t.Errorf("fixed: got %s, want %s", got, want)
	}
	if got, want := strings.Join(s.ConfigLines(test, nil), " "), "other=text x=0"; got != want {
		t.Errorf("configuration: got %s, want %s", got, want)
	}
	last := test.Files[0]
	for _, e := range test.Files {
		if e.Path == "/data" {
			last = e
		}
	}
	if string(last.Data) != "abc" || last.UID != 7 || last.GID != 8 || last.MTime != 1577836810 || last.Mode != 0o600 {
		t.Errorf("entry: got %+v", last)
	}
}

// The file of the configuration has the mode and the owner that a test gives it, and the content that confcov does.
func TestConfigFile(t *testing.T) {
	file := []string{`how = "arguments"`, "how = \"file\"\npath = \"/etc/mini.conf\"", "-- file /data"}
	for _, c := range []struct{ section, want string }{
		{"", "mini.conf 600 root x=0"},
		{"-- file /etc/mini.conf mode=0644 owner=joe:8 --\n", "mini.conf 644 joe x=0"},
		{"-- file /etc/mini.conf --\nx=1\n", "mini/tests/one.txtar:9: /etc/mini.conf has the configuration"},
		{"-- dir /etc/mini.conf --\n", "mini/tests/one.txtar:9: /etc/mini.conf has the configuration"},
	} {
		s, err := load(mini(append(file, c.section+"-- file /data")...), "mini")
		if err != nil {
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%q: got %v, want %s", c.section, err, c.want)
			}
			continue
		}
		for _, e := range s.Entries(s.Tests[0], []string{"x=0"}) {
			if got := fmt.Sprintf("%s %o %s %s", path.Base(e.Path), e.Mode, e.Owner, strings.TrimSpace(string(e.Data))); e.Path == "/etc/mini.conf" && got != c.want {
				t.Errorf("%q: got %s, want %s", c.section, got, c.want)
			}
		}
	}
}

// complete returns the lines of a configuration.
func complete(t *testing.T, s *Subject, c confspace.Configuration) string {
	t.Helper()
	lines, err := s.Complete(c)
	if err != nil {
		t.Error(err)
	}
	return strings.Join(lines, "|")
}

// TestStrings loads options that are strings, and writes configurations of them.
func TestStrings(t *testing.T) {
	const x, s = `{ name = "x", domain = "bool", default = 0 },`, `{ name = "s", domain = [false, "", "a b"], default = false },`
	files := mini(x, x+"\n\t"+s, `x = false, other`, `x = false, s = "a b", other`)
	subject, err := load(files, "mini")
	if err != nil {
		t.Fatal(err)
	}
	test := subject.Tests[0]
	if got, want := strings.Join(subject.ConfigLines(test, nil), "|"), "other=text|s=a b|x=0"; got != want {
		t.Errorf("configuration: got %s, want %s", got, want)
	}
	if got, want := subject.Space().FormatSettings(test.Fixed()), `x=0,s="a b"`; got != want {
		t.Errorf("fixed: got %s, want %s", got, want)
	}
	c := subject.Space().Defaults()
	for v, want := range []string{"x=0|n=3", "x=0|s=|n=3", "x=0|s=a b|n=3"} {
		c[1] = int64(v)
		if got := complete(t, subject, c); got != want {
			t.Errorf("value %d: got %s, want %s", v, got, want)
		}
	}
	subject, err = load(mini(x, x+"\n\t"+strings.Replace(s, `"", `, "", 1), `line = "{name}={value}"`, "line = \"{name}={value}\"\nunset = \"\""), "mini")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := complete(t, subject, subject.Space().Defaults()), "x=0|s=|n=3"; got != want {
		t.Errorf("unset: got %s, want %s", got, want)
	}
	const at = `mini/subject.toml:21: option "s": `
	for option, want := range map[string]string{
		`{ name = "s", domain = ["", "x"], default = "y" },`:                `default: "y" is not in the domain "","x"`,
		`{ name = "s", domain = ["", "x"], default = 0 },`:                  `default: 0 is not in the domain "","x"`,
		`{ name = "s", domain = ["", 1], default = "" },`:                   `domain: want strings, and false once at most for a null pointer, not 1`,
		`{ name = "s", domain = ["a", "a"], default = "a" },`:               `string "a" is in the domain twice`,
		`{ name = "s", domain = ["a\nb"], default = "a" },`:                 `string "a\nb": it is to be one line`,
		`{ name = "s", domain = [false], default = false },`:                `domain without a string`,
		`{ name = "s", domain = ["a"], type = "i32", default = "a" },`:      `type and base go with integers`,
		`{ name = "s", domain = '"a"', default = "a" },`:                    `domain: strings are a list`,
		`{ name = "s", domain = 3, default = 3 },`:                          `domain: want text, or a list of strings, not 3`,
		`{ name = "s", domain = "any", default = "3" },`:                    `default: want a number, not 3`,
		`{ name = "s", domain = [false, "a"], default = "a" },`:             `its domain has false, which is not its default: want config.unset`,
		`{ name = "s", domain = ["a"], default = "a", scope = "nowhere" },`: `scope`,
	} {
		_, err := load(mini(x, x+"\n\t"+option), "mini")
		if err == nil || !strings.HasPrefix(err.Error(), at+want) {
			t.Errorf("%s: got %v, want %s", option, err, want)
		}
	}
	_, err = load(mini(x, x+"\n\t"+s, `how = "arguments"`, "how = \"arguments\"\nunset = \"\""), "mini")
	if want := `mini/subject.toml:22: option "s": the configuration says "" for false, a null pointer, too`; err == nil || err.Error() != want {
		t.Errorf("the same text twice: got %v, want %s", err, want)
	}
	_, err = load(mini(x, x+"\n\t"+s, `x = false, other`, `x = false, s = "b", other`), "mini")
	if err == nil || !strings.HasSuffix(err.Error(), `mode.plain.s: "b" is not in the domain unset,"","a b"`) {
		t.Errorf("a setting that is not in the domain: got %v", err)
	}
}

// TestConstraints loads constraints, and says where they are wrong.
func TestConstraints(t *testing.T) {
	const list, settings, symbolic = "list = [", "x = false, other", `symbolic = ["n"]`
	s, err := load(mini(list, "constraints = [\"x => n > 4\", \"n < 9\"]\nlist = ["), "mini")
	if err != nil {
		t.Fatal(err)
	}
	m := confspace.NewSets(s.Space())
	if got, want := m.Count(m.Domain()).Int64(), int64(9+4); got != want {
		t.Errorf("%d configurations, want %d", got, want)
	}
	for _, c := range []struct {
		constraints, settings, symbolic, want string
	}{
		{"constraints = [\"n < 9\",\n\"y => x\"]\n", settings, symbolic, `mini/subject.toml:20: options.constraints: constraint "y => x", column 1: unknown option "y"`},
		{"constraints = [\"n > 3\"]\n", settings, symbolic, `mini/subject.toml:19: options.constraints: constraint "n > 3": the defaults do not satisfy it: n=3`},
		{"constraints = [\"n < 9\", 'n > 8']\n", settings, symbolic, `mini/subject.toml:19: options.constraints: constraint "n > 8": no configuration satisfies it and those before it`},
		{"constraints = [\"x => n == 4\"]\n", "x = true, other", "", `mini/tests/one.txtar:1: no configuration satisfies the constraints of the subject (x => n == 4) with the options that are not symbolic here: x=1,n=3`},
	} {
		_, err := load(mini(list, c.constraints+list, settings, c.settings, symbolic, c.symbolic), "mini")
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.constraints, err, c.want)
		}
	}
}

// TestFixed loads options that no test makes symbolic.
func TestFixed(t *testing.T) {
	const list = "list = ["
	const fixed = "fixed = [\n\t{ names = [\"sandbox\"], value = true, reason = \"no kernel\" },\n\t{ names = [\"tls\", \"cert\"], reason = \"no TLS\" },\n]\n"
	s, err := load(mini(list, fixed+list, "other =", "cert = \"x\", other ="), "mini")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(s.ConfigLines(s.Tests[0], nil), " "), "sandbox=1 cert=x other=text x=0"; got != want {
		t.Errorf("configuration: got %s, want %s", got, want)
	}
	if len(s.Fixed) != 2 || s.Fixed[1].Reason != "no TLS" || s.Fixed[1].Value != nil {
		t.Errorf("fixed: %+v", s.Fixed)
	}
	for _, c := range []struct{ old, new, want string }{
		{`reason = "no TLS"`, `reason = ""`, `mini/subject.toml:21: options.fixed: want names, and the reason`},
		{`["tls", "cert"]`, `[]`, `mini/subject.toml:19: options.fixed: want names`},
		{`"cert"`, `"sandbox"`, `mini/subject.toml:21: options.fixed: "sandbox" is there twice`},
		{`"cert"`, `"tls"`, `mini/subject.toml:21: options.fixed: "tls" is there twice`},
		{`"cert"`, `"n"`, `mini/subject.toml:21: options.fixed: "n" is among the options`},
		{`value = true`, `value = 1.5`, `mini/subject.toml:20: options.fixed: value: want true, false, a number or a string`},
		{`value = true`, "other = true", `mini/subject.toml:20: unknown key "options.fixed.other"`},
		{`{ x = false, other = "text" }`, `{ sandbox = false }`, `mini/subject.toml:29: mode.plain.sandbox: every configuration has the value "1": no kernel`},
	} {
		files := mini(list, fixed+list)
		files["subject.toml"].Data = []byte(strings.Replace(string(files["subject.toml"].Data), c.old, c.new, 1))
		if _, err := load(files, "mini"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s -> %s: got %v, want %s", c.old, c.new, err, c.want)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"[source]", "[sauce]", `mini/subject.toml:4: unknown key "sauce"`},
		{`after = "init"`, `after = "init"` + "\nbefore = 1", `mini/subject.toml:12: unknown key "symbolic.before"`},
		{`scope = "listed"`, `scoop = "listed"`, `mini/subject.toml:21: unknown key "options.list.scoop"`},
		{`scope = "listed"`, `key = "x"`, `mini/subject.toml:21: option "n": "x" is the key of "x" too`},
		{`scope = "listed"`, `scope = "some"`, `mini/subject.toml:21: option "n": scope`},
		{`domain = "0..9"`, `domain = "0..2"`, `mini/subject.toml:21: option n: default 3`},
		{`domain = "0..9"`, `domain = "9..0"`, `mini/subject.toml:21: option "n": domain`},
		{`name = "n"`, `name = "x"`, `mini/subject.toml:20: option "x"`},
		{`["a.c"]`, `["b.c"]`, `mini/subject.toml:8: build.files`},
		{`["a.c"]`, `["@/b.c"]`, `mini/subject.toml:8: build.files: no file "b.c" in the subject`},
		{`folder = "src"`, `url = "https://example.org/x.tar.gz"`, `mini/subject.toml:4: source.sha256`},
		{"[symbolic]", "[coverage]\nlines = \"gcc\"\n[symbolic]", `mini/subject.toml:11: coverage.lines: want "gcov" or "cil", not "gcc"`},
		{`folder = "src"`, `folder = "src"` + "\ngiven = \"it\"", `mini/subject.toml:4: source: want one of folder, an archive`},
		{`folder = "src"`, `given = "it"` + "\nsha256 = \"a\"", `mini/subject.toml:4: source: sha256 and strip go with url or debian`},
		{`folder = "src"`, `folder = "src"` + "\nsays = { file = \"a.c\", text = \"1\" }", `mini/subject.toml:6: source.says goes with an archive or given`},
		{`folder = "src"`, `given = "it"` + "\nsays = { file = \"a.c\" }", `mini/subject.toml:6: source.says: want the file`},
		{`folder = "src"`, `given = "it"` + "\nsays = { file = \"../a.c\", text = \"1\" }", `mini/subject.toml:6: source.says: want the file`},
		{`folder = "src"`, `strip = 1`, `mini/subject.toml:4: source: want one of folder, an archive`},
		{`folder = "src"`, `folder = "src"` + "\n" + `debian = "x"`, `mini/subject.toml:4: source: want one of folder, an archive`},
		{`folder = "src"`, `debian = "x"` + "\n" + `suite = "trixie"`, `mini/subject.toml:4: source.sha256: want the 64`},
		{`x = false`, `x = 2`, `mini/subject.toml:25: mode.plain.x: 2 is outside`},
		{`name = "mini"`, `name = `, `mini/subject.toml:1:`},
		{`summary = "a test"`, `sumary = "a test"`, `mini/tests/one.txtar:1: unknown key "sumary"`},
		{`mode = "plain"`, `mode = "fancy"`, `mini/tests/one.txtar:2: no mode "fancy"`},
		{`symbolic = ["n"]`, `symbolic = ["m"]`, `mini/tests/one.txtar:3: symbolic: unknown option "m"`},
		{`owner=joe:8`, `owner=jim:8`, `mini/tests/one.txtar:9: jim is not in /etc/passwd`},
		{`file /data`, `file /no/one/data`, `mini/tests/one.txtar:9: /no/one/data lies in no folder: want "dir /no", "dir /no/one"`},
		{`as=chomp`, `as=rot13`, `mini/tests/one.txtar:9: as=rot13`},
		{`-- dir /etc --`, `-- door /etc --`, `mini/tests/one.txtar:5: section "door /etc"`},
	} {
		_, err := load(mini(c.old, c.new), "mini")
		var problem *Problem
		if !errors.As(err, &problem) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s -> %s: got %v, want %s...", c.old, c.new, err, c.want)
		}
	}
}

// TestGiven prepares a source that a user has to give: of the right version, of another one, or none.
func TestGiven(t *testing.T) {
	const given = `given = "mini 1, from its archive"` + "\n" + `says = { file = "version.h", text = "VERSION 1" }`
	s, err := load(mini(`folder = "src"`, given), "mini")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check := func(local, want string) {
		t.Helper()
		if _, err := s.Prepare(t.Context(), fetch.Options{Local: local}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	const remedy = " (name with --source the folder of mini 1, from its archive)"
	check("", "use the source of mini: it cannot be fetched"+remedy)
	check(dir, "use the source of mini: "+dir+": it has no file version.h"+remedy)
	write("version.h", "#define VERSION 2\n")
	check(dir, "use the source of mini: "+dir+": it is another version: version.h does not have the text VERSION 1"+remedy)
	write("version.h", "#define VERSION 1\n")
	write("a.c", "int main(void) { return 0; }\n")
	p, err := s.Prepare(t.Context(), fetch.Options{Local: dir})
	if err != nil || p.Dir != dir || p.Checked {
		t.Errorf("the right version: %+v, %v", p, err)
	}
}

// TestSays: an archive's source is of the right version, too, whether it was fetched or a user named it.
func TestSays(t *testing.T) {
	archive := `url = "https://example.org/mini-1.tar.gz"` + "\nsha256 = \"" + strings.Repeat("0", 64) + `"` + "\n" + `says = { file = "version.h", text = "VERSION 1" }`
	s, err := load(mini(`folder = "src"`, archive), "mini")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "version.h"), []byte("#define VERSION 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const wrong = "it is another version: version.h does not have the text VERSION 1"
	_, err = s.Prepare(t.Context(), fetch.Options{Local: dir})
	if want := "use the given source of mini 1: " + dir + ": " + wrong + " (name with --source the source of mini 1, or leave --source out)"; err == nil || err.Error() != want {
		t.Errorf("named by a user: %v, want %s", err, want)
	}
	err = s.checkVersion(&Prepared{Dir: dir, Origin: "the cache"}, fetch.Options{})
	if want := "mini/subject.toml:7: source.says: the source from the cache: " + wrong; err == nil || err.Error() != want {
		t.Errorf("fetched: %v, want %s", err, want)
	}
}

func FuzzSubject(f *testing.F) {
	f.Add(miniTOML)
	f.Fuzz(func(t *testing.T, text string) {
		files := mini()
		files["subject.toml"] = &fstest.MapFile{Data: []byte(text)}
		load(files, "mini") // an error, never a panic
	})
}

func FuzzTest(f *testing.F) {
	f.Add(miniTest)
	f.Add("-- script --\nexpect 220\n")
	f.Fuzz(func(t *testing.T, text string) {
		files := mini()
		files["tests/one.txtar"] = &fstest.MapFile{Data: []byte(text)}
		load(files, "mini")
	})
}
