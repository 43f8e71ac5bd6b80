package crosscheck

// This file checks many programs. Each is a function of the batch's seed and its number alone.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/guard"
)

// Plan is what a batch is made of. Two batches with one plan have the same programs.
type Plan struct {
	Seed         uint64   `json:"seed"`
	Modes        []string `json:"modes"`
	Constrainers []string `json:"constrainers"`
}

// Batch is many programs to check.
type Batch struct {
	Checker
	Header       *Header
	Seed         uint64
	Programs     int
	Modes        []Mode
	Constrainers []Constrainer
	Jobs         int
	Deadline     time.Time      // no program is begun after it; zero: none
	Dir          string         // where records go
	Reducer      *Reducer       // nil: nothing is reduced
	NoReducer    string         // why there is no reducer, for records
	Version      string         // of confcov, for reports
	Begun        func([]Record) // called with the records that are there already; may be nil
	Done         func(*Record)  // called after each program; may be nil
}

// Result is what a batch found.
type Result struct {
	Records []Record // by index
	Stopped string   // why not all programs were checked; "": they were
}

// Run checks the programs of a batch that have no record yet.
func (b *Batch) Run(ctx context.Context) (*Result, error) {
	plan := &Plan{Seed: b.Seed, Modes: []string{}, Constrainers: []string{}}
	for _, m := range b.Modes {
		plan.Modes = append(plan.Modes, m.String())
	}
	for _, c := range b.Constrainers {
		plan.Constrainers = append(plan.Constrainers, c.String())
	}
	st, records, err := openStore(b.Dir, plan)
	if err != nil {
		return nil, err
	}
	defer st.file.Close()
	done := map[int]bool{}
	for i := range records {
		done[records[i].Index] = true
	}
	if b.Begun != nil {
		b.Begun(records)
	}
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(b.Jobs, 1))
	var mu sync.Mutex // of made
	var made []Record
	stopped := ""
	for i := range b.Programs {
		if done[i] {
			continue
		}
		if inner.Err() != nil {
			break
		}
		if !b.Deadline.IsZero() && time.Now().After(b.Deadline) {
			stopped = "the time is over"
			break
		}
		group.Go(guard.In(fmt.Sprintf("program %d of seed %d", i, b.Seed), func() error {
			r, err := b.program(inner, st, i)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			made = append(made, *r)
			return nil
		}))
	}
	if err := group.Wait(); err != nil {
		if ctx.Err() == nil {
			return nil, err
		}
	}
	records = slices.DeleteFunc(append(records, made...), func(r Record) bool { return r.Index >= b.Programs })
	if ctx.Err() != nil && len(records) < b.Programs {
		stopped = "interrupted"
	}
	slices.SortFunc(records, func(a, b Record) int { return a.Index - b.Index })
	return &Result{records, stopped}, nil
}

// Case returns program i of the batch as it is checked; ErrGenerate if there is none.
func (b *Batch) Case(ctx context.Context, i int, dir string, k *Case) error {
	r := random(b.Seed, i)
	k.Mode = b.Modes[i%len(b.Modes)]
	k.Expanded = r.IntN(2) == 1
	if k.Mode != Concrete {
		k.Alone = r.IntN(24) == 0
	}
	if k.Mode == SinglePath {
		k.Constrainer = b.Constrainers[r.IntN(len(b.Constrainers))]
	}
	text, err := generate(ctx, r, k.Mode, dir)
	if err != nil {
		return err
	}
	if k.Mode == Concrete && r.IntN(16) == 0 {
		text = withMacros(text)
	}
	k.Text, k.Values, err = Version(b.Header.inline(text), k.Mode, k.Constrainer, r)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrGenerate, err)
	}
	return nil
}

// program checks program i.
func (b *Batch) program(ctx context.Context, st *store, i int) (*Record, error) {
	dir, err := os.MkdirTemp("", "confcov-crosscheck-")
	if err != nil {
		return nil, fmt.Errorf("crosscheck: %w", err)
	}
	defer os.RemoveAll(dir)
	k := &Case{}
	at := time.Now()
	err = b.Case(ctx, i, dir, k)
	rec := &Record{Index: i, Mode: k.Mode.String(), Constrainer: k.Constrainer.String(), Expanded: k.Expanded, Alone: k.Alone}
	generated := time.Since(at)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, ErrGenerate):
		rec.Outcome, rec.Reason = Passed, err.Error()
	case err != nil:
		return nil, err
	default:
		rec.Lines = lineCount(k.Text)
		work := filepath.Join(dir, "build")
		if err := os.Mkdir(work, 0o755); err != nil {
			return nil, fmt.Errorf("crosscheck: %w", err)
		}
		v, err := b.Check(ctx, k, work)
		if err != nil {
			return nil, err
		}
		v.Stages["csmith"] = generated
		rec.fill(v)
		if v.Outcome == Differ {
			if err := b.keep(ctx, st, rec, k); err != nil {
				return nil, err
			}
		}
	}
	if err := st.write(rec); err != nil {
		return nil, err
	}
	if b.Done != nil {
		st.mu.Lock()
		defer st.mu.Unlock()
		b.Done(rec)
	}
	return rec, nil
}

// fill takes over what a check found.
func (r *Record) fill(v *Verdict) {
	r.Outcome, r.Reason, r.Findings, r.Paths = v.Outcome, v.Reason, v.Findings, v.Paths
	r.Native, r.Engine = v.Native.Seconds(), v.Interpreted.Seconds()
	r.Stages = map[string]float64{}
	for name, d := range v.Stages {
		r.Stages[name] = d.Round(time.Microsecond).Seconds()
	}
}

// keep writes the folder of a failing program, and reduces it.
func (b *Batch) keep(ctx context.Context, st *store, rec *Record, k *Case) error {
	dir, err := st.failure(rec)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	file := filepath.Join(dir, "program.c")
	if err := os.WriteFile(file, k.Text, 0o644); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	rec.Reduction = b.NoReducer
	if b.Reducer != nil {
		reduced, how := b.Reducer.Reduce(ctx, &b.Checker, k, rec.Findings[0].Oracle, dir)
		rec.Reduction = how
		if reduced != nil {
			rec.Reduced = lineCount(reduced)
			if err := os.WriteFile(filepath.Join(dir, "reduced.c"), reduced, 0o644); err != nil {
				return fmt.Errorf("batch: %w", err)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return os.WriteFile(filepath.Join(dir, "report.md"), b.report(rec, k, dir), 0o644)
}

// NewRandom returns the source of chance for the version of a program that was not generated.
func NewRandom(seed uint64) *rand.Rand { return random(seed, 0) }
