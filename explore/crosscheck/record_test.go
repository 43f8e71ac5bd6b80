package crosscheck

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestStore opens folders of batches that are whole, in use, damaged or of something else.
func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "batch")
	plan := &Plan{Seed: 3, Modes: []string{"single"}, Constrainers: []string{"lt"}}
	file := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(file(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	open := func(p *Plan, n int, wrong string) {
		t.Helper()
		s, records, err := openStore(dir, p)
		if err == nil {
			defer s.file.Close()
		}
		if len(records) != n || (err == nil) != (wrong == "") || err != nil && !strings.Contains(err.Error(), wrong) {
			t.Errorf("%d records, %v; want %d, %q", len(records), err, n, wrong)
		}
	}
	open(plan, 0, "")
	s, _, err := openStore(dir, plan)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := s.write(&Record{Index: i}); err != nil {
			t.Fatal(err)
		}
	}
	open(plan, 0, "another process checks this batch")
	s.file.Close()
	open(plan, 2, "")
	open(&Plan{Seed: 4, Modes: plan.Modes, Constrainers: plan.Constrainers}, 0, "that of --seed 3 --mode single --constrainer lt")

	whole, _ := os.ReadFile(file("records.jsonl"))
	write("records.jsonl", string(whole[:len(whole)-5]))
	open(plan, 1, "")
	write("records.jsonl", "{\n"+string(whole))
	open(plan, 0, "records.jsonl:1: damaged")
	write("batch.json", "")
	open(plan, 0, "batch.json is damaged")
	os.Remove(file("batch.json"))
	open(plan, 0, "not a batch")
	os.Remove(file("records.jsonl"))
	write("batch.json.part1", "{") // of a process that was killed
	open(plan, 0, "")
}

// TestFull writes records to a file that cannot grow: none is written in part.
func TestFull(t *testing.T) {
	plan := &Plan{Modes: []string{}, Constrainers: []string{}}
	s, _, err := openStore(t.TempDir(), plan)
	if err != nil {
		t.Fatal(err)
	}
	defer s.file.Close()
	signal.Ignore(unix.SIGXFSZ)
	defer signal.Reset(unix.SIGXFSZ)
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 200, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	failed := s.write(&Record{Reason: strings.Repeat("x", 300)})
	err = s.write(&Record{Index: 1})
	if e := unix.Setrlimit(unix.RLIMIT_FSIZE, &old); e != nil {
		t.Fatal(e)
	}
	records, readErr := s.read()
	if failed == nil || err != nil || readErr != nil || len(records) != 1 || records[0].Index != 1 {
		t.Errorf("wrote %v, then %v; read %v, %v", failed, err, records, readErr)
	}
}

// TestInterrupted interrupts a batch at the end of its first program.
func TestInterrupted(t *testing.T) {
	c := checker(t)
	h := csmithHeader(t)
	ctx, cancel := context.WithCancelCause(t.Context())
	b := &Batch{Checker: *c, Header: h, Seed: 1, Programs: 3, Modes: []Mode{Concrete}, Jobs: 1, Dir: t.TempDir()}
	b.Done = func(*Record) { cancel(errors.New("enough")) }
	r, err := b.Run(ctx)
	if err != nil || len(r.Records) != 1 || r.Stopped != "interrupted" {
		t.Errorf("%v, %v", r, err)
	}
}
