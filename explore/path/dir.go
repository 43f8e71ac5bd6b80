package path

// This file opens run directories for reading.

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	gopath "path"
	"slices"
	"strings"
	"sync"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Names of files in a run directory.
const (
	runFile      = "run.json"
	lockFile     = ".lock"
	timingsFile  = "timings.json"
	baselineFile = "baseline.json"
	optionsFile  = "options.parquet"
	elementsFile = "elements.parquet"
	programFile  = "program.parquet"
	decisionFile = "decisions.parquet"
	sourceFile   = "sources.parquet"
	testsDir     = "tests"
	testFile     = "test.json"
	pathsFile    = "paths.parquet"
	coveredFile  = "covered.parquet"
	partialFile  = "partial.parquet"
	setsFile     = "sets.parquet"

	relationsFile = "relations.parquet"
	outputFile    = "output.parquet"
)

// Dir is a run directory. Reading needs no lock: what is read is what its run.json lists, or an error.
type Dir struct {
	dir      string
	root     *os.Root
	universe *coverage.Universe
	space    *confspace.Space

	mu     sync.Mutex // guards what follows while tests are written
	run    Run
	infos  map[int]*TestInfo // of finished tests, by index in run.Tests
	writer *writer           // nil: open for reading
	lost   []error           // see Lost
}

// Name returns the path of the directory.
func (d *Dir) Name() string { return d.dir }

// Run returns what run.json says.
func (d *Dir) Run() *Run { return &d.run }

// Universe returns the coverage elements of the subject.
func (d *Dir) Universe() *coverage.Universe { return d.universe }

// Space returns the configuration space.
func (d *Dir) Space() *confspace.Space { return d.space }

// Open opens a run directory for reading. An unfinished run can be read: its finished tests are there.
func Open(dir string) (*Dir, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	d := &Dir{dir: dir, root: root, infos: map[int]*TestInfo{}}
	if err := d.open(); err != nil {
		root.Close()
		return nil, err
	}
	return d, nil
}

func (d *Dir) open() error {
	data, err := readFile(d.root, runFile, maxRunFile)
	switch {
	case errors.Is(err, errMissing):
		return fmt.Errorf("%s is not a run directory: it has no %s", d.dir, runFile)
	case err != nil:
		return d.damaged(runFile, err)
	}
	if d.run, err = decodeRun(data); err != nil {
		return d.damaged(runFile, err)
	}
	options, err := readRows[optionRow](d, optionsFile, d.run.Files[optionsFile], d.run.Options)
	if err != nil {
		return err
	}
	if d.space, err = spaceOf(options); err == nil {
		d.space.Constraints = d.run.Constraints
		err = d.space.Validate()
	}
	if err != nil {
		return d.damaged(optionsFile, err)
	}
	elements, err := readRows[elementRow](d, elementsFile, d.run.Files[elementsFile], -1)
	if err != nil {
		return err
	}
	if d.universe, err = universeOf(elements); err != nil {
		return d.damaged(elementsFile, err)
	}
	for i := range d.run.Tests {
		if d.run.Tests[i].Summary == nil {
			continue
		}
		if d.infos[i], err = d.readInfo(&d.run.Tests[i]); err != nil {
			return err
		}
	}
	return nil
}

// readRows reads a Parquet file that want identifies; n is its number of rows, -1: any.
func readRows[T any](d *Dir, file string, want Digest, n int) ([]T, error) {
	data, err := d.read(file, want)
	if err != nil {
		return nil, err
	}
	rows, err := decodeParquet[T](data, n)
	if err != nil {
		return nil, d.damaged(file, err)
	}
	return rows, nil
}

// readInfo reads the summary of a finished test.
func (d *Dir) readInfo(e *TestEntry) (*TestInfo, error) {
	file := gopath.Join(testsDir, testFolder(e.Name, e.Mode), testFile)
	data, err := d.read(file, *e.Summary)
	if err != nil {
		return nil, err
	}
	in := &TestInfo{}
	if err := json.Unmarshal(data, in); err != nil {
		return nil, d.damaged(file, err)
	}
	if in.Name != e.Name || in.Mode != e.Mode || in.Key != e.Key {
		return nil, d.damaged(file, fmt.Errorf("it is of test %q (%s), or of another exploration", in.Name, in.Mode))
	}
	for _, f := range in.parts() {
		if _, ok := in.Files[f]; !ok {
			return nil, d.damaged(file, fmt.Errorf("it does not list %s", f))
		}
	}
	return in, nil
}

// Tests lists the finished tests by name and mode. Of a run that is not finished these are not all.
func (d *Dir) Tests() ([]TestInfo, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var infos []TestInfo
	for i := range d.run.Tests {
		if in := d.infos[i]; in != nil {
			infos = append(infos, *in)
		}
	}
	return infos, nil
}

// entry returns the index in run.Tests of a test; -1: it is none of the run's. The caller holds mu.
func (d *Dir) entry(name, mode string) int {
	return slices.IndexFunc(d.run.Tests, func(e TestEntry) bool { return e.Name == name && e.Mode == mode })
}

// compareEntries orders tests by name, merged before expanded.
func compareEntries(a, b TestEntry) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), -cmp.Compare(a.Mode, b.Mode))
}

// testFolder returns the name of a test's folder below tests.
func testFolder(name, mode string) string { return escape(name) + "." + mode }

// Close releases what the directory holds: of a writer that has not finished, the lock too.
func (d *Dir) Close() {
	d.release()
	d.root.Close()
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
