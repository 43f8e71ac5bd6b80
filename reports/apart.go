package reports

// This file says where ways stayed apart that exploration was to merge.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/path"
)

// apart is a place at which ways stayed apart, in all tests together.
type apart struct {
	path.Apart
	tests []string
	most  path.TestInfo // in which it happened most
	times int64         // in that
}

// apartOf sums the places of tests, which are in the order of names: most often first.
func apartOf(infos []path.TestInfo) (list []*apart, total int64) {
	index := map[path.Apart]*apart{}
	for i := range infos {
		in := &infos[i]
		if len(in.Apart) == 0 {
			continue
		}
		total += in.Counts[path.CountUnmerged]
		for _, p := range in.Apart {
			key := p
			key.Count = 0
			a := index[key]
			if a == nil {
				a = &apart{Apart: key}
				index[key] = a
				list = append(list, a)
			}
			a.Count += p.Count
			if k := len(a.tests); k == 0 || a.tests[k-1] != in.Name {
				a.tests = append(a.tests, in.Name)
			}
			if p.Count > a.times {
				a.most, a.times = *in, p.Count
			}
		}
	}
	slices.SortFunc(list, func(a, b *apart) int { return path.CompareApart(a.Apart, b.Apart) })
	return list, total
}

// ApartTable lists the places at which ways stayed apart, for the tests of a run.
func ApartTable(infos []path.TestInfo) *Table {
	t := &Table{
		Name: "apart", Title: "Where ways stayed apart",
		Columns: []Column{
			{"times", "Times"},
			{"place", "Place"},
			{"function", ""},
			{"reason", "Reason"},
			{"tests_counted", "Tests"},
			{"most_in", "Most in"},
			{"tests", ""},
		},
	}
	list, total := apartOf(infos)
	for _, a := range list {
		total -= a.Count
		t.Rows = append(t.Rows, []any{a.Count, a.Place(), a.Func, a.Why, len(a.tests), a.most.Name, a.tests})
	}
	if total > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s times more at places that are not listed: a test lists those where it was most often.", thousands(fmt.Sprint(total))))
	}
	return t
}

// alike counts the paths of a test that end as another one does: with the same status and message, at the same place.
func alike(t *path.Test) int {
	seen := map[string]bool{}
	for i := range t.Paths {
		e := &t.Paths[i].End
		seen[fmt.Sprintf("%d %d %q %v", e.Kind, e.Code, e.Message, e.Stack)] = true
	}
	return len(t.Paths) - len(seen)
}

// apartNotes says of a table with numbers of paths where ways stayed apart, if merging them could make paths fewer.
func (s *Study) apartNotes() []string {
	var infos []path.TestInfo
	for i := range s.Tests {
		for _, in := range s.Tests[i].Info {
			if in != nil {
				infos = append(infos, *in)
			}
		}
	}
	list, total := apartOf(infos)
	if len(list) == 0 || s.alike == 0 {
		return nil
	}
	most := list[0]
	at := "at "
	if strings.HasPrefix(most.Place(), "in ") {
		at = ""
	}
	return []string{fmt.Sprintf("Ways stayed apart %s times, most %s%s (%s); `confcov apart RUN` lists the places.", thousands(fmt.Sprint(total)), at, most.Place(), most.Why)}
}

// shared reports whether ways were merged wherever they met: what is stored are not paths then.
func (s *Study) shared() bool { return s.Run.Settings["merge"] == "all" }

// pathWord returns what the stored paths are called in headings: one word or the other.
func (s *Study) pathWord(path, end string) string {
	if s.shared() {
		return end
	}
	return path
}

// sharedNotes says of a table with numbers of paths what these are.
func (s *Study) sharedNotes() []string {
	if !s.shared() {
		return nil
	}
	return []string{"An end stands for all paths whose ways had become one again before (--merge all); --merge off counts paths."}
}
