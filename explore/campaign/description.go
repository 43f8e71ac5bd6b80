package campaign

// This file describes explorations: what the result of one test in one mode depends on, and nothing else.

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"reflect"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
)

// Description describes the exploration of one test in one mode. The engine gets nothing else: the program, the test and the options
// are what explore.Run is called with. Its hash is the key of the result.
type Description struct {
	path.Identity
	Subject string
	Version string
	Test    explore.Test
	Options explore.Options // without functions
}

// Key returns the hash of all of d.
func (d *Description) Key() string { return sum(d)[:32] }

// sum returns the hash of the canonical encoding of v.
func sum(v any) string {
	h := sha256.New()
	canonical{h}.value(reflect.ValueOf(v))
	return hex.EncodeToString(h.Sum(nil))
}

// Describe describes the exploration of a test in a mode.
func (c *Campaign) Describe(t *subjects.Test, m path.Mode) *Description {
	d := &Description{
		Identity: c.Identity(), Subject: c.Subject.Name, Version: c.Subject.Version,
		Test: engineTest(c.Subject, t), Options: c.options(context.Background(), t, m),
	}
	d.Options.NewCore = nil // Identity.Solver says what it makes
	d.Options.Observer = explore.Observer{}
	return d
}

// Identity identifies the program and what explores it.
func (c *Campaign) Identity() path.Identity {
	id := path.Identity{
		Build: buildID(), Program: c.Program.Digest, Universe: c.universe(),
		Compiled: frontend.Date + " " + frontend.Time, SymbolicAfter: c.Subject.Symbolic.Func,
	}
	if c.NewCore != nil {
		id.Solver = c.Solver
	}
	return id
}
