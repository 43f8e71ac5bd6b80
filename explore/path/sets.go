package path

// This file stores sets of configurations as rows of sets.parquet.

import (
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

// maxCubes bounds the length of the condition texts that are stored for people to read.
const maxCubes = 16

func conditionText(m *confspace.Sets, s confspace.Set) string {
	text, _ := m.Text(s, maxCubes)
	return text
}

func setRows(t confspace.Table, test, mode string) []setRow {
	rows := make([]setRow, len(t.Nodes))
	for i, n := range t.Nodes {
		rows[i] = setRow{Test: test, Mode: mode, Node: int32(i + 1), Var: n.Var, Low: n.Low, High: n.High}
	}
	return rows
}

// importSets makes the sets of rows whose references are refs.
func importSets(m *confspace.Sets, rows []setRow, vars int, refs []int32) ([]confspace.Set, error) {
	t := confspace.Table{Vars: int32(vars), Nodes: make([]confspace.Node, len(rows)), Roots: refs}
	for i, r := range rows {
		t.Nodes[i] = confspace.Node{Var: r.Var, Low: r.Low, High: r.High}
	}
	return m.Import(t)
}
