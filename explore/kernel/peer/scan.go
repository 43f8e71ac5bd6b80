package peer

import "slices"

// This file looks for messages that a client waits for.

// Scan looks for the first message to which the client does something. It follows what has arrived byte by byte, can be forked anywhere,
// and says whether what comes next means the same to two of it: a transport that knows bytes only under conditions has to decide no
// others than those by which the message, or what is done about it, differs.
type Scan struct {
	frame  frame
	before int // the byte of the text before, as far as it matters; or none
	all    []matcher
	any    bool // every message is looked for
	done   bool
	ended  int // how many messages ended, where the transcript shows that
}

// newScan returns a scan that stands at the beginning of a message.
func newScan(f framing, heads string, patterns []*pattern, any bool) *Scan {
	s := &Scan{frame: frame{framing: f, heads: heads}, before: none, any: any, all: make([]matcher, len(patterns))}
	for i, p := range patterns {
		s.all[i].p = p
	}
	return s
}

// Fork returns another scan in the same state.
func (s *Scan) Fork() *Scan {
	fork := *s
	fork.all = slices.Clone(s.all)
	return &fork
}

// Same reports whether both are in the same state.
func (s *Scan) Same(o *Scan) bool {
	return s.frame == o.frame && s.before == o.before && s.done == o.done && s.ended == o.ended && slices.EqualFunc(s.all, o.all, func(a, b matcher) bool { return a.same(&b) })
}

// Done reports whether the message was found; it ends with the byte before.
func (s *Scan) Done() bool { return s.done }

// Between reports whether the scan stands between two messages.
func (s *Scan) Between() bool { return !s.frame.some }

// Ended returns how many messages have ended; 0 where the transcript does not show where that was.
func (s *Scan) Ended() int { return s.ended }

// Next advances by a byte.
func (s *Scan) Next(b byte) {
	if s.done {
		return
	}
	text, end := s.frame.next(b)
	for _, c := range text.b[:text.n] {
		s.text(int(c))
	}
	if s.frame.kind == framingRaw {
		for i := range s.all {
			s.all[i].matched = s.all[i].reached()
		}
		s.done = s.any || s.matched() >= 0
		return
	}
	if end {
		s.end()
	}
}

// close advances by the end of the connection.
func (s *Scan) close() {
	if !s.done && s.frame.atEnd() {
		if s.frame.kind == framingHTTP {
			s.frame.final()
		}
		s.end()
	}
}

// end ends a message.
func (s *Scan) end() {
	if !s.frame.lines() {
		s.ended++
	}
	s.text(none)
	if s.done = s.any || s.matched() >= 0; s.done {
		return
	}
	s.before = none
	for i := range s.all {
		s.all[i] = matcher{p: s.all[i].p}
	}
}

// text advances by a byte of the text, or by its end.
func (s *Scan) text(c int) {
	for i := range s.all {
		s.all[i].next(s.before, c)
	}
	s.before = context(c)
}

// context returns a byte that stands for all that are the same to what patterns say of their surroundings.
func context(c int) int {
	switch {
	case c == none || c == '\n':
		return c
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_':
		return 'a'
	}
	return ' '
}

// contexts is how many contexts there are: none, the end of a line, in a word, and elsewhere.
const contexts = 4

// contextIndex returns the number of a context.
func contextIndex(c int) int {
	switch c {
	case none:
		return 0
	case '\n':
		return 1
	case 'a':
		return 2
	}
	return 3
}

// matched returns the first pattern that matches, -1 if none does.
func (s *Scan) matched() int {
	return slices.IndexFunc(s.all, func(m matcher) bool { return m.matched })
}

// Seen is where messages are in what has arrived: the one that was found from From to To-1; or, where To is 0, a message that is
// not complete from From on.
type Seen struct {
	From, To int
	Cuts     []int // where messages before end, if the transcript shows that
}

// Moved notes where the scan stands: behind the first n bytes.
func (seen *Seen) Moved(s *Scan, n int) {
	switch {
	case s.done:
		seen.To = n
	case s.Between():
		if seen.From = n; !s.frame.lines() {
			seen.Cuts = append(seen.Cuts, n)
		}
	}
}

// Follow advances by known bytes, up to the end of the message that is looked for.
func (s *Scan) Follow(b []byte) (seen Seen) {
	for i, c := range b {
		s.Next(c)
		if seen.Moved(s, i+1); s.done {
			break
		}
	}
	return seen
}
