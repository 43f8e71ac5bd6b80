package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/reports/page"
)

// TestMCDC: the pair of a condition, as table, text and page have it.
func TestMCDC(t *testing.T) {
	s, err := Load(exampleRun(t), Options{Guarantee: interactions.BySuite})
	if err != nil {
		t.Fatal(err)
	}
	if s.pageMCDC() != nil {
		t.Error("the example has no decisions")
	}
	if _, err := s.MCDC(nil); err == nil || !strings.Contains(err.Error(), "explore again") {
		t.Error(err)
	}
	s.Decisions = []coverage.Decision{{Conditions: []coverage.Condition{{Outcome: 1, True: coverage.ToTrue, False: coverage.ToFalse}}}}
	x, err := s.MCDC(s.Decisions)
	if err != nil || x.Counts[coverage.Shown] != 1 {
		t.Fatal(x, err)
	}
	var b bytes.Buffer
	if err := s.WriteMCDC(&b, Layout{Width: 80}, x, "out/run", false); err != nil {
		t.Fatal(err)
	}
	if err := s.MCDCTable(x).Write(&b, FormatCSV); err != nil {
		t.Fatal(err)
	}
	golden(t, "mcdc.txt", b.Bytes())
	p := s.pageMCDC()
	if len(p.Rows) != 1 || p.Rows[0].Name != "example.c:4:7" || p.Rows[0].Test != "one" || len(p.Rows[0].True) != 1 || p.Rows[0].True[0] != (page.Setting{Option: "a", Value: "1"}) ||
		len(p.Rows[0].False) != 0 || p.Rows[0].Changes[0] != (page.Setting{Option: "a", Value: "0"}) {
		t.Errorf("%+v", p)
	}
}
