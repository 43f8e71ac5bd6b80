package main

// This file implements `confcov subjects`: list, show, fetch and init.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/reports"
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
	cmd := &cobra.Command{
		Use:     "list",
		Example: "  confcov subjects list\n  confcov subjects list --format csv",
		Short:   "list the built-in subjects",
		Args:    usageArgs(cobra.NoArgs),
	}
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t := &reports.Table{Name: "subjects", Columns: []reports.Column{
			{Key: "name", Name: "name"},
			{Key: "version", Name: "version"},
			{Key: "options", Name: "options"},
			{Key: "tests", Name: "tests"},
			{Key: "summary", Name: "summary"},
		}}
		for _, name := range subjects.Names() {
			s, err := loadSubject(name)
			if err != nil {
				return err
			}
			t.Rows = append(t.Rows, []any{s.Name, s.Version, len(s.Options), len(s.Tests), s.Summary})
		}
		return out.print(cmd, t)
	}
	return cmd
}

func newSubjectsShow() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "show NAME|DIR",
		Example:           "  confcov subjects show vsftpd\n  confcov subjects show ./mine --format json",
		Short:             "show a subject's options and tests, and what is outside coverage",
		Args:              needArgs(1, "NAME or DIR of a subject"),
		ValidArgsFunction: completeSubject,
	}
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := loadSubject(args[0])
		if err != nil {
			return err
		}
		tables := []*reports.Table{optionTable(s)}
		if len(s.Space().Constraints) > 0 {
			tables = append(tables, constraintTable(s))
		}
		if len(s.Fixed) > 0 {
			tables = append(tables, fixedTable(s))
		}
		return out.print(cmd, append(tables, testTable(s), excludedTable(s))...)
	}
	return cmd
}

func optionTable(s *subjects.Subject) *reports.Table {
	t := &reports.Table{Name: "subject_options", Title: "Options", Columns: []reports.Column{
		{Key: "option", Name: "option"},
		{Key: "object", Name: "object"},
		{Key: "domain", Name: "domain"},
		{Key: "default", Name: "default"},
		{Key: "scope", Name: "scope"},
		{Key: "tests", Name: "symbolic in tests"},
	}}
	for i := range s.Options {
		o := &s.Options[i]
		tests, scope := 0, "all"
		if o.Scope == subjects.ScopeListed {
			scope = "listed"
		}
		for _, test := range s.Tests {
			if test.Symbolic[i] {
				tests++
			}
		}
		t.Rows = append(t.Rows, []any{o.Name, o.Object, o.Domain.String(), o.Domain.FormatValue(o.Default), scope, tests})
	}
	return t
}

func constraintTable(s *subjects.Subject) *reports.Table {
	t := &reports.Table{Name: "constraints", Title: "Constraints", Columns: []reports.Column{{Key: "constraint", Name: "constraint"}}}
	for _, c := range s.Space().Constraints {
		t.Rows = append(t.Rows, []any{c})
	}
	return t
}

func fixedTable(s *subjects.Subject) *reports.Table {
	t := &reports.Table{Name: "fixed_options", Title: "Fixed options", Columns: []reports.Column{
		{Key: "option", Name: "option"}, {Key: "value", Name: "value"}, {Key: "reason", Name: "reason"},
	}}
	for _, f := range s.Fixed {
		t.AddFixed(f.Names, f.Value, f.Reason)
	}
	return t
}

func testTable(s *subjects.Subject) *reports.Table {
	t := &reports.Table{Name: "subject_tests", Title: "Tests", Columns: []reports.Column{
		{Key: "test", Name: "test"},
		{Key: "mode", Name: "mode"},
		{Key: "symbolic", Name: "symbolic options"},
		{Key: "settings"},
		{Key: "summary", Name: "summary"},
	}}
	for _, test := range s.Tests {
		symbolic := 0
		for _, is := range test.Symbolic {
			if is {
				symbolic++
			}
		}
		t.Rows = append(t.Rows, []any{test.Name, test.Mode, symbolic, s.Space().FormatSettings(test.Fixed()), test.Summary})
	}
	return t
}

func excludedTable(s *subjects.Subject) *reports.Table {
	t := &reports.Table{Name: "excluded", Title: "Outside coverage", Columns: []reports.Column{
		{Key: "file", Name: "file"}, {Key: "function", Name: "function"}, {Key: "reason", Name: "reason"},
	}}
	for _, e := range s.Exclude {
		t.Rows = append(t.Rows, []any{e.File, e.Func, e.Reason})
	}
	return t
}

func newSubjectsFetch() *cobra.Command {
	var flags subjectFlags
	cmd := &cobra.Command{
		Use:               "fetch NAME|DIR",
		Example:           "  confcov subjects fetch vsftpd\n  confcov subjects fetch vsftpd --source vsftpd-3.0.5.tar.gz",
		Short:             "fetch and check a subject's source, and print where it is",
		Args:              needArgs(1, "NAME or DIR of a subject"),
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

# The options become symbolic when this function returns for the first time.
[symbolic]
after = "read_options"

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
		Use:     "init DIR",
		Example: "  confcov subjects init mine\n  confcov subjects init ../server/confcov",
		Short:   "write a small subject to begin with",
		Args:    needArgs(1, "DIR, the folder to make"),
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
