package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/path"
)

// TestApart sums over tests where ways stayed apart, in a run directory.
func TestApart(t *testing.T) {
	for _, merge := range []string{"all", "data"} {
		sets, u, tests := orTests(t, path.Merged, path.Expanded)
		_, _, more := orTests(t, path.Merged)
		more[0].Name, more[0].Sets = "u", tests[0].Sets
		more[0].Paths = more[0].Paths[:1]
		tests = append(tests, more[0])
		here, there := path.Apart{File: "or.c", Line: 4, Func: "main", Why: "processes"}, path.Apart{Func: "leave", Why: "kernel: signals"}
		for i, n := range []int64{3, 2, 5} {
			if merge == "data" {
				break
			}
			a, b := here, there
			a.Count, b.Count = 10*n, n
			tests[i].Apart = []path.Apart{a}
			if i != 1 {
				tests[i].Apart = append(tests[i].Apart, b)
			}
			tests[i].Counts = map[string]int64{path.CountUnmerged: 11 * n}
		}
		d := writeRun(t, path.Run{Settings: map[string]string{"merge": merge}}, u, sets.Space(), tests)
		s, err := Load(d, Options{})
		if err != nil {
			t.Fatal(err)
		}
		infos, err := d.Tests()
		if err != nil {
			t.Fatal(err)
		}
		var text, csv bytes.Buffer
		if err := WriteTables(&text, FormatTable, s.Paths(), ApartTable(infos)); err != nil {
			t.Fatal(err)
		}
		if err := ApartTable(infos).Write(&csv, FormatCSV); err != nil {
			t.Fatal(err)
		}
		want := []string{"Paths of each test", "(none)"}
		wantCSV := ""
		if merge == "all" {
			want = []string{
				"Ends of each test", "--merge off counts paths",
				"Ways stayed apart 110 times, most at or.c:4 (processes); `confcov apart RUN` lists the places.",
				"   100  or.c:4    processes            2  u", "     8  in leave  kernel: signals      2  u",
				"2 times more at places that are not listed",
			}
			wantCSV = "100,or.c:4,main,processes,2,u,t;u\n8,in leave,leave,kernel: signals,2,u,t;u\n"
		}
		for _, w := range want {
			if !strings.Contains(text.String(), w) {
				t.Errorf("merge %s: no %q in\n%s", merge, w, text.String())
			}
		}
		if _, rows, _ := strings.Cut(csv.String(), "\n"); rows != wantCSV {
			t.Errorf("merge %s:\n%swant\n%s", merge, rows, wantCSV)
		}
		if merge == "data" && strings.Contains(text.String(), "apart ") {
			t.Errorf("merge data:\n%s", text.String())
		}
	}
}
