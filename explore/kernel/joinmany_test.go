package kernel

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
)

// This file tests that many options that each change something small cost little.

// lines returns a program that writes a line for each option that is on.
func lines(fd uint64, options int, line func(i int) string) (prog []item) {
	for i := range options {
		text := line(i)
		w := item{name: "write", args: [6]word{fixed(fd), fixed(runBase), fixed(uint64(len(text)))}, mem: []byte(text)}
		prog = append(prog, item{option: i, yes: []item{w}})
	}
	return prog
}

func write(fd uint64, text string) item {
	return item{name: "write", args: [6]word{fixed(fd), fixed(runBase), fixed(uint64(len(text)))}, mem: []byte(text)}
}

// draws returns configurations.
func draws(options, n int) (all []confspace.Configuration) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		var c confspace.Configuration
		for range options {
			c = append(c, r.Int64N(2))
		}
		all = append(all, c)
	}
	return all
}

func (r *runner) transcript(h *half, c confspace.Configuration) string {
	eval := func(e *expr.Expr) bool { return r.b.EvalConfiguration(e, c) != 0 }
	return string(h.k.TranscriptUnder(eval).Bytes)
}

// undecided runs a program with a peer under all configurations of options, by which nothing may be decided: one kernel is left.
func undecided(t *testing.T, text string, options int, prog []item) (*runner, *half) {
	t.Helper()
	script, err := peer.Parse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	k, err := New(World{Script: script})
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(boolSets(options), true)
	r.pid = k.FirstPID()
	live := r.end(r.run(prog, []*half{{k: k, care: confspace.Full}}))
	if len(live) != 1 || r.forks != 0 || len(r.apart) != 0 {
		t.Fatalf("%d kernels, %d conditions decided, kept apart %v", len(live), r.forks, r.apart)
	}
	return r, live[0]
}

// TestManyReplyLines: a reply with a line for each option that is on is one reply, and the peer decides nothing.
func TestManyReplyLines(t *testing.T) {
	const options = 40
	prog := append([]item{write(0, "211-Features:\r\n")}, lines(0, options/2, func(i int) string { return fmt.Sprintf(" F%d\r\n", i) })...)
	prog = append(prog, write(0, "211 Mode"))
	prog = append(prog, lines(0, options, func(i int) string { return fmt.Sprintf(" m%d", i) })[options/2:]...)
	prog = append(prog, write(0, "\r\n"), item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(100)}})
	prog = append(prog, write(0, "221 bye\r\n"))
	r, live := undecided(t, "expect 211\ncmd QUIT\n", options, prog)
	for _, c := range draws(options, 20) {
		want := "< 211-Features:\n"
		for i := range options / 2 {
			want += strings.Repeat(fmt.Sprintf("<  F%d\n", i), int(c[i]))
		}
		want += "< 211 Mode"
		for i := options / 2; i < options; i++ {
			want += strings.Repeat(fmt.Sprintf(" m%d", i), int(c[i]))
		}
		want += "\n> QUIT\n< 221 bye\n"
		if got := r.transcript(live, c); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
	if all, ok := live.k.Transcripts(r.b, confspace.Full, 100); ok {
		t.Errorf("%d transcripts are all", len(all))
	}
	texts, ok := live.k.Written(r.b, confspace.Full)
	if !ok || len(texts) > 5*options {
		t.Errorf("%d texts are not all", len(texts))
	}
	for _, c := range draws(options, 20) {
		got := ""
		for _, x := range texts {
			if r.sets.Contains(x.Where, c) {
				got += string(x.Bytes)
			}
		}
		if want := r.transcript(live, c); got != want {
			t.Errorf("texts\n%s\ntranscript\n%s", got, want)
		}
	}
}

// TestTranscripts: the list of transcripts covers every configuration once.
func TestTranscripts(t *testing.T) {
	const options = 4
	k, err := New(World{})
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(boolSets(options), true)
	r.pid = k.FirstPID()
	live := r.run(lines(1, options, func(i int) string { return fmt.Sprint("line ", i, "\n") }), []*half{{k: k, care: confspace.Full}})
	care := r.sets.Diff(confspace.Full, r.sets.And(r.sets.Setting(0, 1), r.sets.Setting(1, 1)))
	all, ok := live[0].k.Transcripts(r.b, care, 100)
	if !ok || len(all) != 12 {
		t.Fatalf("%d transcripts, complete %v", len(all), ok)
	}
	texts, ok := live[0].k.Written(r.b, care)
	if !ok || len(texts) > 10 {
		t.Errorf("%d texts, complete %v", len(texts), ok)
	}
	union := confspace.Empty
	for _, w := range all {
		if !r.sets.Disjoint(union, w.Where) {
			t.Error("not disjoint")
		}
		union = r.sets.Or(union, w.Where)
		c, _ := r.sets.Any(w.Where)
		if got := r.transcript(live[0], c); got != string(w.Data.Bytes) {
			t.Errorf("%v: %q, want %q", c, w.Data.Bytes, got)
		}
		parts := ""
		for _, x := range texts {
			if r.sets.Contains(x.Where, c) {
				parts += string(x.Bytes)
			}
		}
		if parts != string(w.Data.Bytes) {
			t.Errorf("%v: %q of %d texts, want %q", c, parts, len(texts), w.Data.Bytes)
		}
	}
	if union != care {
		t.Error("not all configurations")
	}
}

