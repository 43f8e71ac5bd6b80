package replay

// This file runs configurations natively.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/trace"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native"
	"github.com/confcov/confcov/subjects/native/confine"
)

// NativeRunner runs tests of the subject natively.
type NativeRunner struct {
	campaign *campaign.Campaign
	dir      string // where the program is built; removed by close
	recorder *native.Recorder
	files    bool          // configurations are read by the program, too
	Reason   string        // why nothing can be run natively; "": it can
	took     time.Duration // to build the program
}

// newNativeRunner builds the program. A program that cannot be built is not an error: the reason is shown.
func newNativeRunner(ctx context.Context, c *campaign.Campaign, unconfined, files bool) (*NativeRunner, error) {
	dir, err := os.MkdirTemp("", "confcov-replay-")
	if err != nil {
		return nil, err
	}
	n := &NativeRunner{campaign: c, dir: dir, files: files}
	library, err := libc.Prepare(ctx, fetch.Options{})
	if err != nil {
		n.close()
		return nil, err
	}
	began := time.Now()
	defer func() { n.took = time.Since(began) }()
	if n.recorder, err = native.NewRecorder(ctx, c.Subject, c.Program.Prepared, library.File, dir, native.Options{Unconfined: unconfined}); err != nil {
		if ctx.Err() != nil {
			n.close()
			return nil, ctx.Err()
		}
		n.Reason = oneLine(err.Error())
		if errors.Is(err, confine.ErrUnavailable) {
			n.Reason += "; --native unconfined runs it as confcov itself runs"
		}
	}
	return n, nil
}

// oneLine returns the messages of a compiler as one line, which fits into a table.
func oneLine(text string) string {
	var parts []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	if len(parts) > 4 {
		parts = append(parts[:4], "...")
	}
	return strings.Join(parts, "; ")
}

func (n *NativeRunner) close() { os.RemoveAll(n.dir) }

// unfit returns why the test cannot be run natively, "" if it can.
func (n *NativeRunner) unfit(t *subjects.Test) string {
	if n.Reason != "" {
		return n.Reason
	}
	return n.recorder.Unfit(t)
}

// compare runs a test under a configuration natively and compares it with the concrete interpreter.
func (n *NativeRunner) compare(ctx context.Context, t *subjects.Test, c confspace.Configuration) (*Native, error) {
	if reason := n.unfit(t); reason != "" {
		return &Native{Skipped: reason}, nil
	}
	result, err := n.campaign.Concrete(ctx, t, n.campaign.Modes[0], c, true)
	if err != nil {
		return nil, err
	}
	want := &result.Traces[0]
	switch end := result.Test.Paths[0].End; {
	case !end.Kind.Complete():
		return &Native{Skipped: "a limit ended the interpreted run: " + end.Kind.String()}, nil
	case end.Kind == path.MemoryError, end.Kind == path.Undefined:
		return &Native{Skipped: fmt.Sprintf("what happens natively is undefined: the run ends with a %s", end.Kind)}, nil
	case end.Kind == path.Arithmetic:
		want.End = trace.End{Kind: "signal", Code: int(syscall.SIGFPE)} // of x86's division
		want.Lines = nil                                                // gcov infers counts on the assumption that the program leaves what it enters
	}
	if n.campaign.Subject.CIL {
		want.Lines = nil // other ones than gcov's
	}
	compared := &Native{}
	for attempt := range attempts {
		got, err := n.recorder.Run(ctx, t, c, attempt > 0)
		if err != nil {
			return nil, err
		}
		ds := trace.Compare("natively", got, "interpreted", want)
		compared.Differences, compared.Explained = nil, nil
		if len(ds) == 0 {
			break
		}
		compared.Differences, compared.Explained = Explain(ds, got, want)
	}
	if n.files && len(compared.Differences) == 0 {
		return compared, n.compareFile(ctx, t, c, compared)
	}
	return compared, nil
}

// compareFile compares what the program does after it has read the configuration itself with what it does where the values were stored.
func (n *NativeRunner) compareFile(ctx context.Context, t *subjects.Test, c confspace.Configuration, compared *Native) error {
	parsed, err := n.campaign.Parsed(ctx, t, c)
	if err != nil {
		return err
	}
	for attempt := range attempts {
		stored, err := n.recorder.RunAfter(ctx, t, c, false, true, attempt > 0)
		if err != nil {
			return err
		}
		read, err := n.recorder.RunAfter(ctx, t, c, true, false, attempt > 0)
		if err != nil {
			return err
		}
		if ds := n.compareParsed(t, c, read.Held, parsed); len(ds) > 0 {
			compared.Differences = ds // whatever follows from them
			return nil
		}
		ds := trace.Compare("with its own configuration", read, "with stored values", stored)
		if len(ds) == 0 {
			compared.Differences = nil
			return nil
		}
		var explained []Explained
		compared.Differences, explained = Explain(ds, read, stored)
		if attempt == attempts-1 {
			compared.Explained = append(compared.Explained, explained...)
		}
	}
	return n.explainFile(ctx, t, c, compared)
}

// explainFile explains differences that are not of the values.
func (n *NativeRunner) explainFile(ctx context.Context, t *subjects.Test, c confspace.Configuration, compared *Native) error {
	if len(compared.Differences) == 0 {
		return nil
	}
	left, explained, err := explainRead(compared.Differences, func(read, stored bool) (*trace.Trace, error) {
		return n.recorder.RunAfter(ctx, t, c, read, stored, true)
	})
	if err != nil {
		return err
	}
	compared.Differences, compared.Explained = left, append(compared.Explained, explained...)
	return nil
}

// attempts is how often a run that differs is repeated, alone: where the machine cannot give programs networks and turns of
// their own, others may take a port or the processor.
const attempts = 2
