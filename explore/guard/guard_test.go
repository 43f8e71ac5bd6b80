package guard

import (
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
)

func fail(how string) error {
	var list []int
	switch how {
	case "index":
		return errors.New(string(rune(list[len(how)])))
	case "error":
		panic(io.ErrUnexpectedEOF)
	case "lines":
		panic("one\ntwo\n")
	}
	return nil
}

func TestFunc(t *testing.T) {
	t.Setenv("GOTRACEBACK", "")
	for how, want := range map[string]string{
		"index": "index out of range [5] with length 0",
		"error": "unexpected EOF",
		"lines": "one; two",
	} {
		var g errgroup.Group
		g.Go(Func(func() error { return fail(how) }))
		err := g.Wait()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "internal error at guard_test.go:") ||
			!strings.Contains(err.Error(), "(guard.fail)") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", how, err)
		}
		if how == "error" && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Error("the error is not wrapped")
		}
	}
	if err := Func(func() error { return fail("") })(); err != nil {
		t.Error(err)
	}
}

// TestIn: the innermost task is named, and only in the error of a panic.
func TestIn(t *testing.T) {
	t.Setenv("GOTRACEBACK", "")
	inner := In("test a (merged)", func() error { return fail("lines") })
	err := In("program 3", inner)()
	if err == nil || !strings.HasPrefix(err.Error(), "test a (merged): internal error at guard_test.go:") || !errors.As(err, new(*Error)) {
		t.Error(err)
	}
	if err := In("test a", func() error { return io.EOF })(); err != io.EOF {
		t.Error(err)
	}
}
