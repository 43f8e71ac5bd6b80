package path

// This file defines the rows of the Parquet files; docs/run-directory.md documents them.

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/subjects/confspace"
)

type frameRow struct {
	Func string `parquet:"func,dict"`
	File string `parquet:"file,dict"`
	Line int32  `parquet:"line"`
	Col  int32  `parquet:"col"`
}

type noteRow struct {
	Kind    string   `parquet:"kind,dict"`
	Message string   `parquet:"message,dict"`
	At      frameRow `parquet:"at"`
}

// pathRow is a row of paths.parquet.
type pathRow struct {
	Test      string     `parquet:"test,dict"`
	Mode      string     `parquet:"mode,dict"`
	Path      int32      `parquet:"path,delta"`
	Condition string     `parquet:"condition"`
	Node      int32      `parquet:"node"`
	Kind      string     `parquet:"kind,dict"`
	Message   string     `parquet:"message,dict"`
	Code      int32      `parquet:"code"`
	Stack     []frameRow `parquet:"stack,list"`
	Steps     int64      `parquet:"steps,delta"`
	Covered   int32      `parquet:"covered"`
	Notes     []noteRow  `parquet:"notes,list"`
	Output    []byte     `parquet:"output,dict"`
	Calls     []callsRow `parquet:"calls,list"`
	Witness   []int64    `parquet:"witness,list"`
}

// callsRow is the function-call chain of one process.
type callsRow struct {
	Total  int64  `parquet:"total"`
	Digest uint64 `parquet:"digest"`
	Mixed  bool   `parquet:"mixed"`
}

// coveredRow is a row of covered.parquet: one distinct set of covered elements.
type coveredRow struct {
	Test     string `parquet:"test,dict"`
	Mode     string `parquet:"mode,dict"`
	Covered  int32  `parquet:"covered,delta"`
	Count    int32  `parquet:"count"`
	Elements []byte `parquet:"elements"`
}

// partialRow is a row of partial.parquet.
type partialRow struct {
	Test      string `parquet:"test,dict"`
	Mode      string `parquet:"mode,dict"`
	Path      int32  `parquet:"path,delta"`
	Condition string `parquet:"condition,dict"`
	Node      int32  `parquet:"node"`
	Count     int32  `parquet:"count"`
	Elements  []byte `parquet:"elements,dict"`
}

// textRow is a row of output.parquet.
type textRow struct {
	Test      string `parquet:"test,dict"`
	Mode      string `parquet:"mode,dict"`
	Path      int32  `parquet:"path,delta"`
	Condition string `parquet:"condition,dict"`
	Node      int32  `parquet:"node"`
	Text      []byte `parquet:"text,dict"`
}

// elementRow is a row of elements.parquet.
type elementRow struct {
	Criterion string `parquet:"criterion,dict"`
	ID        int32  `parquet:"id,delta"`
	File      string `parquet:"file,dict"`
	Line      int32  `parquet:"line"`
	Col       int32  `parquet:"col"`
	Func      string `parquet:"func,dict"`
	Detail    string `parquet:"detail"`
	Name      string `parquet:"name"`
}

// optionRow is a row of options.parquet.
type optionRow struct {
	Option  int32   `parquet:"option"`
	Name    string  `parquet:"name"`
	Object  string  `parquet:"object"`
	Domain  string  `parquet:"domain"`
	Values  []int64 `parquet:"values,list"`
	Min     int64   `parquet:"min"`
	Max     int64   `parquet:"max"`
	Bits    int32   `parquet:"bits"`
	Signed  bool    `parquet:"signed"`
	Default int64   `parquet:"default"`

	Strings []string `parquet:"strings,list"`
	Unset   bool     `parquet:"unset"`
	Octal   bool     `parquet:"octal"`
}

var domainNames = []string{
	confspace.DomainInvalid: "invalid", confspace.DomainBool: "bool", confspace.DomainList: "list",
	confspace.DomainRange: "range", confspace.DomainAny: "any", confspace.DomainStrings: "strings",
}

func optionRows(s *confspace.Space) []optionRow {
	rows := make([]optionRow, len(s.Options))
	for i, o := range s.Options {
		rows[i] = optionRow{
			Option: int32(i), Name: o.Name, Object: o.Object, Domain: domainNames[o.Domain.Kind],
			Values: o.Domain.Values, Min: o.Domain.Min, Max: o.Domain.Max, Bits: int32(o.Domain.Bits),
			Signed: o.Domain.Signed, Default: o.Default, Strings: o.Domain.Strings, Unset: o.Domain.Unset, Octal: o.Domain.Octal,
		}
	}
	return rows
}

