package gcc

// This file reads line counts by gcov: for versions of gcc whose notes are not known, and as the oracle of lines.go.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects/native/confine"
)

// gcovLines returns the counts of a run by gcov. The program is started once more, only to write the counters.
func (p *Program) gcovLines(ctx context.Context, r *record) (trace.Lines, error) {
	p.gcov.Lock()
	defer p.gcov.Unlock()
	for _, note := range p.notes {
		os.Remove(filepath.Join(p.build.Dir, note+".gcda"))
	}
	r.setU64(atDump, 1)
	if err := p.dump(ctx, r); err != nil {
		return nil, fmt.Errorf("write the counters for gcov: %w", err)
	}
	args := []string{"--json-format", "--stdout"}
	for _, note := range p.notes {
		args = append(args, note+".gcda")
	}
	var out, stderr bytes.Buffer
	if err := p.build.run(ctx, "gcov", &out, &stderr, args...); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			err = ErrMissing
		}
		return nil, fmt.Errorf("gcov: %w\n%s", err, stderr.String())
	}
	return p.readLines(&out)
}

// dump starts the program to write the counters.
func (p *Program) dump(ctx context.Context, r *record) error {
	if p.build.Unconfined {
		cmd := command(ctx, p.build.Dir, p.Path)
		cmd.Env = []string{"CONFCOV_TRACE=3"}
		cmd.ExtraFiles = []*os.File{r.file}
		return cmd.Run()
	}
	return confine.Run(ctx, confine.Spec{
		Program: p.Path, Args: []string{"program"}, Env: []string{"CONFCOV_TRACE=3"}, Dir: p.build.Dir, Host: true,
		Writable: []string{p.build.Dir}, Extra: []*os.File{r.file},
	}, nil, nil)
}

// report is what gcov prints about one file of notes.
type report struct {
	Files []struct {
		File  string
		Lines []struct {
			Number uint32 `json:"line_number"`
			Count  uint64
		}
	}
}

// readLines reads gcov's output, one report after another, in the order of the notes.
func (p *Program) readLines(out io.Reader) (trace.Lines, error) {
	lines := trace.Lines{}
	d := json.NewDecoder(out)
	for i := 0; ; i++ {
		var rep report
		if err := d.Decode(&rep); errors.Is(err, io.EOF) {
			return lines, nil
		} else if err != nil {
			return nil, fmt.Errorf("gcov: %w", err)
		}
		for _, f := range rep.Files {
			name := p.nameOf(f.File, p.folder(i))
			if name == "" {
				continue
			}
			if lines[name] == nil {
				lines[name] = map[uint32]uint64{}
			}
			// A line that belongs to several functions is listed for each of them.
			for _, l := range f.Lines {
				lines[name][l.Number] += l.Count
			}
		}
	}
}

// folder returns the folder of the source that the i-th notes are about.
func (p *Program) folder(i int) string {
	if i >= len(p.build.Sources) {
		return p.build.Dir
	}
	return filepath.Dir(p.build.Sources[i].Path)
}

// nameOf returns the name of the file of that path relative to the root of the source; "" if it is outside. Paths are relative in
// #line only, to the folder of the source.
func (p *Program) nameOf(path, folder string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(folder, path)
	}
	path = filepath.Clean(path)
	for _, e := range p.build.Exclude {
		if strings.HasPrefix(path, e) {
			return ""
		}
	}
	for _, s := range p.build.Sources {
		if s.Path == path {
			return s.Name
		}
	}
	for _, s := range p.build.Sources {
		root, ok := strings.CutSuffix(s.Path, "/"+s.Name)
		if !ok {
			continue
		}
		if rest, ok := strings.CutPrefix(path, root+"/"); ok {
			return rest
		}
	}
	return ""
}
