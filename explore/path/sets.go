package path

// This file stores sets of configurations as rows of sets.parquet.

import (
	"fmt"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/relation"
	"github.com/confcov/confcov/subjects/confspace"
)

// setRow is a row of sets.parquet: one node of a confspace.Table.
type setRow struct {
	Test string `parquet:"test,dict"`
	Mode string `parquet:"mode,dict"`
	Node int32  `parquet:"node,delta"` // 1, 2, ...; referred to by 2*node and, complemented, 2*node+1
	Var  int32  `parquet:"var"`
	Low  int32  `parquet:"low"`
	High int32  `parquet:"high"`
}

// The condition texts that are stored for people to read have as many products at most, and no further one after as many bytes:
// with a hundred options a product has some thousand, and a run some ten thousand conditions.
const (
	maxCubes     = 16
	maxTextBytes = 1000
)

func conditionText(m *confspace.Sets, s confspace.Set) string {
	text, _ := m.Brief(s, maxCubes, maxTextBytes)
	return text
}

func setRows(t confspace.Table, test, mode string) []setRow {
	rows := make([]setRow, len(t.Nodes))
	for i, n := range t.Nodes {
		rows[i] = setRow{Test: test, Mode: mode, Node: int32(i + 1), Var: n.Var, Low: n.Low, High: n.High}
	}
	return rows
}

// relationRow is a row of relations.parquet: one more variable of the diagrams.
type relationRow struct {
	Test     string  `parquet:"test,dict"`
	Mode     string  `parquet:"mode,dict"`
	Var      int32   `parquet:"var,delta"`
	Relation string  `parquet:"relation"`
	Key      string  `parquet:"key"`
	Options  []int32 `parquet:"options,list"`
}

func relationRows(t confspace.Table, test, mode string) []relationRow {
	rows := make([]relationRow, len(t.Relations))
	for i, r := range t.Relations {
		rows[i] = relationRow{Test: test, Mode: mode, Var: t.Vars + int32(i), Relation: r.Text, Key: r.Key}
		for _, o := range r.Options {
			rows[i].Options = append(rows[i].Options, int32(o))
		}
	}
	return rows
}

// relationsOf makes the relations of rows, in their order.
func (d *Dir) relationsOf(in *TestInfo, m *confspace.Sets, rows []relationRow) ([]*confspace.Relation, error) {
	var out []*confspace.Relation
	b := expr.NewBuilder()
	for i, row := range rows {
		if row.Test != in.Name || row.Mode != in.Mode {
			return nil, d.badRow(in, relationsFile, i, errForeignRow)
		}
		if int(row.Var) != in.Variables+i {
			return nil, d.badRow(in, relationsFile, i, fmt.Errorf("variable %d, not %d", row.Var, in.Variables+i))
		}
		r, err := relation.Parse(b, m.Space(), row.Key)
		if err != nil {
			return nil, d.badRow(in, relationsFile, i, err)
		}
		out = append(out, &r)
	}
	return out, nil
}