func spaceOf(rows []optionRow) (*confspace.Space, error) {
	s := &confspace.Space{}
	for i, r := range rows {
		if int(r.Option) != i {
			return nil, fmt.Errorf("option %d is listed at %d", r.Option, i)
		}
		kind := confspace.DomainInvalid
		for k, name := range domainNames {
			if name == r.Domain {
				kind = confspace.DomainKind(k)
			}
		}
		if kind == confspace.DomainInvalid {
			return nil, fmt.Errorf("option %s has the unknown domain %q", r.Name, r.Domain)
		}
		var values []int64
		if len(r.Values) > 0 {
			values = r.Values
		}
		var texts []string
		if len(r.Strings) > 0 {
			texts = r.Strings
		}
		s.Options = append(s.Options, confspace.Option{
			Name: r.Name, Object: r.Object, Default: r.Default,
			Domain: confspace.Domain{
				Kind: kind, Values: values, Min: r.Min, Max: r.Max, Bits: uint8(r.Bits), Signed: r.Signed, Strings: texts, Unset: r.Unset, Octal: r.Octal,
			},
		})
	}
	return s, nil
}

func elementRows(u *coverage.Universe) []elementRow {
	var rows []elementRow
	for _, c := range coverage.Criteria() {
		for i := range u.Elements[c] {
			e := &u.Elements[c][i]
			rows = append(rows, elementRow{
				Criterion: c.String(), ID: int32(e.ID), File: e.File, Line: int32(e.Line),
				Col: int32(e.Col), Func: e.Func, Detail: e.Detail, Name: e.Name(),
			})
		}
	}
	return rows
}

func universeOf(rows []elementRow) (*coverage.Universe, error) {
	u := &coverage.Universe{}
	for _, r := range rows {
		c, err := coverage.ParseCriterion(r.Criterion)
		if err != nil {
			return nil, err
		}
		u.Elements[c] = append(u.Elements[c], coverage.Element{
			Criterion: c, ID: uint32(r.ID), File: r.File,
			Line: uint32(r.Line), Col: uint16(r.Col), Func: r.Func, Detail: r.Detail,
		})
	}
	return u, u.Verify()
}

func frameRowOf(f Frame) frameRow {
	return frameRow{Func: f.Func, File: f.File, Line: int32(f.Line), Col: int32(f.Col)}
}

func (r frameRow) frame() Frame {
	return Frame{Func: r.Func, File: r.File, Line: uint32(r.Line), Col: uint16(r.Col)}
}

func frameRows(fs []Frame) []frameRow {
	rows := make([]frameRow, len(fs))
	for i, f := range fs {
		rows[i] = frameRowOf(f)
	}
	return rows
}

func framesOf(rows []frameRow) []Frame {
	var fs []Frame
	for _, r := range rows {
		fs = append(fs, r.frame())
	}
	return fs
}

func noteRows(ns []Note) []noteRow {
	rows := make([]noteRow, len(ns))
	for i, n := range ns {
		rows[i] = noteRow{Kind: n.Kind.String(), Message: n.Message, At: frameRowOf(n.At)}
	}
	return rows
}

func notesOf(rows []noteRow) ([]Note, error) {
	var ns []Note
	for _, r := range rows {
		k, err := ParseNoteKind(r.Kind)
		if err != nil {
			return nil, err
		}
		ns = append(ns, Note{Kind: k, Message: r.Message, At: r.At.frame()})
	}
	return ns, nil
}

func callsRows(cs []Calls) []callsRow {
	rows := make([]callsRow, len(cs))
	for i, c := range cs {
		rows[i] = callsRow{int64(c.Total), c.Digest, c.Mixed}
	}
	return rows
}

func callsOf(rows []callsRow) []Calls {
	var cs []Calls
	for _, r := range rows {
		cs = append(cs, Calls{uint64(r.Total), r.Digest, r.Mixed})
	}
	return cs
}

// encodeBits serialises a set as a Roaring bitmap in the portable format.
func encodeBits(b coverage.Bits) ([]byte, error) {
	bm := roaring.New()
	var ids []uint32
	b.Each(func(i int) { ids = append(ids, uint32(i)) })
	bm.AddMany(ids)
	bm.RunOptimize()
	return bm.ToBytes()
}

// bitsReader decodes sets of elements of one layout.
type bitsReader struct {
	layout coverage.Layout
	bitmap roaring.Bitmap
	free   []uint64 // for further sets: they are allocated many at a time
}

// manyBits is how many words are allocated at a time.
const manyBits = 1 << 14

// decode is the inverse of encodeBits.
func (r *bitsReader) decode(data []byte) (b coverage.Bits, err error) {
	defer func() {
		if p := recover(); p != nil {
			b, err = nil, fmt.Errorf("set of elements: %v", p)
		}
	}()
	bm, l := &r.bitmap, r.layout
	if _, err := bm.FromBuffer(data); err != nil {
		return nil, fmt.Errorf("set of elements: %w", err)
	}
	n := l.Words()
	if len(r.free) < n {
		r.free = make([]uint64, max(n, manyBits))
	}
	b = r.free[:n:n]
	if !bm.IsEmpty() && int(bm.Maximum()) >= l.Size() {
		return nil, fmt.Errorf("set of elements has bit %d, the universe %d", bm.Maximum(), l.Size())
	}
	bm.WriteDenseTo(b)
	r.free = r.free[n:]
	return b, nil
}
