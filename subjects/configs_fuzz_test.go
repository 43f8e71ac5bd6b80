package subjects

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzReadConfigs: whatever a file says, what is read are configurations of the space, and the rest is told.
func FuzzReadConfigs(f *testing.F) {
	s, err := Load("testdata/configs")
	if err != nil {
		f.Fatal(err)
	}
	for i := range s.Options {
		if o := &s.Options[i]; o.Type == "" && !o.Domain.OfStrings() {
			if err := s.SetType(i, 32, true); err != nil {
				f.Fatal(err)
			}
		}
	}
	for _, text := range []string{
		"[Global]\n\tPort 80\n\tColor on", "port=443,color=1\n(the defaults)\n", `[{"port": 80}, {"settings": "a=1"}]`, `{"include": [{"mask": "022"`, "greeting=\"a, b\" x", "\ufeffPort\t\r\n", "{}",
	} {
		for _, name := range []string{"x.conf", "x.settings", "x.json", "x"} {
			f.Add(name, []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		if name = filepath.Ext(name); len(name) > 20 || filepath.Base("x"+name) != "x"+name {
			name = ""
		}
		file := filepath.Join(t.TempDir(), "x"+name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return // no name of a file
		}
		given, problems, err := readerOf(s).Read(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range given {
			if err := g.Configuration.Valid(s.Space()); err != nil {
				t.Errorf("%s: %v", g.Name, err)
			}
		}
		for _, p := range problems {
			if p.Path != file || p.Message == "" {
				t.Errorf("%+v", p)
			}
		}
	})
}
