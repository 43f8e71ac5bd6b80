package native

import (
	"slices"
	"testing"
)

func TestControlFirst(t *testing.T) {
	data, listen, control, other := &wire{}, &wire{}, &wire{control: true}, &wire{control: true}
	if got := controlFirst([]*wire{data, listen, control, other}); !slices.Equal(got, []*wire{control, other, data, listen}) {
		t.Errorf("%v", got)
	}
}
