package main

// This file implements `confcov subjects`: list, show, fetch and init.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
)

func newSubjects() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "subjects",
		Short: "the programs under analysis",
		Args:  usageArgs(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSubjectsList(), newSubjectsShow(), newSubjectsFetch(), newSubjectsInit())
	return cmd
}

func newSubjectsList() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "list the built-in subjects",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			t := table{title: "Subjects", head: []string{"name", "version", "options", "tests", "summary"}, right: map[int]bool{2: true, 3: true}}
			list := []subjectJSON{}
			for _, name := range subjects.Names() {
				s, err := loadSubject(name)
				if err != nil {
					return err
				}
				t.rows = append(t.rows, []string{s.Name, s.Version, strconv.Itoa(len(s.Options)), strconv.Itoa(len(s.Tests)), s.Summary})
				list = append(list, summarise(s))
			}
			t.object = list
			return print(cmd.OutOrStdout(), format, t)
		},
	}
	addFormat(cmd, &format)
	return cmd
}

// subjectJSON is the JSON form of a subject in a list.
type subjectJSON struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Summary string `json:"summary"`
	Options int    `json:"options"`
	Tests   int    `json:"tests"`
}

func summarise(s *subjects.Subject) subjectJSON {
	return subjectJSON{Name: s.Name, Version: s.Version, Summary: s.Summary, Options: len(s.Options), Tests: len(s.Tests)}
}

// optionJSON and testJSON are the JSON forms of a subject's parts.
type optionJSON struct {
	Name    string `json:"name"`
	Object  string `json:"object"`
	Domain  string `json:"domain"`
	Default int64  `json:"default"`
	Scope   string `json:"scope"`
	Tests   int    `json:"symbolic_in_tests"`
}

type testJSON struct {
	Name     string `json:"name"`
	Mode     string `json:"mode"`
	Symbolic int    `json:"symbolic_options"`
	Fixed    string `json:"settings"`
	Summary  string `json:"summary"`
}

func newSubjectsShow() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:               "show NAME|DIR",
		Short:             "show a subject's options and tests",
		Args:              usageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			s, err := loadSubject(args[0])
			if err != nil {
				return err
			}
			return print(cmd.OutOrStdout(), format, optionTable(s), testTable(s), excludedTable(s))
		},
	}
	addFormat(cmd, &format)
	return cmd
}

func optionTable(s *subjects.Subject) table {
	t := table{title: "Options", head: []string{"option", "object", "domain", "default", "scope", "symbolic in tests"}, right: map[int]bool{3: true, 5: true}}
	list := []optionJSON{}
	for i := range s.Options {
		o := &s.Options[i]
		j := optionJSON{Name: o.Name, Object: o.Object, Domain: o.Domain.String(), Default: o.Default, Scope: "all"}
		if o.Scope == subjects.ScopeListed {
			j.Scope = "listed"
		}
		for _, test := range s.Tests {
			if test.Symbolic[i] {
				j.Tests++
			}
		}
		list = append(list, j)
		t.rows = append(t.rows, []string{j.Name, j.Object, j.Domain, strconv.FormatInt(j.Default, 10), j.Scope, strconv.Itoa(j.Tests)})
	}
	t.object = list
	return t
}

func testTable(s *subjects.Subject) table {
	t := table{title: "Tests", head: []string{"test", "mode", "symbolic options", "summary"}, right: map[int]bool{2: true}}
	list := []testJSON{}
	for _, test := range s.Tests {
		j := testJSON{Name: test.Name, Mode: test.Mode, Summary: test.Summary, Fixed: s.Space().FormatSettings(test.Fixed())}
		for _, symbolic := range test.Symbolic {
			if symbolic {
				j.Symbolic++
			}
		}
		list = append(list, j)
		t.rows = append(t.rows, []string{j.Name, j.Mode, strconv.Itoa(j.Symbolic), j.Summary})
	}
	t.object = list
	return t
}

func excludedTable(s *subjects.Subject) table {
	type excludedJSON struct {
		File   string `json:"file"`
		Func   string `json:"function,omitempty"`
		Reason string `json:"reason"`
	}
	t := table{title: "Outside coverage", head: []string{"file", "function", "reason"}}
	list := []excludedJSON{}
	for _, e := range s.Exclude {
		list = append(list, excludedJSON(e))
		t.rows = append(t.rows, []string{e.File, e.Func, e.Reason})
	}
	t.object = list
	return t
}

func newSubjectsFetch() *cobra.Command {
	var flags subjectFlags
	cmd := &cobra.Command{
		Use:               "fetch NAME|DIR",
		Short:             "fetch and check a subject's source, and print where it is",
		Args:              usageArgs(cobra.ExactArgs(1)),
		ValidArgsFunction: completeSubject,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := loadSubject(args[0])
			if err != nil {
				return err
			}
			p, err := flags.prepare(cmd.Context(), s, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), p.Dir)
			return err
		},
	}
	cmd.Flags().StringVar(&flags.source, "source", "", "a tarball or folder to use instead of fetching")
	return cmd
}

// subjectTemplate is what `subjects init` writes: a program of one file and one option.
var subjectTemplate = map[string]string{
	"subject.toml": `name = "NAME"
version = "1"
summary = ""

[source]
folder = "src"

[build]
files = ["main.c"]

# The options become symbolic when this function returns.
[symbolic]
after = "read_options"
in = "main"

# How a configuration is written for the real program: arguments, or lines of a file.
[config]
how = "arguments"
line = "{name}={value}"

[options]
object = "{name}"
list = [
	{ name = "verbose", domain = "bool", default = 0 },
]
`,
	"src/main.c": `#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int verbose;

static void
read_options(int argc, char** argv)
{
  int i;
  for (i = 1; i < argc; i++)
    if (!strncmp(argv[i], "verbose=", 8))
      verbose = atoi(argv[i] + 8);
}

int
main(int argc, char** argv)
{
  read_options(argc, argv);
  if (verbose)
    puts("starting");
  puts("done");
  return 0;
}
`,
	"tests/plain.txtar": `summary = "no arguments"
argv = ["NAME"]
`,
}

func newSubjectsInit() *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "write a small subject to begin with",
		Args:  usageArgs(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := filepath.Clean(args[0])
			if _, err := os.Stat(filepath.Join(dir, "subject.toml")); !errors.Is(err, fs.ErrNotExist) {
				return usagef("%s has a subject.toml already", dir)
			}
			abs, err := filepath.Abs(dir)
			if err != nil {
				return err
			}
			name := strings.ToLower(filepath.Base(abs))
			for file, text := range subjectTemplate {
				path := filepath.Join(dir, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return fmt.Errorf("write subject: %w", err)
				}
				if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "NAME", name)), 0o644); err != nil {
					return fmt.Errorf("write subject: %w", err)
				}
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "wrote %s; next: confcov analyze --subject %s\n", dir, args[0])
			return err
		},
	}
}

// cacheDir returns the cache directory, or "" and why there is none.
func cacheDir() (string, error) { return fetch.CacheDir() }
