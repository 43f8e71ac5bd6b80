package reports

// This file writes the results of the analyses into the run directory; docs/run-directory.md documents the columns.

import (
	"github.com/confcov/confcov/explore/path"
)

type coverageRow struct {
	Criterion   string   `parquet:"criterion,dict"`
	ID          int32    `parquet:"id,delta"`
	Name        string   `parquet:"name"`
	Covered     bool     `parquet:"covered"`
	Class       int32    `parquet:"class"`
	Condition   string   `parquet:"condition,dict"`
	Fraction    float64  `parquet:"fraction,dict"`
	MinStrength int32    `parquet:"min_strength"`
	AtMost      bool     `parquet:"at_most"`
	Tests       []string `parquet:"tests,list,dict"`
}

type interactionRow struct {
	Criterion string  `parquet:"criterion,dict"`
	Strength  int32   `parquet:"strength"`
	Settings  string  `parquet:"settings"`
	Count     int32   `parquet:"count"`
	Elements  []int32 `parquet:"elements,list"`
}

type coveringRow struct {
	Criterion     string  `parquet:"criterion,dict"`
	Method        string  `parquet:"method,dict"`
	Number        int32   `parquet:"number"`
	Settings      string  `parquet:"settings"`
	Configuration string  `parquet:"configuration"`
	Additional    int32   `parquet:"additional"`
	Covered       int32   `parquet:"covered"`
	LowerBound    int32   `parquet:"lower_bound"`
	Minimal       bool    `parquet:"minimal"`
	Proof         []int32 `parquet:"proof,list"`
}

type errorRow struct {
	Kind      string   `parquet:"kind,dict"`
	Message   string   `parquet:"message"`
	At        string   `parquet:"at"`
	Stack     []string `parquet:"stack,list"`
	Condition string   `parquet:"condition"`
	Fraction  float64  `parquet:"fraction"`
	Example   string   `parquet:"example"`
	Paths     int32    `parquet:"paths"`
	Tests     []string `parquet:"tests,list"`
}

type valueRow struct {
	Option         string `parquet:"option,dict"`
	Class          int32  `parquet:"class"`
	Values         string `parquet:"values"`
	Representative int64  `parquet:"representative"`
}

// Save writes coverage, interactions, covering sets, errors and the values of options into the run directory.
func (s *Study) Save(d *path.Dir) error {
	if err := path.WriteRows(d, "coverage.parquet", s.coverageRows()); err != nil {
		return err
	}
	var inters []interactionRow
	var covering []coveringRow
	for _, r := range s.Results {
		inters = append(inters, s.interactionRows(r)...)
	}
	for _, cs := range s.coveringSets() {
		total := s.Result(cs.Criterion).Total
		sizes := cs.Sizes(total)
		for i := range cs.Members {
			mb := &cs.Members[i]
			row := coveringRow{
				Criterion: cs.Criterion.String(), Method: cs.Method, Number: int32(i + 1),
				Settings: s.Space.FormatSettings(mb.Settings), Configuration: s.Space.FormatConfiguration(mb.Configuration),
				Additional: int32(sizes[i]), LowerBound: int32(cs.Proof.Lower), Minimal: cs.Minimal,
			}
			for _, k := range mb.Covered {
				row.Covered += int32(len(total.Classes[k].Elements))
			}
			for _, id := range cs.Proof.Elements {
				row.Proof = append(row.Proof, int32(id))
			}
			covering = append(covering, row)
		}
	}
	if err := path.WriteRows(d, "interactions.parquet", inters); err != nil {
		return err
	}
	if err := path.WriteRows(d, "covering_set.parquet", covering); err != nil {
		return err
	}
	if err := path.WriteRows(d, "errors.parquet", s.errorRows()); err != nil {
		return err
	}
	var values []valueRow
	for o := range s.Classes {
		for i, c := range s.Classes[o] {
			values = append(values, valueRow{
				Option: s.Space.Options[o].Name, Class: int32(i),
				Values: s.Sets.String(c.Values), Representative: c.Representative,
			})
		}
	}
	return path.WriteRows(d, "values.parquet", values)
}

func (s *Study) coverageRows() []coverageRow {
	var rows []coverageRow
	for _, r := range s.Results {
		texts := make([]string, len(r.Total.Classes))
		fractions := make([]float64, len(r.Total.Classes))
		for k := range r.Total.Classes {
			texts[k], _ = s.Sets.Text(r.Total.Classes[k].Any, maxFileCubes)
			fractions[k] = s.Sets.Fraction(r.Total.Classes[k].Any)
		}
		for i := range s.Universe.Elements[r.Criterion] {
			e := &s.Universe.Elements[r.Criterion][i]
			k := r.Total.ClassOf[i]
			row := coverageRow{Criterion: r.Criterion.String(), ID: int32(e.ID), Name: e.Name(), Class: k, Condition: "false", MinStrength: -1}
			if k >= 0 {
				row.Covered, row.Condition, row.Fraction = true, texts[k], fractions[k]
				if r.Analysis != nil {
					row.MinStrength, row.AtMost = int32(r.Analysis.MinStrength[k]), r.Analysis.AtMost[k]
				}
				for _, j := range r.Total.TestsOf(e.ID) {
					row.Tests = append(row.Tests, r.Total.Tests[j].Test.Name)
				}
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (s *Study) interactionRows(r *Result) []interactionRow {
	if r.Analysis == nil {
		return nil
	}
	var rows []interactionRow
	for i := range r.Analysis.Interactions {
		in := &r.Analysis.Interactions[i]
		row := interactionRow{Criterion: r.Criterion.String(), Strength: int32(in.Strength()), Settings: s.Space.FormatSettings(in.Settings)}
		for _, id := range r.Analysis.Elements(in.New) {
			row.Elements = append(row.Elements, int32(id))
		}
		row.Count = int32(len(row.Elements))
		rows = append(rows, row)
	}
	return rows
}

func (s *Study) errorRows() []errorRow {
	var rows []errorRow
	for i := range s.Errors {
		f := &s.Errors[i]
		text, _ := s.Sets.Text(f.Condition, maxFileCubes)
		row := errorRow{
			Kind: f.Kind.String(), Message: f.Message, At: f.At(), Condition: text,
			Fraction: s.Sets.Fraction(f.Condition), Example: s.Space.FormatSettings(f.Example), Paths: int32(f.Paths), Tests: f.Tests,
		}
		for _, fr := range f.Stack {
			row.Stack = append(row.Stack, fr.String())
		}
		rows = append(rows, row)
	}
	return rows
}
