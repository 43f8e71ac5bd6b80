package subjects

// This file tests configurations in the program's own syntax.

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/confcov/confcov/subjects/confspace"
)

// described loads a subject with this [config] and these options.
func described(config string, options ...string) (*Subject, error) {
	toml := "name = \"d\"\nversion = \"1\"\n[source]\nfolder = \"src\"\n[build]\nfiles = [\"a.c\"]\n[symbolic]\nafter = \"f\"\n[config]\n" + config +
		"\n[options]\nobject = \"opt_{name}\"\nlist = [\n" + strings.Join(options, ",\n") + ",\n]\n"
	return load(fstest.MapFS{
		"subject.toml": {Data: []byte(toml)}, "src/a.c": {Data: []byte("int a;\n")}, "tests/one.txtar": {Data: []byte("summary = \"a test\"\nargv = [\"d\", \"FILE\"]\n")},
	}, "d")
}

// TestForms writes configurations of each form.
func TestForms(t *testing.T) {
	const arguments, file = "how = \"arguments\"\nposition = 1", "how = \"file\"\npath = \"/etc/d\""
	for _, test := range []struct{ config, option, settings, want string }{
		{arguments, `{ name = "quiet", domain = "bool", default = 0, line = "-q" }`, "quiet=1", "-q"},
		{arguments, `{ name = "quiet", domain = "bool", default = 0, line = "-q" }`, "quiet=0", ""},
		{arguments, `{ name = "colour", domain = "bool", default = 1, line = { false = "--no-colour" } }`, "colour=0", "--no-colour"},
		{arguments, `{ name = "colour", domain = "bool", default = 1, line = { true = "--colour", false = "--no-{name}" } }`, "colour=0", "--no-colour"},
		{arguments, `{ name = "width", domain = "0..99", default = 80, line = "--width={value}" }`, "width=7", "--width=7"},
		{arguments, `{ name = "after", domain = "-1..9", default = -1, line = { -1 = "", else = ["-A", "{value}"] } }`, "after=3", "-A|3"},
		{arguments, `{ name = "after", domain = "-1..9", default = -1, line = { -1 = "", else = ["-A", "{value}"] } }`, "after=-1", ""},
		{arguments, `{ name = "kind", domain = "0,1,2", default = 0, line = { 1 = "-E", 2 = ["-F", ""] } }`, "kind=2", "-F|"},
		{arguments + "\nline = \"--{name}\"", `{ name = "quiet", domain = "bool", default = 0 }`, "quiet=1", "--quiet"},
		{arguments + "\nline = { true = \"--{name}\", false = \"--no-{name}\", else = \"--{name}={value}\" }", `{ name = "quiet", domain = "bool", default = 0 }`, "quiet=0", "--no-quiet"},
		{arguments + "\nline = { true = \"--{name}\", false = \"--no-{name}\", else = \"--{name}={value}\" }", `{ name = "width", domain = "1..9", default = 1 }`, "width=2", "--width=2"},
		{arguments + "\nline = \"--{name}{value}\"\ntrue = \"\"\nfalse = \"=off\"", `{ name = "quiet", domain = "bool", default = 0 }`, "quiet=1", "--quiet"},
		{arguments, `{ name = "key", domain = ["", "a"], default = "", line = { a = ["-e", "{value}"], else = "" } }`, `key=a`, "-e|a"},
		{file + "\nsection = \"[{section}]\"\nline = \"\\t{name} = {value}\"", `{ name = "ping", section = "Limits", domain = "0..9", default = 1 }`, "ping=2", "[Limits]|\tping = 2"},
		{file + "\nheader = [\"[Limits]\", \"A=1\", \"[Channel]\", \"B=2\"]\nsection = \"[{section}]\"\nline = \"{name}={value}\"", `{ name = "ping", section = "Limits", domain = "0..9", default = 1 }`, "ping=2", "[Limits]|A=1|ping=2|[Channel]|B=2"},
		{file + "\nline = \"{name} {quoted}\"", `{ name = "motd", domain = [false, 'say "a\b"', " x "], default = false }`, `motd="say \"a\\b\""`, `motd "say \"a\\b\""`},
		{file + "\nline = \"{name} {quoted}\"", `{ name = "motd", domain = [false, "x"], default = false }`, `motd=unset`, ``},
		{file + "\nline = \"{name} {quoted}\"", `{ name = "motd", domain = [false, "x"], default = "x", line = { unset = "no {name}", else = "{name} {value}" } }`, `motd=unset`, `no motd`},
	} {
		s, err := described(test.config, test.option)
		if err != nil {
			t.Errorf("%s: %v", test.option, err)
			continue
		}
		settings, err := s.Space().ParseSettings(test.settings)
		if err != nil {
			t.Fatal(err)
		}
		c := s.Space().Defaults().With(settings)
		if got := complete(t, s, c); got != test.want {
			t.Errorf("%s with %s: got %q, want %q", test.option, test.settings, got, test.want)
		}
		lines := s.ConfigLines(s.Tests[0], settings)
		want := "d FILE"
		if s.Config.How == HowArguments {
			want = strings.Join(append(append([]string{"d"}, lines...), "FILE"), " ")
		}
		if got := strings.Join(s.Arguments(s.Tests[0], lines), " "); got != want {
			t.Errorf("%s: arguments %q, want %q", test.option, got, want)
		}
	}
}

