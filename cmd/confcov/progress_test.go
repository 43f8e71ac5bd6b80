package main

import (
	"regexp"
	"testing"
	"time"
)

// TestProgressLine: the line names the tests that have run longest, one that says nothing of itself among them, and for how long.
func TestProgressLine(t *testing.T) {
	before := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	p := &progress{what: "exploring", began: before(330 * time.Second), total: 226, running: map[string]*part{}}
	for _, name := range []string{"nick", "topic", "hangs", "kick", "list"} {
		p.at(name, counts{})
	}
	p.at("topic", counts{paths: 3, steps: 1e9})
	p.running["hangs"].began, p.running["topic"].began = before(270*time.Second), before(90*time.Second)
	p.finished("nick")
	want := `^exploring 5m3\ds: 1 of 226 done; hangs 4m3\ds, topic 1m3\ds, kick \d+s, 1 more; 3 ends, \d+\.\d million steps a second$`
	if got := p.line(); !regexp.MustCompile(want).MatchString(got) {
		t.Errorf("%s\nwant %s", got, want)
	}
}
