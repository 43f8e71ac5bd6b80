package path

// This file writes and reads the files of one test.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// WriteTest stores a finished test. Calls for different tests may run at the
// same time. When it returns, the test is on disk; if it fails or the process dies, the test is not there at all.
func (d *Dir) WriteTest(t *Test) (err error) {
	final := d.testDir(t.Name, t.Mode.String())
	tmp := filepath.Join(d.dir, testsDir, fmt.Sprintf(".%s.tmp-%d", filepath.Base(final), os.Getpid()))
	defer func() {
		if err != nil {
			os.RemoveAll(tmp)
			err = explain(fmt.Errorf("write test %s (%s): %w", t.Name, t.Mode, err))
		}
	}()
	if err := os.RemoveAll(tmp); err != nil {
		return err
	}
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return err
	}
	info := t.info()
	w := testWriter{t: t, mode: t.Mode.String(), layout: t.Mode.Layout(d.universe), covered: map[string]int32{}}
	if err := w.collect(); err != nil {
		return err
	}
	info.Nodes, info.Variables = len(w.sets), w.vars
	for _, f := range []func() error{
		func() error { return writeParquet(filepath.Join(tmp, pathsFile), w.paths) },
		func() error { return writeParquet(filepath.Join(tmp, coveredFile), w.coveredRows) },
		func() error { return writeParquet(filepath.Join(tmp, partialFile), w.partials) },
		func() error { return writeParquet(filepath.Join(tmp, setsFile), w.sets) },
		func() error { return writeJSON(filepath.Join(tmp, testFile), info) },
	} {
		if err := f(); err != nil {
			return err
		}
	}
	// A folder cannot be replaced in one step: an older version of the test goes first.
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	if err := os.Rename(tmp, final); err != nil {
		return err
	}
	return syncDir(filepath.Dir(final))
}