// TestManyLogLines: lines of a log file that each option writes decide nothing; sizes and positions are values.
func TestManyLogLines(t *testing.T) {
	const options = 30
	for _, flags := range []uint64{oWronly | oCreat, oWronly | oCreat | oAppend} {
		k, err := New(World{})
		if err != nil {
			t.Fatal(err)
		}
		r := newRunner(boolSets(options), true)
		r.pid = k.FirstPID()
		prog := []item{{name: "open", args: [6]word{fixed(runBase), fixed(flags), fixed(0o644)}, mem: []byte("/log\x00")}}
		prog = append(prog, lines(3, options, func(i int) string { return fmt.Sprintf("option %d\n", i) })...)
		prog = append(prog, item{id: 1, name: "fstat", args: [6]word{fixed(3), fixed(runBase)}}, item{id: 2, name: "lseek", args: [6]word{fixed(3), fixed(0), fixed(1)}})
		live := r.run(prog, []*half{{k: k, care: confspace.Full}})
		if len(live) != 1 || r.forks != 0 || len(r.apart) != 0 {
			t.Fatalf("%d kernels, %d conditions decided, kept apart %v", len(live), r.forks, r.apart)
		}
		for _, c := range draws(options, 10) {
			want := uint64(0)
			for i := range options {
				want += uint64(c[i]) * uint64(len(fmt.Sprintf("option %d\n", i)))
			}
			if got := r.b.EvalConfiguration(r.results[2][0].action.Ret.E, c); got != want {
				t.Errorf("position %d, want %d", got, want)
			}
		}
	}
}

func benchmarkJoins(b *testing.B, options int) {
	for b.Loop() {
		k, err := New(World{})
		if err != nil {
			b.Fatal(err)
		}
		r := newRunner(boolSets(options), true)
		r.pid = k.FirstPID()
		live := r.run(lines(1, options, func(i int) string { return fmt.Sprint("line ", i, "\n") }), []*half{{k: k, care: confspace.Full}})
		if len(live) != 1 {
			b.Fatal(len(live))
		}
	}
}

func BenchmarkJoin100(b *testing.B) { benchmarkJoins(b, 100) }
func BenchmarkJoin400(b *testing.B) { benchmarkJoins(b, 400) }

func benchmarkJoin(b *testing.B, bytes int) {
	k, err := New(World{Files: joinWorld.Files})
	if err != nil {
		b.Fatal(err)
	}
	r := newRunner(boolSets(1), true)
	r.pid = k.FirstPID()
	where := r.sets.Setting(0, 1)
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		x, y := k.Fork(), k.Fork()
		for i, h := range []*Kernel{x, y} {
			text := strings.Repeat(string(rune('a'+i)), bytes)
			r.run([]item{write(1, text)}, []*half{{k: h, care: confspace.Full}})
		}
		b.StartTimer()
		if why := x.Join(r.b, y, where); why != "" {
			b.Fatal(why)
		}
	}
}

func BenchmarkJoinEqual(b *testing.B)  { benchmarkJoin(b, 0) }
func BenchmarkJoinOutput(b *testing.B) { benchmarkJoin(b, 1024) }

// TestExitDecidesNothing: what the last process has open under conditions is closed without deciding them where nobody outside sees it.
func TestExitDecidesNothing(t *testing.T) {
	k, err := New(World{})
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(boolSets(3), true)
	r.pid = k.FirstPID()
	open := func(path string) item {
		return item{name: "open", args: [6]word{fixed(runBase), fixed(oWronly | oCreat), fixed(0o644)}, mem: []byte(path + "\x00")}
	}
	prog := []item{
		{option: 0, yes: []item{open("/log")}},
		{option: 1, yes: []item{open("/transfers")}, no: []item{open("/log")}},
		{option: 2, yes: []item{{name: "socket", args: [6]word{fixed(afUnix), fixed(sockDgram), fixed(0)}}}},
	}
	live := r.run(prog, []*half{{k: k, care: confspace.Full}})
	opened := r.forks // which descriptor is free is decided
	live = r.run([]item{{name: "exit_group", args: [6]word{fixed(0)}}}, live)
	if len(live) != 1 || r.forks != opened || len(r.apart) != 0 {
		t.Errorf("%d kernels, %d conditions decided by the exit, kept apart %v", len(live), r.forks-opened, r.apart)
	}
}
