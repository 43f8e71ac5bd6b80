package main

// This file shows progress on standard error: on a terminal one line that is kept up to date from the first second on, else a line every 30 seconds.

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/confcov/confcov/explore/guard"
)

const (
	redrawEvery = 200 * time.Millisecond
	lineEvery   = 30 * time.Second
)

// progress is a step that takes its time. A nil one shows nothing.
type progress struct {
	w        io.Writer
	terminal bool
	what     string
	began    time.Time
	end      chan struct{}
	ended    chan struct{}
	once     sync.Once

	mu      sync.Mutex // of what follows
	now     string     // what is being done; "": the parts that run say it
	total   int        // parts; 0: nobody knows
	parts   int        // that are done
	running map[string]*part
	sum     counts // of parts that are done
}

// part is one of several things that are done at a time.
type part struct {
	counts
	began time.Time
}

// counts is how far one exploration, or several, are.
type counts struct {
	paths int
	steps int64
}

// newProgress begins a step without a known end.
func newProgress(w io.Writer, what string) *progress { return newCounted(w, what, 0) }

// newCounted begins a step that has total parts.
func newCounted(w io.Writer, what string, total int) *progress {
	p := &progress{
		w: w, terminal: isTerminal(w), what: what, total: total, began: time.Now(), running: map[string]*part{},
		end: make(chan struct{}), ended: make(chan struct{}),
	}
	guard.Go(func() error {
		defer close(p.ended)
		p.show()
		return nil
	}, func(error) {})
	return p
}

// show draws until the end.
func (p *progress) show() {
	every := lineEvery
	if p.terminal {
		every = redrawEvery
		fmt.Fprintf(p.w, "\r\x1b[K%s", p.line())
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-p.end:
			if p.terminal {
				fmt.Fprint(p.w, "\r\x1b[K")
			}
			return
		case <-ticker.C:
			if p.terminal {
				fmt.Fprintf(p.w, "\r\x1b[K%s", clipped(p.line(), layout(p.w).Width-1))
			} else {
				fmt.Fprintf(p.w, "confcov: %s\n", p.line())
			}
		}
	}
}

func clipped(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width])
	}
	return text
}

// line says how far the step is.
func (p *progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := time.Since(p.began)
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", p.what, took.Round(time.Second))
	if p.total > 0 {
		fmt.Fprintf(&b, ": %d of %d done", p.parts, p.total)
	}
	sum := p.sum
	for _, c := range p.running {
		sum.paths += c.paths
		sum.steps += c.steps
	}
	if p.now != "" {
		fmt.Fprintf(&b, "; %s", p.now)
	} else if len(p.running) > 0 {
		fmt.Fprintf(&b, "; %s", p.longest())
	}
	if sum.steps > 0 {
		fmt.Fprintf(&b, "; %d ends, %.1f million steps a second", sum.paths, float64(sum.steps)/1e6/max(took.Seconds(), 0.001))
	}
	return b.String()
}

// maxShown is how many of the parts that run are shown.
const maxShown = 3

// longest names the parts that have run longest, and for how long: whoever waits sees which one does not end.
func (p *progress) longest() string {
	names := slices.SortedFunc(maps.Keys(p.running), func(a, b string) int {
		return cmp.Or(p.running[a].began.Compare(p.running[b].began), cmp.Compare(a, b))
	})
	var list []string
	for _, name := range names[:min(len(names), maxShown)] {
		list = append(list, fmt.Sprintf("%s %s", name, time.Since(p.running[name].began).Round(time.Second)))
	}
	if more := len(names) - maxShown; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return strings.Join(list, ", ")
}

// step says what is done now.
func (p *progress) step(what string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = what
}

// at says how far a part is, which begins when it is mentioned first.
func (p *progress) at(name string, c counts) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running[name] == nil {
		p.running[name] = &part{began: time.Now()}
	}
	p.running[name].counts = c
}

// finished counts one part.
func (p *progress) finished(name string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parts++
	if c := p.running[name]; c != nil {
		p.sum.paths += c.paths
		p.sum.steps += c.steps
		delete(p.running, name)
	}
}

// begin counts parts that were there before.
func (p *progress) begin(parts int, what string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.parts, p.now = p.parts+parts, what
}

// done ends the step, and takes its line away.
func (p *progress) done() {
	if p == nil {
		return
	}
	p.once.Do(func() {
		close(p.end)
		<-p.ended
	})
}
