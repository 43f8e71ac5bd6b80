package path

import "testing"

// TestWarning: a note is about the program if its message says so.
func TestWarning(t *testing.T) {
	if m, ok := (Note{Message: WarningPrefix + "undefined value"}).Warning(); !ok || m != "undefined value" {
		t.Errorf("%q %v", m, ok)
	}
	if _, ok := (Note{Message: "a number is printed with 3 digits"}).Warning(); ok {
		t.Error("an approximation is no warning")
	}
}
