package native

import (
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

// TestScripts plays tests of vsftpd against the real program, started from inetd and else
// with its defaults: it greets, and the script ends. That all tests say what they should is
// checked where the transcripts are compared with those of the simulation.
func TestScripts(t *testing.T) {
	need.NoError(t, Check())
	s, err := subjects.Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	program, err := Build(t.Context(), s, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"login-anonymous", "retrieve", "list-port", "store-modes", "local-login", "idle-login", "standalone"} {
		test, err := s.Test(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(test.Name, func(t *testing.T) {
			if !test.Peer.Standalone { // those listen on one port
				t.Parallel()
			}
			var settings confspace.Settings
			for i, o := range s.Options {
				switch {
				case !test.Symbolic[i]:
				case o.Name == "listen":
					listens := map[bool]int64{true: 1}[test.Peer.Standalone]
					settings = append(settings, confspace.Setting{Option: i, Value: listens})
				case o.Name == "listen_port":
					settings = append(settings, confspace.Setting{Option: i, Value: 21})
				case o.Name == "local_enable" && test.Mode == "two-process":
					settings = append(settings, confspace.Setting{Option: i, Value: 1})
				}
			}
			r, err := Run(t.Context(), program, s, test, settings)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(r.Output), "< 220") || r.Stopped != test.Peer.Standalone {
				t.Errorf("exit %d, signal %d, stopped %v:\n%s", r.Exit, r.Signal, r.Stopped, r.Output)
			}
		})
	}
}
