package need

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"
)

// outcome is a test that records how it was ended.
type outcome struct {
	testing.TB
	how string
}

func (o *outcome) Helper() {}

func (o *outcome) end(how string) {
	o.how = how
	runtime.Goexit()
}

func (o *outcome) Skip(args ...any) { o.end("skipped: " + fmt.Sprint(args...)) }
func (o *outcome) Skipf(format string, args ...any) {
	o.end("skipped: " + fmt.Sprintf(format, args...))
}
func (o *outcome) Fatal(args ...any) { o.end("failed: " + fmt.Sprint(args...)) }
func (o *outcome) Fatalf(format string, args ...any) {
	o.end("failed: " + fmt.Sprintf(format, args...))
}

// TestMissing: what is missing skips a test, or fails it where the variable is set.
func TestMissing(t *testing.T) {
	missing := "missing, and CONFCOV_NO_SKIP is set: "
	for _, c := range []struct {
		name    string
		need    func(t testing.TB)
		skipped string
		failed  string
	}{
		{"tool there", func(t testing.TB) { Tool(t, "sh", "sh") }, "", ""},
		{"tool", func(t testing.TB) { Tool(t, "sh", "no-such-tool") }, "skipped: no-such-tool is not installed", "failed: " + missing + "no-such-tool is not installed"},
		{"file", func(t testing.TB) { File(t, "/none") }, "skipped: stat /none: no such file or directory", "failed: " + missing + "stat /none: no such file or directory"},
		{"fetched", func(t testing.TB) { Fetched(t, os.ErrNotExist) }, "skipped: file does not exist", "failed: " + missing + "file does not exist"},
		{"damaged", func(t testing.TB) { Fetched(t, errors.New("wrong checksum")) }, "failed: wrong checksum", "failed: wrong checksum"},
		{"nothing", func(t testing.TB) { NoError(t, nil) }, "", ""},
	} {
		for value, want := range map[string]string{"": c.skipped, "1": c.failed} {
			t.Run(c.name+"/"+value, func(t *testing.T) {
				t.Setenv(Variable, value)
				o := &outcome{TB: t}
				done := make(chan bool)
				go func() {
					defer close(done)
					c.need(o)
				}()
				<-done
				if o.how != want {
					t.Errorf("%q, want %q", o.how, want)
				}
			})
		}
	}
}
