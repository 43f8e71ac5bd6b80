package path

// This file makes run directories, and takes over those of an earlier run.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	gopath "path"
	"slices"
	"strings"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// Plan is one test in one mode that a run is to explore. Key is a hash of all that its result depends on.
type Plan struct {
	Name string
	Mode Mode
	Key  string
}

// writer is the side of a Dir that writes.
type writer struct {
	disk disk
	lock *os.File
}

// Create makes dir a run directory of the planned tests, or takes over the one that is there: of its
// tests those are kept that are planned under the same key and whose files are as they were written.
// Everything else of the earlier run is removed, results of analyses included. The caller must call
// Finish or Close; until then no other process can write the directory.
func Create(dir string, run Run, u *coverage.Universe, space *confspace.Space, plan []Plan) (*Dir, error) {
	return createWith(dir, run, u, space, plan, nil)
}

func createWith(dir string, run Run, u *coverage.Universe, space *confspace.Space, plan []Plan, hook func(op, name string) error) (*Dir, error) {
	if err := u.Verify(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, explain(fmt.Errorf("run directory: %w", err))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	d := &Dir{dir: dir, root: root, run: run, universe: u, space: space, infos: map[int]*TestInfo{}}
	// A foreign directory is not even locked, which would make a file in it.
	if _, err := d.takeOver(); err != nil {
		root.Close()
		return nil, err
	}
	lock, err := lockAlone(root)
	if err != nil {
		root.Close()
		return nil, err
	}
	d.writer = &writer{disk{root, hook}, lock}
	if err := d.create(plan); err != nil {
		d.Close()
		return nil, explain(fmt.Errorf("run directory %s: %w", dir, err))
	}
	return d, nil
}

func (d *Dir) create(plan []Plan) error {
	old, err := d.takeOver() // nobody else changes it now
	if err != nil {
		return err
	}
	options, err := encodeParquet(optionRows(d.space))
	if err != nil {
		return err
	}
	elements, err := encodeParquet(elementRows(d.universe))
	if err != nil {
		return err
	}
	top := map[string][]byte{optionsFile: options, elementsFile: elements}
	if d.run.Blocks != nil {
		if top[programFile], err = encodeParquet(d.run.Blocks); err != nil {
			return err
		}
	}
	if d.run.Decisions != nil {
		if top[decisionFile], err = encodeParquet(d.run.Decisions); err != nil {
			return err
		}
	}
	if d.run.Sources != nil {
		if top[sourceFile], err = encodeParquet(d.run.Sources); err != nil {
			return err
		}
	}
	digests := map[string]Digest{}
	for name, data := range top {
		digests[name] = digestOf(data)
	}
	d.describe(plan, digests)
	if err := d.run.check(); err != nil {
		return fmt.Errorf("BUG: run.json: %w", err)
	}
	if old != nil && old.Files[optionsFile] == d.run.Files[optionsFile] && old.Files[elementsFile] == d.run.Files[elementsFile] {
		d.keep(old)
	}
	if err := d.removeTop(); err != nil {
		return err
	}
	// run.json comes first: whatever of the files below is not there yet is known to be missing.
	if err := d.writeRun(); err != nil {
		return err
	}
	disk := &d.writer.disk
	for _, name := range slices.Sorted(maps.Keys(top)) {
		if err := disk.replace(name, top[name]); err != nil {
			return err
		}
	}
	if err := disk.mkdir(testsDir); err != nil {
		return err
	}
	if err := disk.syncDir("."); err != nil {
		return err
	}
	return d.removeTests()
}

// describe fills in what run.json says besides what the caller of Create said.
func (d *Dir) describe(plan []Plan, files map[string]Digest) {
	r := &d.run
	r.Format = Format
	r.Elements = map[string]int{}
	for _, c := range coverage.Criteria() {
		r.Elements[c.String()] = d.universe.Count(c)
	}
	r.Options, r.Constraints = len(d.space.Options), d.space.Constraints
	r.Files = files
	r.Tests = make([]TestEntry, 0, len(plan))
	for _, p := range plan {
		r.Tests = append(r.Tests, TestEntry{Name: p.Name, Mode: p.Mode.String(), Key: p.Key})
	}
	slices.SortFunc(r.Tests, compareEntries)
	r.Limits, r.Finished, r.Complete = nil, false, false
}

// takeOver checks that nothing in the directory is foreign. It returns what an earlier run's run.json
// says; nil if there is none that can be used.
func (d *Dir) takeOver() (*Run, error) {
	data, err := readFile(d.root, runFile, maxRunFile)
	var foreign *foreignError
	if err == nil {
		var old Run
		if old, err = decodeRun(data); err == nil {
			return &old, nil
		}
	}
	if errors.As(err, &foreign) {
		return nil, nil // of another version of confcov, whose files have the same names
	}
	// Without a run.json that tells, the directory is one of ours if each of its entries is.
	entries, derr := readDir(d.root, ".")
	if derr != nil {
		return nil, derr
	}
	for _, e := range entries {
		own := ownEntry(e)
		if own && e.Name() == testsDir {
			if own, derr = d.ownTests(); derr != nil {
				return nil, derr
			}
		}
		if own {
			continue
		}
		if errors.Is(err, errMissing) {
			return nil, fmt.Errorf("%s: not empty and not a run directory: it holds %s: choose another", d.dir, e.Name())
		}
		return nil, fmt.Errorf("%s: its %s is damaged (%w), and %s is not confcov's: choose another, or remove that", d.dir, runFile, err, e.Name())
	}
	return nil, nil
}

// ownEntry reports whether an entry of a run directory is one that confcov makes.
func ownEntry(e fs.DirEntry) bool {
	switch n := e.Name(); {
	case n == testsDir:
		return e.IsDir()
	case n == runFile, n == timingsFile, n == baselineFile, n == optionsFile, n == elementsFile, n == programFile, n == decisionFile, n == sourceFile, n == lockFile, IsResult(n), strings.HasPrefix(n, temporary):
		return e.Type().IsRegular()
	}
	return false
}

// ownTests reports whether all below tests is confcov's.
func (d *Dir) ownTests() (bool, error) {
	entries, err := readDir(d.root, testsDir)
	if err != nil {
		return false, err
	}
	for _, e := range entries {
		if !e.IsDir() || !ownFolder(e.Name()) {
			return false, nil
		}
		files, err := readDir(d.root, gopath.Join(testsDir, e.Name()))
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(files, func(e fs.DirEntry) bool { return !ownTestEntry(e) }) {
			return false, nil
		}
	}
	return true, nil
}

// ownFolder reports whether a folder below tests has the name of a test, or of one that is not finished.
func ownFolder(name string) bool {
	if strings.HasPrefix(name, ".") {
		return strings.HasPrefix(name, temporary) || strings.Contains(name, ".tmp-")
	}
	return strings.HasSuffix(name, "."+Merged.String()) || strings.HasSuffix(name, "."+Expanded.String())
}

// keep lists the finished tests of an earlier run that are planned and undamaged.
func (d *Dir) keep(old *Run) {
	for i := range d.run.Tests {
		e := &d.run.Tests[i]
		k := slices.IndexFunc(old.Tests, func(o TestEntry) bool {
			return o.Name == e.Name && o.Mode == e.Mode && o.Key == e.Key && o.Summary != nil
		})
		if k < 0 {
			continue
		}
		in, err := d.readInfo(&old.Tests[k])
		var parts []string
		if err == nil {
			parts = in.parts()
		}
		for _, f := range parts {
			if err == nil {
				_, err = d.read(gopath.Join(testsDir, testFolder(e.Name, e.Mode), f), in.Files[f])
			}
		}
		var bad *damaged
		if errors.As(err, &bad) {
			d.lost = append(d.lost, fmt.Errorf("%s/%s: %w", bad.dir, bad.file, bad.err))
		}
		if err != nil {
			continue
		}
		e.Summary, d.infos[i] = old.Tests[k].Summary, in
	}
}

// Lost returns why finished tests of an earlier run could not be kept: their files are damaged.
func (d *Dir) Lost() []error { return d.lost }

// removeTop removes results of analyses, and what an interrupted writer left.
func (d *Dir) removeTop() error {
	entries, err := readDir(d.root, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if n := e.Name(); !e.IsDir() && (IsResult(n) || n == programFile || n == decisionFile || n == sourceFile || strings.HasPrefix(n, temporary)) {
			if err := d.writer.disk.remove(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeTests removes the folders of tests that run.json does not list as finished.
func (d *Dir) removeTests() error {
	listed := map[string]bool{}
	for _, e := range d.run.Tests {
		listed[testFolder(e.Name, e.Mode)] = e.Summary != nil
	}
	entries, err := readDir(d.root, testsDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !listed[e.Name()] && ownFolder(e.Name()) {
			if err := d.writer.disk.removeOwn(gopath.Join(testsDir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeRun writes run.json.
func (d *Dir) writeRun() error {
	data, err := d.run.sealed()
	if err != nil {
		return err
	}
	return d.writer.disk.replace(runFile, data)
}

// Finished reports whether a test of the run is there, explored to its end. A test that the user
// stopped is there too, if it was stored, but not finished.
func (d *Dir) Finished(name string, mode Mode) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	in := d.infos[d.entry(name, mode.String())]
	return in != nil && !in.Interrupted()
}

func interrupted(limits []Limit) bool {
	return slices.ContainsFunc(limits, func(l Limit) bool { return l.Kind == LimitInterrupted })
}

// Finish records that exploration is over; limits are those of the whole run. A run with a
// LimitInterrupted is not finished: the same plan continues it. Finish releases the directory for others.
func (d *Dir) Finish(limits []Limit) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.run.Limits = slices.Clone(limits)
	slices.SortFunc(d.run.Limits, CompareLimits)
	d.run.Finished = !interrupted(limits)
	d.run.Complete = len(limits) == 0 && len(d.infos) == len(d.run.Tests)
	for _, in := range d.infos {
		d.run.Complete = d.run.Complete && in.Complete
	}
	if d.run.Finished && len(d.infos) != len(d.run.Tests) {
		return fmt.Errorf("BUG: %d tests of the run are not explored", len(d.run.Tests)-len(d.infos))
	}
	if err := d.writeRun(); err != nil {
		return err
	}
	d.release()
	return nil
}

// release ends writing.
func (d *Dir) release() {
	if d.writer != nil {
		unlock(d.writer.lock)
		d.writer = nil
	}
}

// WriteTimings writes the wall-clock side of a run. It is kept apart because it differs from run to
// run, and nothing is computed from it: no digest binds it.
func (d *Dir) WriteTimings(t Timings) error { return d.writeCost(timingsFile, t) }

// Timings is the content of timings.json: seconds.
type Timings struct {
	Compile float64            `json:"compile_seconds"`
	Explore float64            `json:"explore_seconds"`
	Jobs    int                `json:"jobs"`         // tests explored at a time
	Tests   map[string]float64 `json:"test_seconds"` // by test and mode; those explored in the last run that explored any
}

// Timings returns what timings.json says; nothing if nobody knows.
func (d *Dir) Timings() (t Timings) {
	if data, err := fs.ReadFile(d.root.FS(), timingsFile); err != nil || json.Unmarshal(data, &t) != nil {
		return Timings{}
	}
	return t
}

// WriteBaseline writes what native runs cost. No digest binds that, either.
func (d *Dir) WriteBaseline(v any) error { return d.writeCost(baselineFile, v) }

// Baseline returns what WriteBaseline wrote; nil if there is nothing.
func (d *Dir) Baseline() []byte {
	data, err := fs.ReadFile(d.root.FS(), baselineFile)
	if err != nil {
		return nil
	}
	return data
}

func (d *Dir) writeCost(file string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return (&disk{root: d.root}).replace(file, append(data, '\n'))
}

// WouldLose returns how many finished tests Create would remove from the directory for good: those that are not planned, and if none can be kept, all. Tests that
// are explored anew because they have changed, beside others that are kept, are not lost. old is what run.json says, nil if another version of confcov wrote it.
func WouldLose(dir string, plan []Plan) (lost int, old *Run, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, nil, nil // Create says what is wrong with it
	}
	defer root.Close()
	data, err := readFile(root, runFile, maxRunFile)
	if err != nil {
		return 0, nil, nil
	}
	run, err := decodeRun(data)
	var foreign *foreignError
	switch {
	case errors.As(err, &foreign):
		entries, err := readDir(root, testsDir)
		return len(entries), nil, err
	case err != nil:
		return 0, nil, nil
	}
	kept, changed := 0, 0
	for _, e := range run.Tests {
		if e.Summary == nil {
			continue
		}
		switch i := slices.IndexFunc(plan, func(p Plan) bool { return p.Name == e.Name && p.Mode.String() == e.Mode }); {
		case i < 0:
			lost++
		case plan[i].Key == e.Key:
			kept++
		default:
			changed++
		}
	}
	if kept == 0 {
		lost += changed
	}
	return lost, &run, nil
}
