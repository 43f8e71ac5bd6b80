package explore

import (
	"context"
	"os"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestWorkersShareAProgram: runs at the same time on one Program give the same result.
func TestWorkersShareAProgram(t *testing.T) {
	for _, name := range []string{"figure42-c", "merge-data", "errors"} {
		text, err := os.ReadFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		ar := txtar.Parse(text)
		s := parseSpec(t, name, string(ar.Files[0].Data))
		prog := loadAlone(t, ar.Files[1].Data, s)
		want := string(ar.Files[2].Data)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				res, err := Run(context.Background(), prog, s.test, s.opt)
				if err != nil {
					t.Error(err)
					return
				}
				if got := report(prog, res, s.opt.Mode); got != want {
					t.Errorf("%s: got:\n%s\nwant:\n%s", name, got, want)
				}
			})
		}
		wg.Wait()
	}
}
