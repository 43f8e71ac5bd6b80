package path

// This file opens and creates run directories.

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Names of files in a run directory.
const (
	runFile      = "run.json"
	timingsFile  = "timings.json"
	optionsFile  = "options.parquet"
	elementsFile = "elements.parquet"
	testsDir     = "tests"
	testFile     = "test.json"
	pathsFile    = "paths.parquet"
	coveredFile  = "covered.parquet"
	partialFile  = "partial.parquet"
	setsFile     = "sets.parquet"
)

// Dir is a run directory.
type Dir struct {
	dir      string
	run      Run
	universe *coverage.Universe
	space    *confspace.Space
}

// Name returns the path of the directory.
func (d *Dir) Name() string { return d.dir }

// Run returns what run.json says.
func (d *Dir) Run() *Run { return &d.run }

// Universe returns the coverage elements of the subject.
func (d *Dir) Universe() *coverage.Universe { return d.universe }

// Space returns the configuration space.
func (d *Dir) Space() *confspace.Space { return d.space }

// Create makes dir a run directory, or opens it for going on if it is one
// already. Tests that are finished there stay; whether they can be kept is for
// Finished to say. Results of earlier analyses are removed.
func Create(dir string, run Run, u *coverage.Universe, space *confspace.Space) (*Dir, error) {
	if err := u.Verify(); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	if len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, runFile)); err != nil {
			return nil, fmt.Errorf("%s: not empty and not a run directory: choose another", dir)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, testsDir), 0o755); err != nil {
		return nil, explain(fmt.Errorf("run directory: %w", err))
	}
	for _, e := range entries {
		if n := e.Name(); !e.IsDir() && (strings.HasSuffix(n, ".parquet") || strings.HasPrefix(n, ".tmp-")) {
			if err := os.Remove(filepath.Join(dir, n)); err != nil {
				return nil, fmt.Errorf("run directory: %w", err)
			}
		}
	}
	d := &Dir{dir: dir, run: run, universe: u, space: space}
	d.run.Format = Format
	d.run.Elements = map[string]int{}
	for _, c := range coverage.Criteria() {
		d.run.Elements[c.String()] = u.Count(c)
	}
	d.run.Options = len(space.Options)
	d.run.Tests, d.run.Finished, d.run.Complete = []TestInfo{}, false, false
	if err := d.removeTemporary(); err != nil {
		return nil, err
	}
	if err := writeJSON(filepath.Join(dir, runFile), d.run); err != nil {
		return nil, err
	}
	if err := WriteRows(d, optionsFile, optionRows(space)); err != nil {
		return nil, err
	}
	return d, WriteRows(d, elementsFile, elementRows(u))
}

// removeTemporary removes what an interrupted writer left.
func (d *Dir) removeTemporary() error {
	entries, err := os.ReadDir(filepath.Join(d.dir, testsDir))
	if err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			if err := os.RemoveAll(filepath.Join(d.dir, testsDir, e.Name())); err != nil {
				return fmt.Errorf("run directory: %w", err)
			}
		}
	}
	return nil
}

// Open opens a run directory for reading. An unfinished run can be read: its finished tests are there.
func Open(dir string) (*Dir, error) {
	d := &Dir{dir: dir}
	if err := readJSON(filepath.Join(dir, runFile), &d.run); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is not a run directory: it has no %s", dir, runFile)
		}
		return nil, err
	}
	if d.run.Format != Format {
		return nil, fmt.Errorf("%s: run directory of format %d, this version reads format %d: explore again", dir, d.run.Format, Format)
	}
	options, err := ReadRows[optionRow](d, optionsFile)
	if err != nil {
		return nil, err
	}
	if d.space, err = spaceOf(options); err != nil {
		return nil, fmt.Errorf("%s: %w", optionsFile, err)
	}
	elements, err := ReadRows[elementRow](d, elementsFile)
	if err != nil {
		return nil, err
	}
	if d.universe, err = universeOf(elements); err != nil {
		return nil, fmt.Errorf("%s: %w", elementsFile, err)
	}
	return d, nil
}

// Finish records that exploration is over: the tests called names are those of
// the run (others, left from an earlier run, are removed), limits those of the
// whole run. An interrupted run is finished with LimitInterrupted; its
// run.json then lists the tests that are there, and nothing is removed.
func (d *Dir) Finish(names []string, limits []Limit) error {
	infos, err := d.Tests()
	if err != nil {
		return err
	}
	interrupted := slices.ContainsFunc(limits, func(l Limit) bool { return l.Kind == LimitInterrupted })
	d.run.Tests = []TestInfo{}
	d.run.Complete = len(limits) == 0
	for _, in := range infos {
		if !slices.Contains(names, in.Name) {
			if !interrupted {
				if err := os.RemoveAll(d.testDir(in.Name, in.Mode)); err != nil {
					return fmt.Errorf("run directory: %w", err)
				}
			}
			continue
		}
		d.run.Tests = append(d.run.Tests, in)
		d.run.Complete = d.run.Complete && in.Complete
	}
	d.run.Limits = slices.Clone(limits)
	slices.SortFunc(d.run.Limits, CompareLimits)
	d.run.Finished = !interrupted
	return writeJSON(filepath.Join(d.dir, runFile), d.run)
}

// WriteTimings writes the wall-clock side of a run. It is kept apart because it differs from run to run.
func (d *Dir) WriteTimings(v any) error { return writeJSON(filepath.Join(d.dir, timingsFile), v) }

// Tests lists the finished tests by name and mode.
func (d *Dir) Tests() ([]TestInfo, error) {
	entries, err := os.ReadDir(filepath.Join(d.dir, testsDir))
	if err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	var infos []TestInfo
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		var in TestInfo
		if err := readJSON(filepath.Join(d.dir, testsDir, e.Name(), testFile), &in); err != nil {
			return nil, err
		}
		infos = append(infos, in)
	}
	slices.SortFunc(infos, func(a, b TestInfo) int {
		if c := cmp.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return -cmp.Compare(a.Mode, b.Mode) // merged before expanded
	})
	return infos, nil
}

// Finished reports whether the test is there and was explored under key.
func (d *Dir) Finished(name string, mode Mode, key string) bool {
	var in TestInfo
	err := readJSON(filepath.Join(d.testDir(name, mode.String()), testFile), &in)
	return err == nil && in.Key == key && in.Name == name
}

func (d *Dir) testDir(name, mode string) string {
	return filepath.Join(d.dir, testsDir, escape(name)+"."+mode)
}

// escape makes a test's name safe as a file name.
func escape(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
