package subjects

// This file checks grep's options against its source.

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects/fetch"
)

// TestGrepOptions: each option of grep's command line is one of the subject's, or said to be symbolic in no test.
func TestGrepOptions(t *testing.T) {
	s, err := Load("grep")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := fetch.Fetch(t.Context(), s.archive(), fetch.Options{})
	need.Fetched(t, err)
	data, err := os.ReadFile(filepath.Join(tree.Dir, "src/grep.c"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for i := range s.Options {
		for _, lines := range s.Options[i].Form {
			if len(lines) > 0 {
				name, _, _ := strings.Cut(lines[0], "=")
				known[name] = true
			}
		}
	}
	for i := range s.Fixed {
		for _, name := range s.Fixed[i].Names {
			known[name] = true
		}
	}
	short := regexp.MustCompile(`(?s)short_options\[\] =\s*"([^"]*)"`).FindSubmatch(data)
	if short == nil {
		t.Fatal("the source has no short_options")
	}
	for _, c := range string(short[1]) {
		if name := "-" + string(c); c != ':' && (c < '1' || c > '9') && !known[name] {
			t.Errorf("option %s is neither one of the subject's nor left out", name)
		}
	}
	for _, m := range regexp.MustCompile(`\{"([a-z-]+)",\s*\w+,\s*\S+,\s*('.'|\w+)\}`).FindAllSubmatch(data, -1) {
		name, value := "--"+string(m[1]), string(m[2])
		if value[0] == '\'' {
			if !known["-"+value[1:2]] {
				t.Errorf("option %s (-%s) is neither one of the subject's nor left out", name, value[1:2])
			}
		} else if !known[name] {
			t.Errorf("option %s is neither one of the subject's nor left out", name)
		}
	}
	// Those of the dissertation (figure B.8), by the variables of grep 2.4.2. What is computed of options now is told of by these.
	now := map[string]string{
		"with_filenames": "option_filename", "no_filenames": "option_filename", "out_file": "option_filename",
		"done_on_match": "exit_on_match", "out_quiet": "exit_on_match", "matcher": "option_matcher",
	}
	for _, name := range []string{
		"count_matches", "done_on_match", "filename_mask", "match_icase", "match_lines", "match_words", "no_filenames", "out_byte", "out_file", "out_invert",
		"out_line", "out_quiet", "suppress_errors", "with_filenames", "list_files", "matcher", "out_after", "out_before",
	} {
		object := cmp.Or(now[name], name)
		if !slices.ContainsFunc(s.Options, func(o Option) bool { return o.Object == object }) {
			t.Errorf("no option has the object %s, the dissertation's %s", object, name)
		}
	}
	if len(s.Tests) < 113 {
		t.Errorf("%d tests, the dissertation has 113", len(s.Tests))
	}
	for _, test := range s.Tests {
		if !slices.Contains(test.Env, "LC_ALL=C") && !slices.Contains(test.Env, "LC_ALL=C.UTF-8") {
			t.Errorf("test %s has the locale of nobody", test.Name)
		}
	}
}
