package path

// This file stores which conditions make up a decision of C, and in which order they are evaluated.

import (
	"fmt"

	"github.com/confcov/confcov/coverage"
)

// Operand is a condition of a decision.
type Operand struct {
	Decision int32 `parquet:"decision,delta"` // from 1
	Index    int32 `parquet:"index"`          // from 0, in the order in which the conditions are written
	Outcome  int32 `parquet:"outcome"`        // the element "true"; "false" is the next one
	True     int32 `parquet:"true"`           // the condition that is evaluated after "true", -1: then the decision is true, -2: false
	False    int32 `parquet:"false"`          // after "false"
	Like     int32 `parquet:"like"`           // 1 + the index of the first condition that has this one's outcome whenever both are evaluated; 0: none
}

// Decisions returns the decisions of the program; nil if they are not known, as of imported runs.
func (d *Dir) Decisions() ([]coverage.Decision, error) {
	want, ok := d.run.Files[decisionFile]
	if !ok {
		return nil, nil
	}
	rows, err := readRows[Operand](d, decisionFile, want, -1)
	if err != nil {
		return nil, err
	}
	var list []coverage.Decision
	for i, r := range rows {
		if i == 0 || rows[i-1].Decision != r.Decision {
			list = append(list, coverage.Decision{})
		}
		dec := &list[len(list)-1]
		if r.Outcome < 1 || int(r.Outcome) >= d.universe.Count(coverage.Outcome) {
			return nil, fmt.Errorf("%s/%s: decision %d: there is no outcome %d", d.Name(), decisionFile, r.Decision, r.Outcome)
		}
		dec.Conditions = append(dec.Conditions, coverage.Condition{Index: r.Index, Outcome: uint32(r.Outcome), True: r.True, False: r.False, Like: r.Like})
	}
	return list, nil
}