func syncDir(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// testWriter turns a test into rows.
type testWriter struct {
	t           *Test
	mode        string
	layout      coverage.Layout
	paths       []pathRow
	coveredRows []coveredRow
	covered     map[string]int32 // index of a row by its bytes
	partials    []partialRow
	sets        []setRow
	vars        int
}

func (w *testWriter) collect() error {
	var roots []confspace.Set
	for i := range w.t.Paths {
		p := &w.t.Paths[i]
		roots = append(roots, p.Condition)
		for j := range p.Partial {
			roots = append(roots, p.Partial[j].Condition)
		}
	}
	table := w.t.Sets.Export(roots)
	w.sets, w.vars = setRows(table, w.t.Name, w.mode), int(table.Vars)
	refs := map[confspace.Set]int32{}
	for i, r := range roots {
		refs[r] = table.Roots[i]
	}
	texts := map[confspace.Set]string{}
	text := func(s confspace.Set) string {
		t, ok := texts[s]
		if !ok {
			t = conditionText(w.t.Sets, s)
			texts[s] = t
		}
		return t
	}
	for i := range w.t.Paths {
		p := &w.t.Paths[i]
		if p.End.Kind == KindInvalid {
			return fmt.Errorf("BUG: path %d has no termination", i)
		}
		covered, err := w.coveredSet(p.Covered)
		if err != nil {
			return err
		}
		w.paths = append(w.paths, pathRow{
			Test: w.t.Name, Mode: w.mode, Path: int32(i),
			Condition: text(p.Condition), Node: refs[p.Condition],
			Kind: p.End.Kind.String(), Message: p.End.Message, Code: int32(p.End.Code), Stack: frameRows(p.End.Stack),
			Steps: int64(p.Steps), Covered: covered, Notes: noteRows(p.Notes), Output: p.Output,
			Calls: callsRows(p.Calls), Witness: p.Witness,
		})
		if err := w.addPartials(i, p, refs, text); err != nil {
			return err
		}
	}
	return nil
}

func (w *testWriter) addPartials(i int, p *Path, refs map[confspace.Set]int32, text func(confspace.Set) string) error {
	for j := range p.Partial {
		pt := &p.Partial[j]
		bits := coverage.NewBits(w.layout)
		for _, id := range pt.Elements {
			bits.Set(w.layout.Bit(pt.Criterion, id))
		}
		data, err := encodeBits(bits)
		if err != nil {
			return err
		}
		w.partials = append(w.partials, partialRow{
			Test: w.t.Name, Mode: w.mode, Path: int32(i),
			Condition: text(pt.Condition), Node: refs[pt.Condition], Count: int32(bits.Count()), Elements: data,
		})
	}
	return nil
}

// coveredSet returns the number of a set of covered elements in covered.parquet.
func (w *testWriter) coveredSet(b coverage.Bits) (int32, error) {
	if len(b) != w.layout.Words() {
		return 0, fmt.Errorf("BUG: a path's coverage has %d words, its layout %d", len(b), w.layout.Words())
	}
	key := bitsKey(b)
	if i, ok := w.covered[key]; ok {
		return i, nil
	}
	data, err := encodeBits(b)
	if err != nil {
		return 0, err
	}
	i := int32(len(w.coveredRows))
	w.covered[key] = i
	w.coveredRows = append(w.coveredRows, coveredRow{Test: w.t.Name, Mode: w.mode, Covered: i, Count: int32(b.Count()), Elements: data})
	return i, nil
}

// ReadTest reads a test; its conditions become sets of m, which must be of the run's space.
// Paths that cover the same elements share their Covered.
func (d *Dir) ReadTest(in *TestInfo, m *confspace.Sets) (*Test, error) {
	t, err := d.readTest(in, m)
	if err != nil {
		return nil, fmt.Errorf("read test %s (%s): %w", in.Name, in.Mode, err)
	}
	return t, nil
}

func (d *Dir) readTest(in *TestInfo, m *confspace.Sets) (*Test, error) {
	mode, err := ParseMode(in.Mode)
	if err != nil {
		return nil, err
	}
	dir := d.testDir(in.Name, in.Mode)
	layout := mode.Layout(d.universe)
	coveredRows, err := readParquet[coveredRow](filepath.Join(dir, coveredFile))
	if err != nil {
		return nil, err
	}
	covered := make([]coverage.Bits, len(coveredRows))
	for i := range coveredRows {
		if covered[i], err = decodeBits(coveredRows[i].Elements, layout); err != nil {
			return nil, fmt.Errorf("%s: %w", coveredFile, err)
		}
	}
	rows, err := readParquet[pathRow](filepath.Join(dir, pathsFile))
	if err != nil {
		return nil, err
	}
	partials, err := readParquet[partialRow](filepath.Join(dir, partialFile))
	if err != nil {
		return nil, err
	}
	conds, err := readSets(dir, in, m, rows, partials)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", setsFile, err)
	}
	t := &Test{Name: in.Name, Mode: mode, Key: in.Key, Sets: m, Limits: in.Limits, Counts: in.Counts, Paths: make([]Path, len(rows))}
	for i := range rows {
		r := &rows[i]
		kind, err := ParseKind(r.Kind)
		if err != nil {
			return nil, fmt.Errorf("%s: path %d: %w", pathsFile, i, err)
		}
		notes, err := notesOf(r.Notes)
		if err != nil {
			return nil, fmt.Errorf("%s: path %d: %w", pathsFile, i, err)
		}
		if r.Covered < 0 || int(r.Covered) >= len(covered) {
			return nil, fmt.Errorf("%s: path %d refers to covered set %d, which is not there", pathsFile, i, r.Covered)
		}
		if n := len(r.Witness); n != 0 && n != len(m.Space().Options) {
			return nil, fmt.Errorf("%s: path %d has a witness of %d options", pathsFile, i, n)
		}
		t.Paths[i] = Path{
			Condition: conds[i], Covered: covered[r.Covered], Steps: uint64(r.Steps), Notes: notes, Output: r.Output,
			Calls: callsOf(r.Calls), Witness: append(confspace.Configuration(nil), r.Witness...),
			End: Termination{Kind: kind, Message: r.Message, Code: int(r.Code), Stack: framesOf(r.Stack)},
		}
	}
	return t, addPartials(t, layout, partials, conds[len(rows):])
}

