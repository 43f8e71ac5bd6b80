package path

// This file writes and reads the files of one test.

import (
	"errors"
	"fmt"
	"maps"
	gopath "path"
	"slices"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

// WriteTest stores a finished test, which must be planned. Calls for different tests may run at the
// same time. When it returns, the test is on disk and listed; if it fails or the process ends, the test is not there at all.
func (d *Dir) WriteTest(t *Test) (err error) {
	defer func() {
		if err != nil {
			err = explain(fmt.Errorf("write test %s (%s): %w", t.Name, t.Mode, err))
		}
	}()
	k, planned := d.planned(t)
	if !planned {
		return fmt.Errorf("BUG: the test is not planned")
	}
	info, parts, err := d.encodeTest(t)
	if err != nil {
		return err
	}
	summary, err := encodeJSON(info)
	if err != nil {
		return err
	}
	parts[testFile] = summary
	if err := d.list(k, nil, nil); err != nil {
		return err
	}
	if err := d.writer.disk.writeTest(testFolder(t.Name, t.Mode.String()), parts); err != nil {
		return err
	}
	digest := digestOf(summary)
	return d.list(k, &digest, info)
}

// planned returns the index in run.Tests of a test that is to be written.
func (d *Dir) planned(t *Test) (k int, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	k = d.entry(t.Name, t.Mode.String())
	return k, k >= 0 && d.run.Tests[k].Key == t.Key && d.writer != nil
}

// list makes run.json say of a test that it is there, or that it is not.
func (d *Dir) list(k int, summary *Digest, info *TestInfo) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.run.Tests[k].Summary == summary {
		return nil
	}
	d.run.Tests[k].Summary = summary
	if delete(d.infos, k); info != nil {
		d.infos[k] = info
	}
	return d.writeRun()
}

// writeTest makes the folder of a test.
func (d *disk) writeTest(folder string, parts map[string][]byte) (err error) {
	final, temp := gopath.Join(testsDir, folder), gopath.Join(testsDir, temporary+folder)
	defer func() {
		if err != nil {
			d.removeOwn(temp)
		}
	}()
	if err := d.removeOwn(temp); err != nil {
		return err
	}
	if err := d.mkdir(temp); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if err := d.write(gopath.Join(temp, name), parts[name]); err != nil {
			return err
		}
	}
	if err := d.syncDir(temp); err != nil {
		return err
	}
	// A folder cannot be replaced in one step: an older version of the test, which is not listed any more, goes first.
	if err := d.removeOwn(final); err != nil {
		return err
	}
	if err := d.rename(temp, final); err != nil {
		return err
	}
	return d.syncDir(testsDir)
}

// encodeTest returns the summary of a test, and its other files by name.
func (d *Dir) encodeTest(t *Test) (*TestInfo, map[string][]byte, error) {
	w := testWriter{t: t, mode: t.Mode.String(), layout: t.Mode.Layout(d.universe), covered: map[string]int32{}}
	if err := w.collect(); err != nil {
		return nil, nil, err
	}
	info := t.info()
	info.Nodes, info.Variables, info.Covered, info.Relations = len(w.sets), w.vars, len(w.coveredRows), len(w.relations)
	info.Files = map[string]Digest{}
	parts := map[string][]byte{}
	if len(w.texts) > 0 {
		data, err := encodeParquet(w.texts)
		if err != nil {
			return nil, nil, err
		}
		parts[outputFile], info.Files[outputFile] = data, digestOf(data)
	}
	for name, encode := range map[string]func() ([]byte, error){
		pathsFile:   func() ([]byte, error) { return encodeParquet(w.paths) },
		coveredFile: func() ([]byte, error) { return encodeParquet(w.coveredRows) },
		partialFile: func() ([]byte, error) { return encodeParquet(w.partials) },
		setsFile:    func() ([]byte, error) { return encodeParquet(w.sets) },

		relationsFile: func() ([]byte, error) { return encodeParquet(w.relations) },
	} {
		data, err := encode()
		if err != nil {
			return nil, nil, err
		}
		parts[name], info.Files[name] = data, digestOf(data)
	}
	return &info, parts, nil
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
	texts       []textRow
	sets        []setRow
	relations   []relationRow
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
		for j := range p.Texts {
			roots = append(roots, p.Texts[j].Condition)
		}
	}
	table := w.t.Sets.Export(roots)
	w.sets, w.vars = setRows(table, w.t.Name, w.mode), int(table.Vars)
	w.relations = relationRows(table, w.t.Name, w.mode)
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
		for _, x := range p.Texts {
			w.texts = append(w.texts, textRow{
				Test: w.t.Name, Mode: w.mode, Path: int32(i), Condition: text(x.Condition), Node: refs[x.Condition], Text: x.Bytes,
			})
		}
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
	return t, readError(in, err)
}

