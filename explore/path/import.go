package path

// This file imports path data that others recorded; docs/run-directory.md describes the format, JSON lines,
// possibly compressed by gzip. Data in the form of Otter's (otter.go) are known by their first line.
// Nothing is guessed: keys that are not known, paths that do not say what they cover, and values outside of
// domains are errors. What the data lack is said: a test whose paths leave configurations out is
// incomplete, unless the file states that those are excluded.

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"runtime"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/subjects/confspace"
	"golang.org/x/sync/errgroup"
)

// Imported says that the paths come from elsewhere, and what is particular about them.
type Imported struct {
	Excluded bool `json:"excluded,omitempty"` // the file states that configurations on no path are excluded
	// Overlapping are the tests some of whose paths share configurations, as if several tests were in one: a
	// configuration covers what any of its paths covers.
	Overlapping []string `json:"overlapping,omitempty"`
}

// maxImportNodes bounds the memory of an import's sets.
const maxImportNodes = 1 << 26

// ImportOptions say what the data do not.
type ImportOptions struct {
	Name   string                           // of the subject
	Space  *confspace.Space                 // the options; nil: those that the data name
	Source func(file string) ([]byte, bool) // returns a file of the program's source; nil: it is not known
}

// Import reads foreign path data and makes a run directory of it.
func Import(dir string, opt ImportOptions, r io.Reader) (*Dir, error) {
	im := &importer{ImportOptions: opt, space: opt.Space}
	var d *Dir
	sum := sha256.New()
	fmt.Fprintln(sum, "import", Format)
	if opt.Space != nil {
		fmt.Fprintf(sum, "%+v %q\n", opt.Space.Options, opt.Space.Constraints)
	}
	err := im.read(io.TeeReader(r, sum))
	if err == nil {
		im.sources = im.findSources()
		for _, s := range im.sources {
			fmt.Fprintf(sum, "%q %x\n", s.File, sha256.Sum256(s.Text))
		}
		im.key = hex.EncodeToString(sum.Sum(nil))
		im.sets = confspace.NewSets(im.space)
		if full := im.sets.Try(maxImportNodes, func() { d, err = im.write(dir) }); full != nil {
			err = fmt.Errorf("%w: %s", full, im.sets.Heaviest(im.conditions))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	return d, nil
}

// importer makes tests of records.
type importer struct {
	ImportOptions
	universe *coverage.Universe
	space    *confspace.Space
	excluded bool
	key      string // of all tests: the hash of the data
	records  []importPath
	index    map[string]int // of options by name
	compared []bool         // by option: it occurs in a comparison
	sources  []Source
	sets     *confspace.Sets

	conditions []confspace.Set // of the paths so far
}

// read reads the data and checks all that needs no sets.
func (im *importer) read(r io.Reader) error {
	br := bufio.NewReaderSize(r, 1<<20)
	if magic, _ := br.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		zr, err := gzip.NewReader(br)
		if err != nil {
			return err
		}
		defer zr.Close()
		br = bufio.NewReaderSize(zr, 1<<20)
	}
	first, err := br.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return fmt.Errorf("record 1: %w", err)
	}
	var head importHead
	if head, im.records, err = readRecords(first, br); err != nil {
		return err
	}
	if im.universe, err = head.universe(); err != nil {
		return fmt.Errorf("record 1: %w", err)
	}
	if err := im.number(&head); err != nil {
		return fmt.Errorf("record 1: %w", err)
	}
	im.excluded = head.Uncovered == uncoveredExcluded
	for i := range im.records {
		p := &im.records[i]
		if err := im.scan(p.Condition); err != nil {
			return fmt.Errorf("record %d: condition: %w", i+2, err)
		}
		if err := head.checkCovered(p, im.universe); err != nil {
			return fmt.Errorf("record %d: %w", i+2, err)
		}
	}
	if im.space == nil {
		if im.space, err = head.space(im.compared); err != nil {
			return fmt.Errorf("record 1: %w", err)
		}
	}
	for i := range im.records {
		if err := im.checkConstants(im.records[i].Condition); err != nil {
			return fmt.Errorf("record %d: condition: %w", i+2, err)
		}
	}
	return nil
}

// number numbers the options that conditions can name.
func (im *importer) number(head *importHead) error {
	if len(head.Options) == 0 {
		return errors.New("want the names of options")
	}
	im.index, im.compared = map[string]int{}, make([]bool, len(head.Options))
	for i := range head.Options {
		im.index[head.Options[i].Name] = i
	}
	if im.space == nil {
		return nil
	}
	im.compared = make([]bool, len(im.space.Options))
	for i := range head.Options {
		name := head.Options[i].Name
		if im.index[name] = im.space.Index(name); im.index[name] < 0 {
			return fmt.Errorf("the subject has no option %s", name)
		}
	}
	return nil
}

