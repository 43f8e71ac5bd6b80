package subjects

import (
	"slices"
	"testing"
)

func TestLocaleName(t *testing.T) {
	for locale, want := range map[string]string{
		"C.UTF-8": "C.utf8", "en_US.utf8": "en_US.utf8", "de_DE.UTF-8@euro": "de_DE.utf8@euro", "C.UTF8": "C.utf8",
		"de_DE": "", "de_DE.ISO-8859-1": "", ".UTF-8": "", "../C.UTF-8": "", "a/b.UTF-8": "", "de_DE.UTF-8@../x": "",
	} {
		if got := LocaleName(locale); got != want {
			t.Errorf("%s is %q, want %q", locale, got, want)
		}
	}
}

// TestLocaleEntries: the files of a locale come after the test's own, with the folders above them that are missing, unless the test has the locale itself.
func TestLocaleEntries(t *testing.T) {
	paths := func(test *Test) (list []string) {
		for _, e := range (&Subject{}).Entries(test, nil) {
			list = append(list, e.Path)
		}
		return list
	}
	test := &Test{Env: []string{"LC_ALL=C.UTF-8", "LANG=C.UTF-8", "LC_TIME=POSIX", "TERM=x"}, Files: []Entry{{Kind: EntryDir, Path: "/"}, {Kind: EntryDir, Path: "/usr"}}}
	got := paths(test)
	if len(got) != 18 || !slices.Equal(got[:6], []string{"/", "/usr", "/usr/lib", LocaleFolder, LocaleFolder + "/C.utf8", LocaleFolder + "/C.utf8/LC_ADDRESS"}) {
		t.Errorf("%d files: %q", len(got), got)
	}
	test.Files = append(test.Files, Entry{Kind: EntryDir, Path: LocaleFolder + "/C.utf8"})
	if got := paths(test); len(got) != 3 {
		t.Errorf("a test with a locale of its own has %q", got)
	}
	test = &Test{Env: []string{"LC_ALL=C"}, Files: test.Files[:2]}
	if got := paths(test); len(got) != 2 {
		t.Errorf("a test of the locale C has %q", got)
	}
}