// TestBadForms: what cannot be written, or not be told apart, is an error of the description.
func TestBadForms(t *testing.T) {
	const arguments = "how = \"arguments\""
	for _, test := range []struct{ config, options, want string }{
		{arguments, `{ name = "q", domain = "bool", default = 0 }`, `option "q": line is missing`},
		{arguments, `{ name = "q", domain = "bool", default = 1, line = "-q" }`, `option "q": nothing is written for 0, which is not its default`},
		{arguments, `{ name = "n", domain = "0..9", default = 0, line = "-n" }`, `option "n": "-n" is written for 10 values: want {value} in it`},
		{arguments, `{ name = "n", domain = "0..9", default = 0, line = { 1 = "-n" } }`, `option "n": nothing is written for 9 of its values`},
		{arguments, `{ name = "n", domain = "0..9", default = 0, line = { 12 = "-n" } }`, `option "n": line: 12 is not in the domain 0..9`},
		{arguments, `{ name = "n", domain = "0,1", default = 0, line = { 1 = "-n", 0 = "-n" } }`, `option "n": line: "-n" is written for both 0 and 1`},
		{arguments, `{ name = "n", domain = "bool", default = 0, line = 7 }`, `option "n": line: want text, an array of texts`},
		{arguments, `{ name = "n", domain = "bool", default = 0, line = ["", "x"] }`, `option "n": line: the first line is ""`},
		{arguments, `{ name = "n", domain = "0..9", default = 0, line = "{value}{value}" }`, `option "n": line: "{value}{value}" has a mark twice`},
		{arguments, `{ name = "n", section = "A", domain = "bool", default = 0, line = "-n" }`, `option "n": section "A": want config.section`},
		{arguments, "{ name = \"a\", domain = \"bool\", default = 0, line = \"-a\", implies = { true = { b = 1 } } },\n{ name = \"b\", domain = \"bool\", default = 0, line = \"-b\", implies = { true = { a = 1 } } }", `option "a": implies: options imply something about each other in a circle`},
		{arguments, `{ name = "a", domain = "bool", default = 0, line = "-a", implies = { true = { c = 1 } } }`, `option "a": implies: "c" is not another option`},
		{arguments + "\nline = \"-q\"", `{ name = "q", domain = "bool", default = 0 }`, `config.line: want a line with {name}`},
		{arguments + "\nline = { 2 = \"-{name}\" }", `{ name = "q", domain = "bool", default = 0 }`, `config.line: "2": of all options only true, false, unset and else`},
		{arguments + "\ntrue = \"x\"\nfalse = \"x\"", `{ name = "q", domain = "bool", default = 0 }`, `true and false are both written "x"`},
		{"how = \"file\"\npath = \"/etc/d\"\nsection = \"[]\"", `{ name = "q", domain = "bool", default = 0 }`, `config.section: want the line that begins a section`},
		{"how = \"file\"\npath = \"/etc/d\"\nsection = \"[{section}]\"\nline = \"{name} {value}\"", `{ name = "q", domain = "bool", default = 0 }`, `option "q": section is missing`},
	} {
		_, err := described(test.config, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "d/subject.toml:") {
			t.Errorf("%s: %v, want %s", test.options, err, test.want)
		}
	}
}

