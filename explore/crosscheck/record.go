package crosscheck

// This file defines records of checked programs and the folder of a batch:
//
//	batch.json                 what the batch is made of: another one needs another folder
//	records.jsonl              one line for each program that was checked
//	failures/NUMBER-MODE/      each program that disagrees: program.c, reduced.c, report.md
//
// A batch goes on where it stopped: programs that have a record are not checked again.

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// Record is what is known of one program of a batch.
type Record struct {
	Index       int                `json:"index"`
	Mode        string             `json:"mode"`
	Constrainer string             `json:"constrainer,omitempty"`
	Expanded    bool               `json:"expanded"`
	Alone       bool               `json:"alone,omitempty"` // the solver's core decided alone
	Outcome     Outcome            `json:"outcome"`
	Reason      string             `json:"reason,omitempty"`
	Findings    []Finding          `json:"findings,omitempty"`
	Lines       int                `json:"lines"`             // of the program
	Reduced     int                `json:"reduced,omitempty"` // lines after reduction; 0: not reduced
	Reduction   string             `json:"reduction,omitempty"`
	Paths       int                `json:"paths,omitempty"`
	Native      float64            `json:"native_seconds"`
	Engine      float64            `json:"engine_seconds"`
	Stages      map[string]float64 `json:"stages,omitempty"` // seconds
}

// store is the folder of a batch.
type store struct {
	dir  string
	mu   sync.Mutex
	file *os.File
}

// FolderError says that a folder cannot be that of the batch.
type FolderError struct {
	Dir    string
	Reason string
}

func (e *FolderError) Error() string { return e.Dir + ": " + e.Reason }

// openStore opens or makes a folder and returns the records that are there.
func openStore(dir string, plan *Plan) (*store, []Record, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, fmt.Errorf("batch: %w", err)
	}
	if err := agreeOn(plan, dir); err != nil {
		return nil, nil, err
	}
	s := &store{dir: dir}
	var err error
	if s.file, err = os.OpenFile(filepath.Join(dir, "records.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, nil, fmt.Errorf("batch: %w", err)
	}
	var records []Record
	if err = unix.Flock(int(s.file.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		err = &FolderError{dir, "another process checks this batch"}
	} else { // some file systems have no locks
		records, err = s.read()
	}
	if err != nil {
		s.file.Close()
		return nil, nil, err
	}
	return s, records, nil
}

// agreeOn checks that the folder is of that batch, or makes it so.
func agreeOn(plan *Plan, dir string) error {
	name := filepath.Join(dir, "batch.json")
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return begin(plan, dir, name)
	case err != nil:
		return fmt.Errorf("batch: %w", err)
	}
	var got Plan
	if err := json.Unmarshal(text, &got); err != nil {
		return &FolderError{dir, fmt.Sprintf("batch.json is damaged (%v): choose another folder", err)}
	}
	if !reflect.DeepEqual(&got, plan) {
		return &FolderError{dir, fmt.Sprintf("holds another batch, that of %s: choose another folder", got.flags())}
	}
	return nil
}

// begin makes an empty folder that of a batch.
func begin(plan *Plan, dir, name string) error {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "batch.json.part") {
			return &FolderError{dir, "not empty and not a batch of crosscheck: choose another folder"}
		}
	}
	text, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return err
	}
	part := fmt.Sprintf("%s.part%d", name, os.Getpid())
	if err = os.WriteFile(part, append(text, '\n'), 0o644); err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(part)
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// flags returns the flags of the command that makes such a batch.
func (p *Plan) flags() string {
	text := fmt.Sprintf("--seed %d --mode %s", p.Seed, strings.Join(p.Modes, ","))
	if slices.Contains(p.Modes, SinglePath.String()) {
		text += " --constrainer " + strings.Join(p.Constrainers, ",")
	}
	return text
}

// read reads the records. A last line that was not written to its end is cut off.
func (s *store) read() ([]Record, error) {
	name := filepath.Join(s.dir, "records.jsonl")
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	defer f.Close()
	var records []Record
	whole := int64(0)
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			if len(line) > 0 {
				return records, os.Truncate(name, whole)
			}
			return records, nil
		}
		whole += int64(len(line))
		var rec Record
		if err := json.Unmarshal(line, &rec); err != nil {
			return nil, fmt.Errorf("%s:%d: damaged (%w): without this line its program is checked again", name, len(records)+1, err)
		}
		records = append(records, rec)
	}
}

// write appends a record, or nothing.
func (s *store) write(r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	size, err := s.file.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		s.file.Truncate(size)
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// failure makes the folder of a failing program.
func (s *store) failure(r *Record) (string, error) {
	dir := filepath.Join(s.dir, "failures", fmt.Sprintf("%06d-%s", r.Index, r.Mode))
	return dir, os.MkdirAll(dir, 0o755)
}