// readRecords reads what follows the first line, in either format.
func readRecords(first []byte, r *bufio.Reader) (head importHead, paths []importPath, err error) {
	if isOtter(first) {
		return readOtter(first, r)
	}
	if err := decodeStrict(first, &head); err != nil {
		return head, nil, fmt.Errorf("record 1: %w", err)
	}
	paths, err = decodePaths(r)
	return head, paths, err
}

// write makes the run directory.
func (im *importer) write(dir string) (*Dir, error) {
	tests := map[string]*[NumModes]*Test{} // by name and mode
	for i := range im.records {
		p := &im.records[i]
		set := im.sets.And(im.sets.Domain(), im.set(p.Condition))
		if set == confspace.Empty {
			return nil, fmt.Errorf("record %d: no configuration satisfies the condition", i+2)
		}
		im.conditions = append(im.conditions, set)
		for _, mode := range []Mode{Merged, Expanded} {
			cov, ok := p.covered(mode, mode.Layout(im.universe))
			if !ok {
				continue
			}
			byMode := tests[p.test()]
			if byMode == nil {
				byMode = &[NumModes]*Test{}
				tests[p.test()] = byMode
			}
			if byMode[mode] == nil {
				byMode[mode] = &Test{Name: p.test(), Mode: mode, Key: im.key, Sets: im.sets}
			}
			t := byMode[mode]
			t.Paths = append(t.Paths, Path{Condition: set, End: Termination{Kind: Exit}, Covered: cov})
		}
	}
	run := Run{Subject: Subject{Name: im.Name, Source: "imported path data"}, Imported: &Imported{Excluded: im.excluded}, Sources: im.sources}
	var plan []Plan
	var list []*Test
	for _, name := range slices.Sorted(maps.Keys(tests)) {
		for _, t := range tests[name] {
			if t == nil {
				continue
			}
			overlap := im.checkPartition(t)
			if overlap && !slices.Contains(run.Imported.Overlapping, name) {
				run.Imported.Overlapping = append(run.Imported.Overlapping, name)
			}
			plan, list = append(plan, Plan{t.Name, t.Mode, t.Key}), append(list, t)
		}
	}
	d, err := Create(dir, run, im.universe, im.space, plan)
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		if d.Finished(t.Name, t.Mode) { // the same data were imported before
			continue
		}
		if err := d.WriteTest(t); err != nil {
			d.Close()
			return nil, err
		}
	}
	if err := d.Finish(nil); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// findSources returns the files that have elements, as far as the source has them; nil if it is not known.
func (im *importer) findSources() []Source {
	if im.Source == nil {
		return nil
	}
	list := []Source{}
	for _, file := range im.universe.Files() {
		if text, ok := im.Source(file); ok {
			list = append(list, Source{file, text})
		}
	}
	return list
}

// checkPartition marks a test whose paths leave configurations out, and reports whether some share configurations.
func (im *importer) checkPartition(t *Test) (overlap bool) {
	var sets []confspace.Set
	sum := new(big.Int)
	for i := range t.Paths {
		sets = append(sets, t.Paths[i].Condition)
		sum.Add(sum, im.sets.Count(t.Paths[i].Condition))
	}
	coverage.SortSets(im.sets, sets)
	all := im.sets.OrAll(sets)
	if missing := im.sets.Diff(im.sets.Domain(), all); missing != confspace.Empty && !im.excluded {
		text, _ := im.sets.Text(missing, 1)
		t.Limits = append(t.Limits, Limit{LimitMissing, fmt.Sprintf("%.4g%% of all configurations are on no path: %s", 100*im.sets.Fraction(missing), text)})
	}
	return sum.Cmp(im.sets.Count(all)) != 0
}

// decodeStrict decodes one JSON value and refuses keys that v does not have.
func decodeStrict(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("more than one value in a line")
	}
	return nil
}

// decodePaths reads the records from the second on. Lines are decoded by as many workers as there are processors.
func decodePaths(r *bufio.Reader) ([]importPath, error) {
	type record struct {
		path importPath
		err  error
	}
	type job struct {
		line []byte
		out  *record
	}
	jobs := make(chan job, 64)
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(guard.Func(func() error {
			for j := range jobs {
				j.out.err = guard.Func(func() error { return decodeStrict(j.line, &j.out.path) })()
			}
			return nil
		}))
	}
	var records []*record
	var err error
	for err == nil {
		var line []byte
		line, err = r.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			out := &record{}
			records = append(records, out)
			jobs <- job{line, out}
		}
	}
	close(jobs)
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if err != io.EOF {
		return nil, fmt.Errorf("record %d: %w", len(records)+2, err)
	}
	paths := make([]importPath, len(records))
	for i, rec := range records {
		if rec.err != nil {
			return nil, fmt.Errorf("record %d: %w", i+2, rec.err)
		}
		paths[i] = rec.path
	}
	return paths, nil
}