// TestImplied: what a flag implies is read, and followed by what says otherwise; a configuration that nothing says is an error.
func TestImplied(t *testing.T) {
	s, err := described("how = \"arguments\"",
		`{ name = "names", domain = "0,1,2", default = 0, line = { 1 = "-H", 2 = "-h" } }`,
		`{ name = "hidden", domain = "bool", default = 0, line = "-a" }`,
		`{ name = "recurse", domain = "bool", default = 0, line = "-r", implies = { true = { names = 1, hidden = true } } }`)
	if err != nil {
		t.Fatal(err)
	}
	for settings, want := range map[string]string{
		"recurse=1,names=1,hidden=1": "-r|-H|-a", "recurse=1,names=2,hidden=1": "-r|-h|-a", "names=2": "-h", "": "",
		"recurse=1,names=1": "", "recurse=1,hidden=1": "",
	} {
		list, err := s.Space().ParseSettings(settings)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := s.Complete(s.Space().Defaults().With(list))
		switch {
		case strings.HasPrefix(settings, "recurse") && want == "":
			if err == nil || !strings.Contains(err.Error(), "nothing that is written says 0 in the configuration") {
				t.Errorf("%s: %v", settings, err)
			}
		case err != nil || strings.Join(lines, "|") != want:
			t.Errorf("%s: %q, %v", settings, lines, err)
		}
	}
	file := filepath.Join(t.TempDir(), "mine")
	write(t, file, "-h -r\n")
	given, problems, err := readerOf(s).Read(file)
	if err != nil || len(problems) > 0 || s.Space().FormatConfiguration(given[0].Configuration) != "names=1,hidden=1,recurse=1" {
		t.Errorf("read %v %v %v", given, problems, err)
	}
}

// randomOption draws an option and how it is written, so that nothing is written for its default alone.
func randomOption(t *rapid.T, i int, sections bool) string {
	text := func(label string) string {
		return rapid.SampledFrom([]string{"--o{n}={value}", "-o{n}:{quoted}", "o{n} = {value}", "o{n}\t{value};", "{name}: {quoted}"}).Draw(t, label)
	}
	flag := rapid.SampledFrom([]string{`-o{n}`, `o{n} on`, `{name}!`}).Draw(t, "flag")
	var o string
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		o = `domain = "bool", default = 0, line = '` + flag + `'`
	case 1:
		o = `domain = "bool", default = 1, line = { false = 'no ` + flag + `' }`
	case 2:
		o = `domain = "bool", default = 0, line = { true = '` + flag + `', false = ['no', '` + flag + `'] }`
	case 3:
		o = `domain = "-1..99", default = -1, line = { -1 = "", else = ['` + flag + `', "{value}"] }`
	case 4:
		o = `domain = "0..3", default = 2, line = { 0 = 'none ` + flag + `', else = '` + text("line") + `' }`
	case 5:
		o = `domain = [false, "", " a b ", 'x"y\z', "#", "none"], default = false, line = { unset = "", else = '-o{n}={quoted}' }`
	case 6:
		o = `domain = ["x", " a  b", "=", ";"], default = "x", line = ['` + flag + `', "{value}"]`
	default:
		o = `domain = "0..0777", base = "octal", default = 7, line = '` + text("line") + `'`
	}
	if sections {
		o += fmt.Sprintf(`, section = %q`, rapid.SampledFrom([]string{"A", "B b", "C"}).Draw(t, "section"))
	}
	return fmt.Sprintf(`{ name = "n%d", `, i) + strings.NewReplacer("{n}", fmt.Sprint(i), "{name}", fmt.Sprintf("n%d", i)).Replace(o) + " }"
}

