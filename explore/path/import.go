package path

// This file imports path data that others recorded.
//
// The format is JSON lines, possibly compressed by gzip. The first line is
//
//	{"lines": ["access.c:20", ...], "options": ["listen", ...]}
//
// the names of lines and of options. Every other line is one path:
//
//	{"condition": ["and", "listen", ["not", ["lt", "trans_chunk_size", 4096]]], "lines": [0, 17, ...]}
//
// its condition and the indices of the lines that it covers. A condition is an
// option's name (it is not 0), 0 or 1 (false or true), or a list:
// ["and", ...], ["or", ...], ["not", c], ["lt", option, n] (option < n), and likewise gt, le, ge, eq, ne.
// Options that are compared are 32-bit integers of any value, all others are
// booleans. All paths become one test.
//
// Data in the form of Otter's (otter.go) are known by their first line.

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

type importHead struct {
	Lines   []string `json:"lines"`
	Options []string `json:"options"`
}

type importPath struct {
	Condition any     `json:"condition"`
	Lines     indices `json:"lines"`
}

// indices is a list of numbers. It has a reader of its own since files consist of little
// else: reflection would take most of the time of an import.
type indices []uint32

// UnmarshalJSON reads an array of integers, which json has found to be well-formed.
func (l *indices) UnmarshalJSON(data []byte) error {
	out := make(indices, 0, len(data)/4)
	n, digits := uint64(0), 0
	for _, c := range data {
		switch {
		case '0' <= c && c <= '9':
			n = 10*n + uint64(c-'0')
			if digits++; n > math.MaxUint32 {
				return fmt.Errorf("a line's index is too large")
			}
		case c == ',' || c == ']':
			if digits > 0 {
				out = append(out, uint32(n))
			}
			n, digits = 0, 0
		case c != '[' && c != ' ' && c != '\t' && c != '\n' && c != '\r':
			return fmt.Errorf("lines: want a list of indices")
		}
	}
	*l = out
	return nil
}

// Import reads foreign path data and makes a run directory of it. name is the subject's name.
func Import(dir, name string, r io.Reader) (*Dir, error) {
	d, t, err := readImport(dir, name, r)
	if err != nil {
		return nil, fmt.Errorf("import: %w", err)
	}
	if err := d.WriteTest(t); err != nil {
		return nil, err
	}
	return d, d.Finish(nil)
}

func readImport(dir, name string, r io.Reader) (*Dir, *Test, error) {
	br := bufio.NewReaderSize(r, 1<<20)
	if magic, _ := br.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		zr, err := gzip.NewReader(br)
		if err != nil {
			return nil, nil, err
		}
		defer zr.Close()
		br = bufio.NewReaderSize(zr, 1<<20)
	}
	first, err := br.ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, nil, fmt.Errorf("record 1: %w", err)
	}
	head, paths, err := readRecords(first, br)
	if err != nil {
		return nil, nil, err
	}
	if len(head.Lines) == 0 || len(head.Options) == 0 {
		return nil, nil, fmt.Errorf("record 1: want the names of lines and options")
	}
	u, err := importUniverse(head.Lines)
	if err != nil {
		return nil, nil, err
	}
	im := importer{index: map[string]int{}, compared: make([]bool, len(head.Options))}
	for i, o := range head.Options {
		im.index[o] = i
	}
	for i := range paths {
		if err := im.scan(paths[i].Condition); err != nil {
			return nil, nil, fmt.Errorf("record %d: condition: %w", i+2, err)
		}
	}
	space := &confspace.Space{}
	for i, o := range head.Options {
		d := confspace.Bool()
		if im.compared[i] {
			d = confspace.Domain{Kind: confspace.DomainAny, Bits: 32, Signed: true}
		}
		space.Options = append(space.Options, confspace.Option{Name: o, Object: o, Domain: d})
	}
	if err := space.Validate(); err != nil {
		return nil, nil, err
	}
	im.sets = confspace.NewSets(space)
	t := &Test{Name: "imported", Mode: Merged, Key: "imported", Sets: im.sets, Paths: make([]Path, len(paths))}
	layout := Merged.Layout(u)
	for i := range paths {
		cov := coverage.NewBits(layout)
		for _, l := range paths[i].Lines {
			if int(l) >= len(head.Lines) {
				return nil, nil, fmt.Errorf("record %d: line %d of %d", i+2, l, len(head.Lines))
			}
			cov.Set(int(l))
		}
		t.Paths[i] = Path{Condition: im.set(paths[i].Condition), End: Termination{Kind: Exit}, Covered: cov}
	}
	d, err := Create(dir, Run{Subject: Subject{Name: name, Source: "imported path data"}, Imported: &Imported{}}, u, space,
		[]Plan{{t.Name, t.Mode, t.Key}})
	return d, t, err
}

