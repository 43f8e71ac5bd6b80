package main

// This file shows progress: on a terminal, on standard error, and nowhere else.

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a spinner or a bar; a nil bar shows nothing.
type progress struct {
	bar *progressbar.ProgressBar
}

// newProgress begins a step without a known end.
func newProgress(w io.Writer, what string) *progress { return newCounted(w, what, -1) }

// newCounted begins a step that has total parts.
func newCounted(w io.Writer, what string, total int) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(false), progressbar.OptionFullWidth())}
}

// step says what is done now.
func (p *progress) step(what string) {
	if p != nil && p.bar != nil {
		p.bar.Describe(what)
		p.bar.Add(0)
	}
}

// finished counts one part.
func (p *progress) finished(what string) {
	if p != nil && p.bar != nil {
		p.bar.Describe(what)
		p.bar.Add(1)
	}
}

// begin counts parts that were there before.
func (p *progress) begin(parts int, what string) {
	if p != nil && p.bar != nil {
		p.bar.Describe(what)
		p.bar.Add(min(parts, p.bar.GetMax()))
	}
}

// done takes the bar away.
func (p *progress) done() {
	if p != nil && p.bar != nil {
		p.bar.Finish()
	}
}
