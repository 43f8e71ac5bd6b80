package ir

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readUnit parses a unit under testdata and verifies it.
func readUnit(t testing.TB, name string) *Unit {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return parseUnit(t, name, string(text))
}

// parseUnit parses a unit and verifies it.
func parseUnit(t testing.TB, name, text string) *Unit {
	t.Helper()
	u, err := ParseUnit(name, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(u); err != nil {
		t.Fatal(err)
	}
	return u
}

// TestPrintedAsWritten checks that the files under testdata are in the form that the printer gives them.
func TestPrintedAsWritten(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.ir")
	if len(names) == 0 {
		t.Fatal("no files")
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		u := parseUnit(t, name, string(text))
		if diff := cmp.Diff(string(text), u.String()); diff != "" {
			t.Errorf("%s: (-file +printed)\n%s", name, diff)
		}
	}
}

// TestEveryOperationIsDescribed checks the table of operations.
func TestEveryOperationIsDescribed(t *testing.T) {
	names := make(map[string]Op)
	for op := OpInvalid + 1; op < numOps; op++ {
		name, s := op.String(), op.Shape()
		if name == "" || s == 0 {
			t.Errorf("operation %d has no name or no shape: %q %b", op, name, s)
		}
		if other, dup := names[name]; dup {
			t.Errorf("operations %d and %d are both called %s", op, other, name)
		}
		names[name] = op
		if !isName(name) || isReg(name) || opByName[name] != op {
			t.Errorf("%q cannot be parsed", name)
		}
		exclusive := []Shape{HasDst | OptDst | AddrDst, HasB | HasBImm, HasC | HasCImm, HasImm | HasBImm | HasCImm}
		for _, e := range exclusive {
			if x := s & e; x&(x-1) != 0 {
				t.Errorf("%s: fields %b exclude each other", name, x)
			}
		}
	}
	if Op(255).String() != "invalid" || Op(255).Shape() != 0 {
		t.Error("an operation outside the table is not invalid")
	}
}