// TestWrittenAndRead: whatever the description, a configuration that is written is read back.
func TestWrittenAndRead(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]string{
			"how = \"arguments\"", "how = \"file\"\npath = \"/etc/d\"\nheader = [\"# first\", \"Name 1\"]",
			"how = \"file\"\npath = \"/etc/d\"\nheader = [\"[B b]\", \"Name 1\", \"[D]\", \"Name 2\"]\nsection = \"[{section}]\"",
		}).Draw(t, "config")
		var options []string
		for i := range rapid.IntRange(1, 6).Draw(t, "options") {
			options = append(options, randomOption(t, i, strings.Contains(config, "section")))
		}
		s, err := described(config, options...)
		if err != nil {
			t.Fatalf("%v\n%s", err, strings.Join(options, "\n"))
		}
		c := make(confspace.Configuration, len(s.Options))
		for i := range s.Options {
			c[i] = value(t, s.Options[i].Domain)
		}
		lines, err := s.Complete(c)
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, strings.Join(options, "\n"), strings.Join(lines, "\n"))
		}
		file := filepath.Join(dir, "own.conf")
		write(t, file, strings.Join(lines, "\n")+"\n")
		given, problems, err := readerOf(s).Read(file)
		if err != nil || len(problems) > 0 || len(given) != 1 || s.Space().FormatConfiguration(given[0].Configuration) != s.Space().FormatConfiguration(c) {
			t.Fatalf("read %v %v %v\n%s", given, problems, err, strings.Join(lines, "\n"))
		}
	})
}

// TestSections reads sections in any order and case, what is in another one aside.
func TestSections(t *testing.T) {
	s, err := described("how = \"file\"\npath = \"/etc/d\"\nsection = \"[{section}]\"\nline = \"{name} = {value}\"\nfalse = \"no\"\ntrue = \"yes\"",
		`{ name = "ping", key = "Timeout", section = "Limits", domain = "0..9", default = 1 }`,
		`{ name = "ident", key = "Timeout", section = "Options", domain = "0..9", default = 2 }`,
		`{ name = "dns", key = "DNS", section = "Options", domain = "bool", default = 1 }`)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "d.conf", "[options]\nTimeout=7\n  [ Limits ]\n Timeout = 5\nDNS = no\n[OPTIONS]\nDNS\t=\tno\n")
	given, problems, err := readerOf(s).Read("d.conf")
	if err != nil || len(given) != 1 || s.Space().FormatConfiguration(given[0].Configuration) != "ping=5,ident=7,dns=0" {
		t.Errorf("read %v, %v", given, err)
	}
	if len(problems) != 1 || problems[0].Error() != `d.conf:5: unknown option "Limits.DNS"` {
		t.Errorf("problems %v", problems)
	}
	for key, want := range map[string]string{
		"Options.Timeout": "[Options]|Timeout = 3", "Limits.Timeout": "[Limits]|Timeout = 3", "DNS": "[Options]|DNS = yes", "Global.Name": "[Global]|Name = 3",
		"Timeout": `"Timeout" is a key of several sections: want Limits.Timeout or Options.Timeout`, "Name": "want SECTION.KEY",
	} {
		value := any(int64(3))
		if key == "DNS" {
			value = true
		}
		list, err := s.assignments(source{}, "settings", map[string]any{key: value})
		test := *s.Tests[0]
		test.Concrete = list
		if got := strings.Join(s.ConfigLines(&test, nil), "|"); err != nil && !strings.Contains(err.Error(), want) || err == nil && got != want {
			t.Errorf("%s: %q, %v, want %q", key, got, err, want)
		}
	}
}
