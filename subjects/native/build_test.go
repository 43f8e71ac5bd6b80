package native

import (
	"testing"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
)

func TestBuild(t *testing.T) {
	s, err := subjects.Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	if err != nil {
		t.Skip(err)
	}
	program, err := Build(t.Context(), s, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(program)
}
