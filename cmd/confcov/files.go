package main

// This file writes what analyses make beside tables: configurations of the program
// itself, plots, lcov.

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
)

// writeFile makes a file of what write writes.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Close()
}

// sourceReader returns what reads the program's sources: as they were explored, or, in a run that does not have them, as they are now.
func sourceReader(d *path.Dir) func(file string) ([]byte, error) {
	recorded := sync.OnceValues(d.Sources)
	return func(file string) ([]byte, error) {
		sources, err := recorded()
		if err != nil {
			return nil, err
		}
		if text, ok := sources[file]; ok {
			return text, nil
		}
		if sources != nil {
			return nil, fmt.Errorf("%s: %w", file, fs.ErrNotExist)
		}
		return os.ReadFile(filepath.Join(d.Run().Subject.Root, file))
	}
}

// runSubject loads the subject that was explored, or the one that the user names. Its options must be those of the run.
func runSubject(name string, s *reports.Study) (*subjects.Subject, error) {
	named := name != ""
	name = cmp.Or(name, s.Run.Subject.Folder, s.Run.Subject.Name)
	sub, err := loadSubject(name)
	switch {
	case err != nil && !named:
		return nil, usagef("the run's subject cannot be loaded: %w: say where it is with --subject", err)
	case err != nil:
		return nil, err
	}
	if strings.Join(sub.Space().Names(), " ") != strings.Join(s.Space.Names(), " ") {
		return nil, usagef("subject %s has other options than the run: name the run's subject with --subject", name)
	}
	for i := range sub.Options {
		d := s.Space.Options[i].Domain
		if sub.Options[i].Type == "" {
			if err := sub.SetType(i, d.Bits, d.Signed); err != nil {
				return nil, err
			}
		}
		if now := sub.Space().Options[i].Domain; !reflect.DeepEqual(now, d) {
			return nil, usagef("subject %s: option %s has the domain %s, in the run %s: explore again", name, sub.Options[i].Name, now, d)
		}
	}
	return sub, nil
}

// writePlots writes the plots of Figures 4.4 and 4.5, and the graph of interactions of line coverage.
func writePlots(cmd *cobra.Command, dir string, s *reports.Study) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"paths.svg", func(w io.Writer) error { return s.PlotPaths(w, "svg") }},
		{"guaranteed.svg", func(w io.Writer) error { return s.PlotGuaranteed(w, "svg") }},
		{"interactions.dot", func(w io.Writer) error { return s.Graph(w, coverage.Line) }},
	} {
		if err := writeFile(filepath.Join(dir, file.name), file.write); err != nil {
			return err
		}
		wrote(cmd, filepath.Join(dir, file.name))
	}
	return nil
}