// readError says which test an error is of.
func readError(in *TestInfo, err error) error {
	if err != nil {
		return fmt.Errorf("read test %s (%s): %w", in.Name, in.Mode, err)
	}
	return nil
}

func (d *Dir) readTest(in *TestInfo, m *confspace.Sets) (*Test, error) {
	c, err := d.readContent(in)
	if err != nil {
		return nil, err
	}
	return d.makeTest(in, c, m)
}

// content is what the files of a test say, before sets are made of it.
type content struct {
	mode         Mode
	layout       coverage.Layout
	covered      []coverage.Bits
	paths        []pathRow
	partials     []partialRow
	partialsBits []coverage.Bits
	texts        []textRow
	sets         []confspace.Node
	relations    []relationRow
}

// readContent reads and checks the files of a test.
func (d *Dir) readContent(in *TestInfo) (c *content, err error) {
	c = &content{}
	if c.mode, err = ParseMode(in.Mode); err != nil {
		return nil, err
	}
	c.layout = c.mode.Layout(d.universe)
	coveredRows, err := readPart[coveredRow](d, in, coveredFile, in.Covered)
	if err != nil {
		return nil, err
	}
	bits := bitsReader{layout: c.layout}
	c.covered = make([]coverage.Bits, len(coveredRows))
	for i := range coveredRows {
		r := &coveredRows[i]
		if r.Test != in.Name || r.Mode != in.Mode || int(r.Covered) != i {
			return nil, d.badRow(in, coveredFile, i, errForeignRow)
		}
		if c.covered[i], err = bits.decode(r.Elements); err != nil {
			return nil, d.badRow(in, coveredFile, i, err)
		}
	}
	if c.paths, err = readPart[pathRow](d, in, pathsFile, in.Paths); err != nil {
		return nil, err
	}
	if c.partials, err = readPart[partialRow](d, in, partialFile, in.Partials); err != nil {
		return nil, err
	}
	c.partialsBits = make([]coverage.Bits, len(c.partials))
	for i := range c.partials {
		r := &c.partials[i]
		if r.Test != in.Name || r.Mode != in.Mode || r.Path < 0 || int(r.Path) >= len(c.paths) {
			return nil, d.badRow(in, partialFile, i, errForeignRow)
		}
		if c.partialsBits[i], err = bits.decode(r.Elements); err != nil {
			return nil, d.badRow(in, partialFile, i, err)
		}
	}
	if in.Texts > 0 {
		if c.texts, err = readPart[textRow](d, in, outputFile, in.Texts); err != nil {
			return nil, err
		}
	}
	data, err := d.read(partName(in, setsFile), in.Files[setsFile])
	if err != nil {
		return nil, err
	}
	if c.sets, err = decodeNodes(data, in.Nodes, in.Name, in.Mode); err != nil {
		return nil, d.damaged(partName(in, setsFile), err)
	}
	c.relations, err = readPart[relationRow](d, in, relationsFile, in.Relations)
	return c, err
}

