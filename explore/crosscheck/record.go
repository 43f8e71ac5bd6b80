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
	"io/fs"
	"os"
	"path/filepath"
	"sync"
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

// openStore opens or makes a folder and returns the records that are there.
func openStore(dir string, plan *Plan) (*store, []Record, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, nil, fmt.Errorf("batch: %w", err)
	}
	want, err := json.MarshalIndent(plan, "", "  ")
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(dir, "batch.json")
	got, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		entries, _ := os.ReadDir(dir)
		if len(entries) > 0 {
			return nil, nil, fmt.Errorf("%s: not empty and not a batch of crosscheck: choose another folder", dir)
		}
		if err := os.WriteFile(name, append(want, '\n'), 0o644); err != nil {
			return nil, nil, fmt.Errorf("batch: %w", err)
		}
	case err != nil:
		return nil, nil, fmt.Errorf("batch: %w", err)
	case string(got) != string(want)+"\n":
		return nil, nil, fmt.Errorf("%s: holds another batch (batch.json has its seed and modes): choose another folder", dir)
	}
	s := &store{dir: dir}
	records, err := s.read()
	if err != nil {
		return nil, nil, err
	}
	s.file, err = os.OpenFile(filepath.Join(dir, "records.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("batch: %w", err)
	}
	return s, records, nil
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
			return nil, fmt.Errorf("%s: record %d: %w", name, len(records)+1, err)
		}
		records = append(records, rec)
	}
}

// write appends a record.
func (s *store) write(r *Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// failure makes the folder of a failing program.
func (s *store) failure(r *Record) (string, error) {
	dir := filepath.Join(s.dir, "failures", fmt.Sprintf("%06d-%s", r.Index, r.Mode))
	return dir, os.MkdirAll(dir, 0o755)
}