// readRecords reads what follows the first line, in either format.
func readRecords(first []byte, r *bufio.Reader) (head importHead, paths []importPath, err error) {
	if isOtter(first) {
		return readOtter(first, r)
	}
	if err := json.Unmarshal(first, &head); err != nil {
		return head, nil, fmt.Errorf("record 1: %w", err)
	}
	paths, err = decodePaths(r)
	return head, paths, err
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
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for j := range jobs {
				j.out.err = json.Unmarshal(j.line, &j.out.path)
			}
		})
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
	wg.Wait()
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

func importUniverse(lines []string) (*coverage.Universe, error) {
	u := &coverage.Universe{}
	for _, l := range lines {
		i := strings.LastIndexByte(l, ':')
		if i < 0 {
			return nil, fmt.Errorf("record 1: line %q: want file:line", l)
		}
		n, err := strconv.ParseUint(l[i+1:], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("record 1: line %q: want file:line", l)
		}
		u.Add(coverage.Element{Criterion: coverage.Line, File: l[:i], Line: uint32(n)})
	}
	return u, nil
}

// importer turns conditions into sets.
type importer struct {
	index    map[string]int
	compared []bool // by option: it occurs in a comparison
	sets     *confspace.Sets
}

// scan checks a condition and notes the options that it compares.
func (im *importer) scan(c any) error {
	switch c := c.(type) {
	case float64:
		if c != 0 && c != 1 {
			return fmt.Errorf("constant %v: want 0 or 1", c)
		}
		return nil
	case string:
		if _, ok := im.index[c]; !ok {
			return fmt.Errorf("unknown option %q", c)
		}
		return nil
	case []any:
		if len(c) == 0 {
			break
		}
		op, _ := c[0].(string)
		switch op {
		case "not":
			if len(c) != 2 {
				return fmt.Errorf("not of %d operands", len(c)-1)
			}
			return im.scan(c[1])
		case "and", "or":
			for _, x := range c[1:] {
				if err := im.scan(x); err != nil {
					return err
				}
			}
			return nil
		case "lt", "gt", "le", "ge", "eq", "ne":
			if len(c) != 3 {
				return fmt.Errorf("%s of %d operands", op, len(c)-1)
			}
			name, _ := c[1].(string)
			i, ok := im.index[name]
			if !ok {
				return fmt.Errorf("unknown option %v", c[1])
			}
			if n, ok := c[2].(float64); !ok || n != math.Trunc(n) || math.Abs(n) > 1<<31 {
				return fmt.Errorf("%s of %s and %v: want a 32-bit integer", op, name, c[2])
			}
			im.compared[i] = true
			return nil
		}
	}
	return fmt.Errorf("cannot read %v", c)
}

// set returns the configurations that satisfy a scanned condition.
func (im *importer) set(c any) confspace.Set {
	m := im.sets
	switch c := c.(type) {
	case float64:
		if c == 0 {
			return confspace.Empty
		}
		return confspace.Full
	case string:
		return m.Not(m.Setting(im.index[c], 0))
	}
	list := c.([]any)
	switch op := list[0].(string); op {
	case "not":
		return m.Not(im.set(list[1]))
	case "and", "or":
		parts := make([]confspace.Set, len(list)-1)
		for i, x := range list[1:] {
			parts[i] = im.set(x)
		}
		if op == "and" {
			return m.AndAll(parts)
		}
		return m.OrAll(parts)
	default:
		o, n := im.index[list[1].(string)], int64(list[2].(float64))
		switch op {
		case "lt":
			return m.Less(o, n)
		case "le":
			return m.AtMost(o, n)
		case "gt":
			return m.Not(m.AtMost(o, n))
		case "ge":
			return m.Not(m.Less(o, n))
		case "eq":
			return m.Setting(o, n)
		}
		return m.Not(m.Setting(o, n))
	}
}
