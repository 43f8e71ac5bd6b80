package searcher

// This file implements the random-path searcher: it walks from the root of the
// tree of forks and takes each branch with equal chance, so that states near the
// root are as likely as whole subtrees far from it.

import (
	"math/rand/v2"

	"github.com/confcov/confcov/explore/state"
)

// fork is a node of the tree: a leaf has a state, an inner node has children.
type fork struct {
	st       *state.State
	parent   *fork
	children []*fork
}

// RandomPath chooses by a random walk.
type RandomPath struct {
	root     *fork
	selected *fork
	rng      *rand.Rand
	count    int
}

// NewRandomPath returns a searcher without states.
func NewRandomPath(seed uint64) *RandomPath {
	return &RandomPath{rng: rand.New(rand.NewPCG(seed, 0))}
}

// Select walks from the root.
func (s *RandomPath) Select() *state.State {
	if s.root == nil {
		return nil
	}
	if s.selected == nil {
		n := s.root
		for len(n.children) > 0 {
			n = n.children[s.rng.IntN(len(n.children))]
		}
		s.selected = n
	}
	return s.selected.st
}

// Update replaces the selected leaf.
func (s *RandomPath) Update(ran *state.State, became []*state.State) {
	n := s.selected
	if ran == nil {
		n = &fork{}
		if s.root != nil { // more states from outside: beside what there is
			n.parent = &fork{children: []*fork{s.root, n}}
			s.root.parent = n.parent
			s.root = n.parent
		} else {
			s.root = n
		}
	} else {
		s.count--
	}
	s.selected = nil
	s.count += len(became)
	switch len(became) {
	case 0:
		s.remove(n)
	case 1:
		n.st = became[0]
	default:
		n.st = nil
		for _, st := range became {
			n.children = append(n.children, &fork{st: st, parent: n})
		}
	}
}

// remove takes a leaf out of the tree; a node with one child left gives way to it.
func (s *RandomPath) remove(n *fork) {
	p := n.parent
	if p == nil {
		s.root = nil
		return
	}
	for i, c := range p.children {
		if c == n {
			p.children = append(p.children[:i], p.children[i+1:]...)
			break
		}
	}
	if len(p.children) != 1 {
		return
	}
	only := p.children[0]
	only.parent = p.parent
	if p.parent == nil {
		s.root = only
		return
	}
	for i, c := range p.parent.children {
		if c == p {
			p.parent.children[i] = only
		}
	}
}

// Len returns the number of states.
func (s *RandomPath) Len() int { return s.count }
