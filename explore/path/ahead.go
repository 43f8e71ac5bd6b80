package path

// This file reads tests ahead: several goroutines read, check and decode their files, and do with each test what can be done without the others.

import (
	"errors"
	"runtime"

	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/subjects/confspace"
)

// Stored is a test whose files were read and checked. Nothing is made of its sets yet.
type Stored struct {
	Info *TestInfo

	d       *Dir
	content *content
}

// Test is Dir.ReadTest for the test.
func (s *Stored) Test(m *confspace.Sets) (*Test, error) {
	t, err := s.d.makeTest(s.Info, s.content, m)
	return t, readError(s.Info, err)
}

// Ahead is what was made of tests, in the order in which they are listed. The zero value is not usable; see ReadAhead.
type Ahead[T any] struct {
	results []chan result[T] // by test, each gets one
	waiting chan struct{}    // has a token for each test that was begun and not asked for
	stop    chan struct{}
	next    int
}

type result[T any] struct {
	made T
	err  error
}

// aheadOf is how many tests are read before they are asked for, for each processor: a test that takes long keeps no processor waiting.
const aheadOf = 4

// ReadAhead begins to read tests. For each, use is called, in a goroutine of its own, at the same time for several and in any order; Next returns
// what it returned. The caller must call Stop at last.
func ReadAhead[T any](d *Dir, infos []TestInfo, use func(*Stored) (T, error)) *Ahead[T] {
	cpus := runtime.GOMAXPROCS(0)
	a := &Ahead[T]{results: make([]chan result[T], len(infos)), waiting: make(chan struct{}, aheadOf*cpus), stop: make(chan struct{})}
	for i := range a.results {
		a.results[i] = make(chan result[T], 1)
	}
	working := make(chan struct{}, cpus)
	guard.Go(func() error {
		for i := range infos {
			for _, tokens := range []chan struct{}{a.waiting, working} {
				select {
				case tokens <- struct{}{}:
				case <-a.stop:
					return nil
				}
			}
			var r result[T]
			guard.Go(func() (err error) {
				r.made, err = readAnd(d, &infos[i], use)
				return err
			}, func(err error) {
				r.err = err
				a.results[i] <- r
				<-working
			})
		}
		return nil
	}, func(error) {})
	return a
}

func readAnd[T any](d *Dir, in *TestInfo, use func(*Stored) (T, error)) (made T, err error) {
	c, err := d.readContent(in)
	if err != nil {
		return made, readError(in, err)
	}
	return use(&Stored{in, d, c})
}

// Next returns what was made of the next test of the list.
func (a *Ahead[T]) Next() (T, error) {
	if a.next == len(a.results) {
		var none T
		return none, errors.New("BUG: there is no further test to read")
	}
	r := <-a.results[a.next]
	a.next++
	<-a.waiting
	return r.made, r.err
}

// Stop ends reading.
func (a *Ahead[T]) Stop() { close(a.stop) }
