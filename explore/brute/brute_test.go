package brute

import (
	"testing"

	"github.com/confcov/confcov/subjects/confspace"
)

// TestNativeErrors checks the expectations of the programs themselves: native
// runs end in an error in exactly the configurations that the test names.
func TestNativeErrors(t *testing.T) {
	for _, p := range programs(t) {
		t.Run(p.name, func(t *testing.T) {
			n := compile(t, p)
			for i := range p.tests {
				ts := &p.tests[i]
				m := confspace.NewSets(p.space)
				want := confspace.Empty
				if ts.Errors != "" {
					var err error
					if want, err = m.Parse(ts.Errors); err != nil {
						t.Fatal(err)
					}
				}
				runs := n.runAll(t, ts)
				ends := make(map[int]int)
				for j, r := range runs {
					ends[r.status]++
					if r.status >= 1000 || m.Contains(want, p.configs[j]) != (r.status == errorStatus) {
						t.Errorf("%s: %s: status %d", ts.Name, p.space.FormatConfiguration(p.configs[j]), r.status)
					}
				}
				t.Logf("%s: %d configurations, statuses %v", ts.Name, len(runs), ends)
			}
		})
	}
}
