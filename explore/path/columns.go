package path

// This file reads sets.parquet by columns. It has most rows by far, and rows are four times as expensive to make.

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"

	"github.com/confcov/confcov/subjects/confspace"
)

// decodeNodes returns the nodes that a file of want setRows has, all of which must be of one test and mode.
func decodeNodes(data []byte, want int, test, mode string) (nodes []confspace.Node, err error) {
	defer foreign(&err)
	f, err := openRows(data, want)
	if err != nil {
		return nil, err
	}
	for _, c := range []struct{ name, text string }{{"test", test}, {"mode", mode}} {
		if err := eachPage(f, c.name, want, c.text, nil); err != nil {
			return nil, err
		}
	}
	if err := eachPage(f, "node", want, "", func(row int, values []int32) error {
		for i, v := range values {
			if int(v) != row+i+1 {
				return fmt.Errorf("row %d: %w", row+i, errForeignRow)
			}
		}
		nodes = append(nodes, make([]confspace.Node, len(values))...)
		return nil
	}); err != nil {
		return nil, err
	}
	for _, c := range []struct {
		name  string
		field func(*confspace.Node) *int32
	}{
		{"var", func(n *confspace.Node) *int32 { return &n.Var }},
		{"low", func(n *confspace.Node) *int32 { return &n.Low }},
		{"high", func(n *confspace.Node) *int32 { return &n.High }},
	} {
		if err := eachPage(f, c.name, want, "", func(row int, values []int32) error {
			for i, v := range values {
				*c.field(&nodes[row+i]) = v
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

// eachPage calls take for each page of a column of int32; a column of strings must have nothing but text.
func eachPage(f *parquet.File, name string, want int, text string, take func(row int, values []int32) error) error {
	column, ok := f.Schema().Lookup(name)
	if !ok {
		return fmt.Errorf("it has no column %s", name)
	}
	row := 0
	for _, g := range f.RowGroups() {
		pages := g.ColumnChunks()[column.ColumnIndex].Pages()
		for {
			p, err := pages.ReadPage()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = takePage(p, row, text, take)
			}
			if err != nil {
				pages.Close()
				return err
			}
			row += int(p.NumRows())
			parquet.Release(p)
		}
		pages.Close()
	}
	if row != want {
		return fmt.Errorf("column %s has %d rows, not %d", name, row, want)
	}
	return nil
}

func takePage(p parquet.Page, row int, text string, take func(row int, values []int32) error) error {
	data := p.Data()
	if data.Kind() != encoding.Int32 || p.NumNulls() > 0 || (p.Dictionary() != nil) != (text != "") {
		return errors.New("not a Parquet file that confcov wrote: a column of another kind")
	}
	values := data.Int32()
	if int64(len(values)) != p.NumRows() {
		return fmt.Errorf("a page has %d values of %d rows", len(values), p.NumRows())
	}
	d := p.Dictionary()
	if d == nil {
		return take(row, values)
	}
	for i, v := range values {
		if string(d.Index(v).ByteArray()) != text {
			return fmt.Errorf("row %d: %w", row+i, errForeignRow)
		}
	}
	return nil
}