// readSets returns the conditions of paths and partials, one after another.
func readSets(dir string, in *TestInfo, m *confspace.Sets, paths []pathRow, partials []partialRow) ([]confspace.Set, error) {
	rows, err := readParquet[setRow](filepath.Join(dir, setsFile))
	if err != nil {
		return nil, err
	}
	refs := make([]int32, 0, len(paths)+len(partials))
	for i := range paths {
		refs = append(refs, paths[i].Node)
	}
	for i := range partials {
		refs = append(refs, partials[i].Node)
	}
	return importSets(m, rows, in.Variables, refs)
}

func addPartials(t *Test, layout coverage.Layout, rows []partialRow, conds []confspace.Set) error {
	for i := range rows {
		r := &rows[i]
		if r.Path < 0 || int(r.Path) >= len(t.Paths) {
			return fmt.Errorf("%s: row %d refers to path %d, which is not there", partialFile, i, r.Path)
		}
		bits, err := decodeBits(r.Elements, layout)
		if err != nil {
			return fmt.Errorf("%s: row %d: %w", partialFile, i, err)
		}
		var pt Partial
		bits.Each(func(b int) {
			pt.Criterion, _ = layout.At(b)
		})
		pt.Condition = conds[i]
		bits.Each(func(b int) {
			_, id := layout.At(b)
			pt.Elements = append(pt.Elements, id)
		})
		t.Paths[r.Path].Partial = append(t.Paths[r.Path].Partial, pt)
	}
	return nil
}

// Coverage returns what t says about coverage: its domain and, for each distinct
// set of covered elements, the configurations that cover it.
func (t *Test) Coverage(u *coverage.Universe) *coverage.Test {
	c := &coverage.Test{Name: t.Name, Layout: t.Mode.Layout(u), Complete: len(t.Limits) == 0}
	index := map[string]int{}
	var bits []coverage.Bits
	var conds [][]confspace.Set
	add := func(b coverage.Bits, s confspace.Set) {
		key := bitsKey(b)
		i, ok := index[key]
		if !ok {
			i = len(bits)
			index[key] = i
			bits, conds = append(bits, b), append(conds, nil)
		}
		conds[i] = append(conds[i], s)
	}
	for _, i := range t.order() {
		p := &t.Paths[i]
		c.Complete = c.Complete && p.End.Kind.Complete()
		add(p.Covered, p.Condition)
		for j := range p.Partial {
			pt := &p.Partial[j]
			b := coverage.NewBits(c.Layout)
			for _, id := range pt.Elements {
				b.Set(c.Layout.Bit(pt.Criterion, id))
			}
			add(b, pt.Condition)
		}
	}
	var all []confspace.Set
	for i := range bits {
		all = append(all, t.Sets.OrAll(conds[i]))
		c.Observations = append(c.Observations, coverage.Observation{Condition: all[i], Covered: bits[i]})
	}
	c.Domain = t.Sets.OrAll(all)
	return c
}

// order returns the indices of the paths in the order of a configuration of
// each: unions of neighbours then are simple sets.
func (t *Test) order() []int {
	keys := make([]confspace.Configuration, len(t.Paths))
	order := make([]int, len(t.Paths))
	for i := range t.Paths {
		keys[i], _ = t.Sets.Any(t.Paths[i].Condition)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return slices.Compare(keys[a], keys[b]) })
	return order
}

// bitsKey returns the content of b as a map key.
func bitsKey(b coverage.Bits) string {
	key := make([]byte, 0, 8*len(b))
	for _, w := range b {
		key = append(key, byte(w), byte(w>>8), byte(w>>16), byte(w>>24), byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56))
	}
	return string(key)
}
