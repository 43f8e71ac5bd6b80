package frontend

import (
	"errors"
	"testing"
)

// TestKinds: what C the front end does not take is known by its kind, whatever messages say.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		text string
		kind Kind
	}{
		{"int main(void) { int f(void) { return 0; } return f(); }", Unsupported},
		{"__int128 x;", Unsupported},
		{"#pragma scalar_storage_order big-endian\nint x;", Unsupported},
		{"char a[1UL << 34];", Unsupported},
		{"#error unsupported: x", Invalid},
		{"int x = unsupported;", Invalid},
		{"int main(void) {", Invalid},
	} {
		_, err := Lower(t.Context(), "/t/f.c", []byte(tt.text), &Options{SystemIncludePaths: []string{}})
		var e *Error
		if !errors.As(err, &e) || e.Kind != tt.kind || errors.Is(err, ErrUnsupported) != (tt.kind == Unsupported) {
			t.Errorf("%s: %v", tt.text, err)
		}
	}
}
