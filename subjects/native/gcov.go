package native

// This file counts executed lines with gcov: the oracle for line coverage.

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// Instrumented is a program that counts the lines it executes.
type Instrumented struct {
	subject *subjects.Subject
	dir     string // where it lies and counts
	source  string
	objects []string
}

// Instrument builds the subject for gcov in the folder dir.
func Instrument(ctx context.Context, s *subjects.Subject, p *subjects.Prepared, dir string) (*Instrumented, error) {
	in := &Instrumented{subject: s, dir: dir, source: p.Dir}
	flags := []string{"-O0", "-g", "-w", "--coverage"}
	for _, d := range s.Build.Defines {
		flags = append(flags, "-D"+d)
	}
	for _, name := range p.Include {
		flags = append(flags, "-I", name)
	}
	for _, name := range p.IncludeAfter {
		flags = append(flags, "-idirafter", name)
	}
	for _, name := range s.Build.Files {
		object := fmt.Sprintf("%03d.o", len(in.objects))
		in.objects = append(in.objects, object)
		args := append(slices.Clone(flags), "-c", "-o", object, filepath.Join(p.Dir, name))
		if err := in.tool(ctx, "gcc", args...); err != nil {
			return nil, err
		}
	}
	link := append([]string{"--coverage", "-o", "program"}, in.objects...)
	for _, lib := range s.Build.Libraries {
		link = append(link, "-l"+lib)
	}
	return in, in.tool(ctx, "gcc", link...)
}

func (in *Instrumented) tool(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = in.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s for gcov: %s: %w\n%s", in.subject.Name, name, err, out)
	}
	return nil
}

// Lines runs test t, which must not talk to a peer or need files, under the settings. It returns by
// file, relative to the source, the lines that have code and whether they were executed.
func (in *Instrumented) Lines(ctx context.Context, t *subjects.Test, settings confspace.Settings) (map[string]map[uint32]bool, error) {
	counts, err := filepath.Glob(filepath.Join(in.dir, "*.gcda"))
	if err != nil {
		return nil, err
	}
	for _, name := range counts {
		os.Remove(name)
	}
	s := in.subject
	cmd := exec.CommandContext(ctx, filepath.Join(in.dir, "program"))
	cmd.Args = s.Arguments(t, s.ConfigLines(t, settings))
	cmd.Env, cmd.Dir = t.Env, in.dir
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("run %s for gcov: %w", s.Name, err)
	}
	lines := map[string]map[uint32]bool{}
	for _, object := range in.objects {
		cmd := exec.CommandContext(ctx, "gcov", "--json-format", "--stdout", object)
		cmd.Dir = in.dir
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("gcov %s: %w", object, err)
		}
		if err := in.addLines(lines, out); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// addLines adds what one run of gcov printed.
func (in *Instrumented) addLines(lines map[string]map[uint32]bool, out []byte) error {
	var report struct {
		Files []struct {
			File  string
			Lines []struct {
				Number uint32 `json:"line_number"`
				Count  uint64
			}
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return fmt.Errorf("gcov: %w", err)
	}
	for _, f := range report.Files {
		name, err := filepath.Rel(in.source, f.File)
		if err != nil {
			continue
		}
		if lines[name] == nil {
			lines[name] = map[uint32]bool{}
		}
		for _, l := range f.Lines {
			lines[name][l.Number] = lines[name][l.Number] || l.Count > 0
		}
	}
	return nil
}
