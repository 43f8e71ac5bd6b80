package main

// This file says which tests with a peer miss what the rest of their script rests on: a server that never listens, or never ends.

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// missed returns a line that says where something was missed, and what to do.
func missed(t *subjects.Test, m peer.Miss, when string) string {
	return fmt.Sprintf("%s:%d: %s%s: %s", t.Path, t.ScriptLine+m.Line-1, m.Text, when, m.Remedy())
}

// misses collects what is missed in all configurations of a test.
type misses struct {
	mu   sync.Mutex
	list []string
}

func (m *misses) found(k campaign.Task, t *path.Test) {
	if k.Test.Peer == nil || len(t.Paths) == 0 || len(t.Limits) > 0 {
		return
	}
	always := missesOf(k.Test.Peer, t, &t.Paths[0])
	for i := range t.Paths[1:] {
		if len(always) == 0 {
			return
		}
		here := missesOf(k.Test.Peer, t, &t.Paths[i+1])
		always = slices.DeleteFunc(always, func(x peer.Miss) bool { return !slices.Contains(here, x) })
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, x := range always {
		if line := missed(k.Test, x, " in any configuration"); !slices.Contains(m.list, line) { // in another mode
			m.list = append(m.list, line)
		}
	}
}

// missesOf returns what all configurations of a path miss.
func missesOf(s *peer.Script, t *path.Test, p *path.Path) []peer.Miss {
	if p.Texts == nil {
		return s.Misses(p.Output)
	}
	under := map[peer.Miss]confspace.Set{}
	var list []peer.Miss
	for i := range p.Texts {
		for _, m := range s.Misses(p.Texts[i].Bytes) {
			before, again := under[m]
			if !again {
				list, before = append(list, m), confspace.Empty
			}
			under[m] = t.Sets.Or(before, p.Texts[i].Condition)
		}
	}
	return slices.DeleteFunc(list, func(m peer.Miss) bool { return t.Sets.And(under[m], p.Condition) != p.Condition })
}

func (m *misses) tell(w io.Writer) {
	slices.SortFunc(m.list, strings.Compare)
	for _, line := range m.list {
		fmt.Fprintf(w, "confcov: %s\n", line)
	}
}
