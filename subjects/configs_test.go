package subjects

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/confcov/confcov/subjects/confspace"
)

// typed returns a subject whose options have types, as the program would say them.
func typed(t *testing.T, name string) *Subject {
	t.Helper()
	s, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Options {
		if o := &s.Options[i]; o.Type == "" && o.Domain.Kind != confspace.DomainStrings {
			if err := s.SetType(i, 32, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

func readerOf(s *Subject) *ConfigReader {
	return &ConfigReader{Space: s.Space(), Subject: func() (*Subject, error) { return s, nil }}
}

// TestReadsWhatIsWritten: a configuration as the program has it, as settings and as JSON, is read back equal.
func TestReadsWhatIsWritten(t *testing.T) {
	for _, name := range []string{"example", "vsftpd", "testdata/configs"} {
		s := typed(t, name)
		dir := t.TempDir()
		rapid.Check(t, func(t *rapid.T) {
			var want []confspace.Configuration
			var objects []string
			lines := "# a comment\n"
			for i := range rapid.IntRange(1, 3).Draw(t, "configurations") {
				c := s.Space().Defaults()
				for o := range s.Options {
					if rapid.IntRange(0, 3).Draw(t, "set") > 0 {
						continue
					}
					d := s.Options[o].Domain
					c[o] = value(t, d)
				}
				if c.Valid(s.Space()) != nil {
					c = s.Space().Defaults()
				}
				want = append(want, c)
				text, err := s.Complete(c)
				if err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(dir, fmt.Sprintf("own-%d.conf", i)), strings.Join(text, "\n")+"\n")
				settings := s.Space().FormatSettings(s.Space().Difference(c))
				if settings == "" {
					settings = "(the defaults)"
				}
				lines += settings + "\n\n"
				objects = append(objects, fmt.Sprintf("{%q: %q}", "settings", settings))
			}
			write(t, filepath.Join(dir, "some.settings"), lines)
			write(t, filepath.Join(dir, "some.json"), "["+strings.Join(objects, ",\n")+"]")
			r := readerOf(s)
			var files []string
			for i := range want {
				files = append(files, filepath.Join(dir, fmt.Sprintf("own-%d.conf", i)))
			}
			for _, list := range [][]string{files, {filepath.Join(dir, "some.settings")}, {filepath.Join(dir, "some.json")}} {
				given, problems, err := r.Read(list...)
				if err != nil || len(problems) > 0 || len(given) != len(want) {
					t.Fatalf("%s: read %d configurations of %d from %v: %v %v", name, len(given), len(want), list, problems, err)
				}
				for i := range want {
					if got := s.Space().FormatConfiguration(given[i].Configuration); got != s.Space().FormatConfiguration(want[i]) {
						t.Fatalf("%s: read\n%s\nwant\n%s", given[i].Name, got, s.Space().FormatConfiguration(want[i]))
					}
				}
			}
		})
	}
}

// value draws a value of a domain.
func value(t *rapid.T, d confspace.Domain) int64 {
	if d.Kind == confspace.DomainList {
		return rapid.SampledFrom(d.Values).Draw(t, "value")
	}
	lo, hi := d.Bounds()
	return rapid.Int64Range(lo, hi).Draw(t, "value")
}

func write(t interface{ Fatal(...any) }, name, text string) {
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestReadConfigs reads the files of testdata/configs.txtar; want has what each says, and its problems.
func TestReadConfigs(t *testing.T) {
	golden, err := filepath.Abs("testdata/configs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	a, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	s := typed(t, "testdata/configs")
	t.Chdir(t.TempDir())
	var got strings.Builder
	for _, f := range a.Files[:len(a.Files)-1] {
		write(t, f.Name, string(f.Data))
		given, problems, err := readerOf(s).Read(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range given {
			settings := s.Space().FormatSettings(s.Space().Difference(g.Configuration))
			if settings == "" {
				settings = "(the defaults)"
			}
			fmt.Fprintf(&got, "%s: %s\n", g.Name, settings)
		}
		for _, p := range problems {
			fmt.Fprintf(&got, "  %v\n", p)
		}
	}
	want := &a.Files[len(a.Files)-1]
	switch {
	case got.String() == string(want.Data):
	case os.Getenv("CONFCOV_UPDATE") != "":
		want.Data = []byte(got.String())
		write(t, golden, string(txtar.Format(a)))
	default:
		t.Errorf("got\n%s\nwant\n%s(CONFCOV_UPDATE=1 rewrites it)", got.String(), want.Data)
	}
}

// TestReadFolders: a folder is its files; a file that is missing, and a program's own file without a subject that says how it is written, are errors.
func TestReadFolders(t *testing.T) {
	s := typed(t, "testdata/configs")
	t.Chdir(t.TempDir())
	for _, dir := range []string{"ci", "ci/more", "empty"} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, "ci/b.conf", "Port 80\n")
	write(t, "ci/a.settings", "port=443,color=yes\nport=8080\n")
	write(t, "ci/.hidden", "Port 1\n")
	write(t, "ci/more/c.conf", "Port 1\n")
	write(t, "ci/zero", "a\x00b")
	given, problems, err := readerOf(s).Read("ci")
	if err != nil || len(given) != 3 || given[0].Name != "ci/a.settings:1" || given[1].Name != "ci/a.settings:2" || given[2].Name != "ci/b.conf" {
		t.Errorf("read %v, %v", given, err)
	}
	if got := fmt.Sprint(problems); got != "[ci/more: a folder in a folder is not read: name it, too ci/zero: left out: not a text file]" {
		t.Errorf("problems %s", got)
	}
	for _, name := range []string{"none", "empty"} {
		if _, _, err := readerOf(s).Read(name); err == nil {
			t.Errorf("%s was read", name)
		}
	}
	lost := &ConfigReader{Space: s.Space(), Subject: func() (*Subject, error) { return nil, fmt.Errorf("it was moved") }}
	if given, _, err := lost.Read("ci/a.settings"); err != nil || len(given) != 2 {
		t.Errorf("settings need the subject: %v", err)
	}
	if _, _, err := lost.Read("ci/b.conf"); err == nil || !strings.Contains(err.Error(), "only the subject says how") {
		t.Errorf("without the subject: %v", err)
	}
	imported := &ConfigReader{Space: s.Space()}
	write(t, "one.conf", "port=8080\ngreeting=\"hello, world\"\n")
	if given, problems, err := imported.Read("one.conf"); err != nil || len(problems) > 0 || s.Space().FormatSettings(s.Space().Difference(given[0].Configuration)) != `port=8080,greeting="hello, world"` {
		t.Errorf("of an imported run: %v %v %v", given, problems, err)
	}
}