// makeTest makes a test of what its files say; its conditions become sets of m.
func (d *Dir) makeTest(in *TestInfo, c *content, m *confspace.Sets) (*Test, error) {
	mode, covered, rows, partials, texts := c.mode, c.covered, c.paths, c.partials, c.texts
	conds, err := d.readSets(in, m, c)
	if err != nil {
		return nil, err
	}
	t := &Test{Name: in.Name, Mode: mode, Key: in.Key, Sets: m, Limits: in.Limits, Counts: in.Counts, Apart: in.Apart, Paths: make([]Path, len(rows))}
	for i := range rows {
		r := &rows[i]
		kind, err := ParseKind(r.Kind)
		var notes []Note
		if err == nil {
			notes, err = notesOf(r.Notes)
		}
		switch {
		case err != nil:
		case r.Test != in.Name || r.Mode != in.Mode || int(r.Path) != i:
			err = errForeignRow
		case r.Covered < 0 || int(r.Covered) >= len(covered):
			err = fmt.Errorf("it refers to covered set %d, which is not there", r.Covered)
		case len(r.Witness) != 0 && len(r.Witness) != len(m.Space().Options):
			err = fmt.Errorf("it has a witness of %d options", len(r.Witness))
		}
		if err != nil {
			return nil, d.badRow(in, pathsFile, i, err)
		}
		t.Paths[i] = Path{
			Condition: conds[i], Covered: covered[r.Covered], Steps: uint64(r.Steps), Notes: notes, Output: r.Output,
			Calls: callsOf(r.Calls), Witness: append(confspace.Configuration(nil), r.Witness...),
			End: Termination{Kind: kind, Message: r.Message, Code: int(r.Code), Stack: framesOf(r.Stack)},
		}
	}
	addPartials(t, c, conds[len(rows):])
	return t, d.addTexts(in, t, texts, conds[len(rows)+len(partials):])
}

// addTexts adds what only some configurations of paths have written.
func (d *Dir) addTexts(in *TestInfo, t *Test, rows []textRow, conds []confspace.Set) error {
	for i := range rows {
		r := &rows[i]
		if r.Test != in.Name || r.Mode != in.Mode || r.Path < 0 || int(r.Path) >= len(t.Paths) {
			return d.badRow(in, outputFile, i, errForeignRow)
		}
		p := &t.Paths[r.Path]
		p.Texts = append(p.Texts, Text{conds[i], r.Text})
	}
	return nil
}

// errForeignRow is the error of a row of another test, or one that is not in its place.
var errForeignRow = errors.New("it is of another test, or out of order")

// badRow returns the error of a row of a test's file.
func (d *Dir) badRow(in *TestInfo, file string, row int, err error) error {
	return d.damaged(partName(in, file), fmt.Errorf("row %d: %w", row, err))
}

// partName returns the name of a test's file in the run directory.
func partName(in *TestInfo, file string) string {
	return gopath.Join(testsDir, testFolder(in.Name, in.Mode), file)
}

// readPart reads a Parquet file of a test, which has n rows.
func readPart[T any](d *Dir, in *TestInfo, file string, n int) ([]T, error) {
	return readRows[T](d, partName(in, file), in.Files[file], n)
}

// readSets returns the conditions of paths, partials and texts, one after another.
func (d *Dir) readSets(in *TestInfo, m *confspace.Sets, c *content) ([]confspace.Set, error) {
	refs := make([]int32, 0, len(c.paths)+len(c.partials)+len(c.texts))
	for i := range c.paths {
		refs = append(refs, c.paths[i].Node)
	}
	for i := range c.partials {
		refs = append(refs, c.partials[i].Node)
	}
	for i := range c.texts {
		refs = append(refs, c.texts[i].Node)
	}
	relations, err := d.relationsOf(in, m, c.relations)
	if err != nil {
		return nil, err
	}
	sets, err := m.Import(confspace.Table{Vars: int32(in.Variables), Nodes: c.sets, Roots: refs, Relations: relations})
	if err != nil {
		return nil, d.damaged(partName(in, setsFile), err)
	}
	return sets, nil
}

// addPartials adds the coverage that only a part of a path's configurations has.
func addPartials(t *Test, c *content, conds []confspace.Set) {
	for i := range c.partials {
		var pt Partial
		c.partialsBits[i].Each(func(b int) {
			cr, id := c.layout.At(b)
			pt.Criterion = cr
			pt.Elements = append(pt.Elements, id)
		})
		pt.Condition = conds[i]
		p := &t.Paths[c.partials[i].Path]
		p.Partial = append(p.Partial, pt)
	}
}
