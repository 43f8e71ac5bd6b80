package native

import (
	"fmt"
	"testing"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

func TestScripts(t *testing.T) {
	s, err := subjects.Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	if err != nil {
		t.Skip(err)
	}
	program, err := Build(t.Context(), s, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range s.Tests {
		t.Run(test.Name, func(t *testing.T) {
			t.Parallel()
			var set confspace.Settings
			for i, o := range s.Options {
				if !test.Symbolic[i] {
					continue
				}
				v := int64(0)
				switch o.Name {
				case "listen", "ssl_enable", "run_as_launching_user", "tcp_wrappers", "ptrace_sandbox":
					v = 0
				case "local_enable":
					if test.Mode == "two-process" {
						v = 1
					}
				case "write_enable", "anon_upload_enable", "anon_mkdir_write_enable", "anon_other_write_enable", "dirmessage_enable", "ls_recurse_enable", "ascii_upload_enable", "ascii_download_enable":
					v = 1
				case "no_anon_password":
					v = 1
				default:
					continue
				}
				set = append(set, confspace.Setting{Option: i, Value: v})
			}
			r, err := Run(t.Context(), program, s, test, set)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range r.Wrong {
				t.Error(w)
			}
			fmt.Printf("== %s exit %d signal %d stopped %v\n%s", test.Name, r.Exit, r.Signal, r.Stopped, r.Output)
		})
	}
}
