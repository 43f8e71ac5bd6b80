package main

// This file compares `confcov run` with the real program: every test of vsftpd under
// three configurations, transcript by transcript, byte by byte.

import (
	"bytes"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native"
)

// forced are options whose values the native harness needs: descriptor 0 is a connection,
// and what listens on a fixed port does so for the tests about that alone.
func forced(test *subjects.Test, name string) (int64, bool) {
	switch name {
	case "listen":
		return map[bool]int64{true: 1}[test.Peer.Standalone], true
	case "listen_port":
		return 21, true
	case "local_enable":
		if test.Mode == "two-process" {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// rarely are options that end every session at once where they are on.
var rarely = []string{"ssl_enable", "tcp_wrappers", "ptrace_sandbox", "background", "run_as_launching_user"}

// configurations returns the three configurations of a test: the defaults, all on, and random ones.
func configurations(s *subjects.Subject, test *subjects.Test) map[string]confspace.Settings {
	hash := fnv.New64a()
	hash.Write([]byte(test.Name))
	chance := rand.New(rand.NewPCG(hash.Sum64(), 1))
	all := map[string]confspace.Settings{}
	for i, o := range s.Options {
		if !test.Symbolic[i] {
			continue
		}
		values := map[string]int64{"defaults": o.Default, "on": 1, "chance": int64(chance.IntN(2))}
		if o.Domain.Kind != confspace.DomainBool {
			candidates := []int64{o.Default, o.Default, o.Default}
			for _, v := range []int64{0, 1, 60, 100, 300, 4096, 65536, 0o022, 0o644, 20, 2020} {
				if o.Domain.Contains(v) {
					candidates = append(candidates, v)
				}
			}
			values["on"] = candidates[len(candidates)-1]
			values["chance"] = candidates[chance.IntN(len(candidates))]
			if strings.Contains(o.Name, "timeout") {
				// Short ones would pass while a slow machine does something else, long ones would be waited for.
				long := int64(300)
				if !o.Domain.Contains(long) {
					long = o.Default
				}
				values["on"] = long
				values["chance"] = []int64{0, long}[chance.IntN(2)]
			}
			if o.Domain.Kind == confspace.DomainList {
				values["on"] = o.Domain.Values[len(o.Domain.Values)-1]
			}
		}
		if slices.Contains(rarely, o.Name) {
			values["on"] = 0
			if chance.IntN(4) > 0 || o.Name == "background" {
				values["chance"] = 0
			}
		}
		if v, ok := forced(test, o.Name); ok {
			values = map[string]int64{"defaults": v, "on": v, "chance": v}
		}
		for name, v := range values {
			all[name] = append(all[name], confspace.Setting{Option: i, Value: v})
		}
	}
	return all
}

// TestNative is the comparison.
func TestNative(t *testing.T) {
	need.Slow(t)
	need.NoError(t, native.Check())
	s, err := subjects.Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	binary, err := native.Build(t.Context(), s, p)
	if err != nil {
		t.Fatal(err)
	}
	c, err := campaign.New(s, nil, campaign.Settings{Modes: []path.Mode{path.Merged}})
	if err == nil {
		err = c.Build(t.Context(), p, build.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range s.Tests {
		if test.Native != "" {
			t.Logf("%s: not compared: %s", test.Name, test.Native)
			continue
		}
		t.Run(test.Name, func(t *testing.T) {
			if !test.Peer.Standalone {
				t.Parallel()
			}
			for name, settings := range configurations(s, test) {
				compareRun(t, c, binary, test, name, settings)
			}
		})
	}
}

func compareRun(t *testing.T, c *campaign.Campaign, binary string, test *subjects.Test, name string, settings confspace.Settings) {
	s := c.Subject
	concrete, err := c.Concrete(t.Context(), test, c.Modes[0], s.Space().Defaults().With(settings), false)
	if err != nil {
		t.Fatal(err)
	}
	run := &concrete.Test.Paths[0]
	if !run.End.Kind.Complete() {
		t.Errorf("%s: %s: %s", name, run.End.Kind, run.End.Message)
		return
	}
	got, want := string(run.Output), ""
	// On a machine that has much else to do the real program may be late, and a timeout
	// strike that would not have: what differs is taken again.
	for range 3 {
		result, err := native.Run(t.Context(), binary, s, test, settings)
		if err != nil {
			t.Fatal(err)
		}
		if want = string(result.Output); got == want {
			return
		}
	}
	t.Errorf("%s (%s): the transcripts differ\n%s", name, s.Space().FormatSettings(settings), lineDiff(want, got))
	if dir := os.Getenv("CONFCOV_KEEP"); dir != "" {
		os.WriteFile(dir+"/"+test.Name+"."+name+".native", []byte(want), 0o644)
		os.WriteFile(dir+"/"+test.Name+"."+name+".simulated", []byte(got), 0o644)
	}
}

// lineDiff shows where two texts begin to differ.
func lineDiff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	var b bytes.Buffer
	show := func(name string, lines []string) {
		for _, line := range lines[max(0, min(i-2, len(lines))):min(i+4, len(lines))] {
			b.WriteString(name + line + "\n")
		}
	}
	show("native:    ", w)
	show("simulated: ", g)
	return b.String()
}
