package explore

import "testing"

// TestObjectsAreFoundOnce: what a reference means, an error included, is worked out for the first run of a program only.
func TestObjectsAreFoundOnce(t *testing.T) {
	text, s := booleans(2, 0)
	prog := loadIR(t, "booleans", text, s)
	for _, reference := range []string{"o1", "o1+2", "none", "o1+x"} {
		want, wantErr := FindObject(prog.IR, reference)
		first, firstErr := prog.object(reference)
		if first.Symbol != want.Symbol || first.Offset != want.Offset || (firstErr == nil) != (wantErr == nil) {
			t.Errorf("%s: %+v, %v, want %+v, %v", reference, first, firstErr, want, wantErr)
		}
		allocs := testing.AllocsPerRun(10, func() {
			if again, err := prog.object(reference); again.Symbol != first.Symbol || err != firstErr {
				t.Errorf("%s again: %+v, %v", reference, again, err)
			}
		})
		if allocs > 1 { // the map's key
			t.Errorf("%s is looked for again: %v allocations", reference, allocs)
		}
	}
}
