package path

// This file reads tests ahead: their files are read, checked and decoded by several goroutines, while one makes sets of what they say.

import (
	"errors"
	"runtime"

	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/subjects/confspace"
)

// Ahead reads tests in the order in which they are listed. The zero value is not usable; see Dir.ReadAhead.
type Ahead struct {
	d       *Dir
	results []chan decoded // by test, each gets one
	tokens  chan struct{}  // as many as may be decoded, or wait to be used
	stop    chan struct{}
	next    int
}

type decoded struct {
	content *content
	err     error
}

// ReadAhead begins to read tests. The caller reads them by Read, all or some of the first, and then must call Stop.
func (d *Dir) ReadAhead(infos []TestInfo) *Ahead {
	a := &Ahead{d: d, results: make([]chan decoded, len(infos)), tokens: make(chan struct{}, runtime.GOMAXPROCS(0)), stop: make(chan struct{})}
	for i := range a.results {
		a.results[i] = make(chan decoded, 1)
	}
	guard.Go(func() error {
		for i := range infos {
			select {
			case a.tokens <- struct{}{}:
			case <-a.stop:
				return nil
			}
			in, result := &infos[i], a.results[i]
			guard.Go(func() error {
				c, err := d.readContent(in)
				result <- decoded{c, err}
				return nil
			}, func(err error) {
				if err != nil {
					result <- decoded{nil, err}
				}
			})
		}
		return nil
	}, func(error) {})
	return a
}

// Read is Dir.ReadTest for the next test of the list, which must be in.
func (a *Ahead) Read(in *TestInfo, m *confspace.Sets) (*Test, error) {
	if a.next == len(a.results) {
		return nil, errors.New("BUG: there is no further test to read")
	}
	r := <-a.results[a.next]
	a.next++
	<-a.tokens
	t, err := (*Test)(nil), r.err
	if err == nil {
		t, err = a.d.makeTest(in, r.content, m)
	}
	return t, readError(in, err)
}

// Stop ends reading.
func (a *Ahead) Stop() { close(a.stop) }
