package main

// This file writes what analyses make beside tables: configurations of the program
// itself, plots, lcov.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports"
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

// sourceReader returns what reads the subject's sources, for annotated reports.
func sourceReader(s *reports.Study) func(string) ([]byte, error) {
	return func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(s.Run.Subject.Root, file)) }
}

// writeConfigurations writes the configurations of the covering sets in the program's own syntax:
// the exact set of each criterion, one file each.
func writeConfigurations(dir, subject string, s *reports.Study) error {
	sub, err := loadSubject(subject)
	if err != nil {
		return err
	}
	if strings.Join(sub.Space().Names(), " ") != strings.Join(s.Space.Names(), " ") {
		return usagef("subject %s has other options than the run: name the run's subject with --subject", subject)
	}
	for i := range sub.Options {
		if d := s.Space.Options[i].Domain; sub.Options[i].Type == "" {
			if err := sub.SetType(i, d.Bits, d.Signed); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, r := range s.Results {
		if r.Exact == nil {
			continue
		}
		for i, m := range r.Exact.Members {
			lines := append(append([]string(nil), sub.Config.Header...), sub.Lines(m.Configuration.Settings())...)
			name := filepath.Join(dir, fmt.Sprintf("%s-%d.conf", r.Criterion, i+1))
			if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// writePlots writes the plots of Figures 4.4 and 4.5, and the graph of interactions of line coverage.
func writePlots(dir string, s *reports.Study) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, write := range map[string]func(io.Writer) error{
		"paths.svg":        func(w io.Writer) error { return s.PlotPaths(w, "svg") },
		"guaranteed.svg":   func(w io.Writer) error { return s.PlotGuaranteed(w, "svg") },
		"interactions.dot": func(w io.Writer) error { return s.Graph(w, coverage.Line, 0.95) },
	} {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}
