package page

// This file makes the values that data scripts hand to the page. What they look like is known to assets/*.js alone, so names are short.

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"strconv"
)

// marshal writes JSON. In a script of its own, <, > and & stand for themselves.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

func quote(s string) string {
	text, _ := json.Marshal(s) // a string can be written
	return string(text)
}

// numbers packs integers that are not negative: base64 of 7 bits a byte, the lowest first, the highest bit being set where more follow.
func numbers(list []int) string {
	var b []byte
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return base64.StdEncoding.EncodeToString(b)
}

// nodes packs nodes: bit, low and high of each; references to other nodes count back from the node's own, so that most take a byte or two.
func nodes(list []Node, first int) string {
	ref := func(i int, r int32) int {
		if r < 2 {
			return int(r)
		}
		return 2*(i+1) - int(r) + 1
	}
	var out []int
	for i := first; i < len(list); i++ {
		out = append(out, int(list[i].Bit), ref(i, list[i].Low), ref(i, list[i].High))
	}
	return numbers(out)
}

// conditions packs references of conditions.
func (m *Model) conditions(from, to int) []string {
	var yes, no []int
	for _, c := range m.Conditions[from:to] {
		yes, no = append(yes, int(c.Yes)), append(no, int(c.No))
	}
	if !m.Limited { // then one is the complement of the other
		return []string{numbers(yes)}
	}
	return []string{numbers(yes), numbers(no)}
}

// own returns how many conditions classes have, and how many nodes these need.
func (m *Model) own() (conditions, nodes int) {
	top := m.Domain
	for _, c := range m.Classes {
		conditions = max(conditions, c.Condition+1)
	}
	for _, c := range m.Conditions[:conditions] {
		top = max(top, c.Yes, c.No)
	}
	return conditions, int(top / 2)
}

type object = map[string]any

// modelData is what every page needs for the panel.
func (r *Report) modelData() object {
	m := &r.Model
	conditions, own := m.own()
	criteria, options := []any{}, []any{}
	for i, c := range r.Criteria {
		var sizes, conds []int
		for _, k := range m.Classes {
			if k.Criterion == i {
				sizes, conds = append(sizes, k.Size), append(conds, k.Condition)
			}
		}
		criteria = append(criteria, object{"name": c.Name, "plural": c.Plural, "total": c.Total, "sizes": numbers(sizes), "conditions": numbers(conds)})
	}
	for i := range m.Options {
		o := &m.Options[i]
		values := []any{}
		for _, v := range o.Values {
			x := []any{v.Text, strconv.FormatUint(v.Code, 16), v.Class, strconv.FormatInt(v.Number, 10)}
			if v.Ranges != nil && !r.Options[i].Text {
				var ends []string // JavaScript's numbers do not hold all of them
				for _, iv := range v.Ranges {
					ends = append(ends, strconv.FormatInt(iv[0], 10), strconv.FormatInt(iv[1], 10))
				}
				x = append(x, ends)
			}
			values = append(values, x)
		}
		x := object{"name": r.Options[i].Name, "at": o.Level, "bits": o.Bits, "values": values, "default": o.Default, "weight": o.Weight}
		if o.Linear != nil {
			x["linear"] = []string{strconv.FormatInt(o.Linear[0], 10), strconv.FormatInt(o.Linear[1], 10)}
		}
		options = append(options, x)
	}
	relations := []any{}
	for _, x := range m.Relations {
		relations = append(relations, []any{x.Key, x.Options})
	}
	sets := []any{}
	for _, s := range r.Sets {
		members := []any{}
		for _, mb := range s.Members {
			members = append(members, settings(mb.Settings))
		}
		sets = append(sets, object{"criterion": s.Criterion, "method": s.Method, "members": members})
	}
	return object{
		"subject": r.Subject, "never": r.Never, "criteria": criteria, "options": options, "sets": sets, "levels": m.Levels, "relations": relations,
		"limited": m.Limited, "domain": m.Domain, "nodes": nodes(m.Nodes[:own], 0), "conditions": m.conditions(0, conditions),
	}
}

func settings(list []Setting) [][2]string {
	out := make([][2]string, len(list))
	for i, s := range list {
		out[i] = [2]string{s.Option, s.Value}
	}
	return out
}

// testData is what tests cover: classes and conditions, and the nodes that only these need.
func (r *Report) testData() object {
	m := &r.Model
	conditions, own := m.own()
	tests := []any{}
	for i := range r.Tests {
		classes := m.Tests[i].Classes
		tests = append(tests, []any{r.Tests[i].Name, packClasses(len(classes), func(k int) (int, int) { return classes[k].Class, classes[k].Condition })})
	}
	return object{"tests": tests, "nodes": nodes(m.Nodes, own), "conditions": m.conditions(conditions, len(m.Conditions))}
}

// fileData is how many elements of each class each file has.
func (r *Report) fileData() any {
	out := []any{}
	for i := range r.Files {
		classes := r.Files[i].Classes
		out = append(out, []any{r.Files[i].Name, packClasses(len(classes), func(k int) (int, int) { return classes[k].Class, classes[k].Count })})
	}
	return out
}

// packClasses packs a number for each of some classes, which ascend: of these how many are between them.
func packClasses(n int, at func(k int) (class, number int)) string {
	var list []int
	last := -1
	for k := range n {
		class, number := at(k)
		list = append(list, class-last-1, number)
		last = class
	}
	return numbers(list)
}

// settingTable numbers settings, so that each is written once.
type settingTable struct {
	index map[Setting]int
	list  [][2]string
}

func newSettingTable() *settingTable {
	return &settingTable{index: map[Setting]int{}, list: [][2]string{}}
}

// pack packs the numbers of settings.
func (t *settingTable) pack(list []Setting) string {
	var out []int
	for _, s := range list {
		i, ok := t.index[s]
		if !ok {
			i = len(t.list)
			t.index[s] = i
			t.list = append(t.list, [2]string{s.Option, s.Value})
		}
		out = append(out, i)
	}
	return numbers(out)
}

// sourceData is what is shown of a line on request.
func sourceData(f *File) object {
	table, details := newSettingTable(), []any{}
	for _, d := range f.Details {
		least := []string{}
		for _, l := range d.Least {
			least = append(least, table.pack(l))
		}
		details = append(details, object{
			"f": d.Formula, "s": d.Share, "t": numbers(d.Tests), "x": d.Fixed, "l": least, "b": d.Bound, "c": table.pack(d.Settings), "n": d.Test, "r": d.Command,
		})
	}
	lines := object{}
	for _, l := range f.Lines {
		var groups []any
		for _, g := range l.Groups {
			groups = append(groups, []any{g.Name, g.Class, g.Detail, g.Why})
		}
		if groups != nil {
			lines[strconv.Itoa(l.Number)] = groups
		}
	}
	return object{"file": f.Name, "settings": table.list, "details": details, "why": f.Why, "lines": lines}
}

// optionData is what is shown of an option on request.
func (r *Report) optionData() any {
	out := []any{}
	for i := range r.Options {
		o := &r.Options[i]
		reads, files, values := []any{}, []any{}, []any{}
		for _, p := range o.Reads {
			reads = append(reads, []any{p.File, p.Line, p.Func})
		}
		for _, f := range o.Files {
			files = append(files, []any{r.Files[f.File].Name, f.Count})
		}
		for _, v := range o.Values {
			values = append(values, []string{v.Text, v.Value})
		}
		out = append(out, object{
			"name": o.Name, "domain": o.Domain, "default": o.Default, "decides": o.Decides, "reads": reads, "files": files, "values": values,
			"tests": o.SetBy, "interactions": o.Interactions.Text,
		})
	}
	return out
}

// searchData is what can be searched from every page: files, functions, options and tests.
func (r *Report) searchData() object {
	files, functions, options, tests := []any{}, []any{}, []any{}, []any{}
	for i := range r.Files {
		f := &r.Files[i]
		files = append(files, []any{f.Name, FileName(f.Name)})
		for _, fn := range f.Functions {
			functions = append(functions, []any{fn.Func, i, fn.Line})
		}
	}
	for i := range r.Options {
		options = append(options, r.Options[i].Name)
	}
	for i := range r.Tests {
		tests = append(tests, r.Tests[i].Name)
	}
	return object{"files": files, "functions": functions, "options": options, "tests": tests}
}

// maxInteractions is how many interactions of a criterion a report has at most: those that guarantee most.
const maxInteractions = 3000

// interactionData is the interactions of a criterion.
func interactionData(in Interactions) any {
	table, out := newSettingTable(), []any{}
	for i := range in.List[:min(len(in.List), maxInteractions)] {
		x := &in.List[i]
		out = append(out, []any{table.pack(x.Settings), x.New.Text, x.Example.File, x.Example.Line})
	}
	return object{"settings": table.list, "list": out}
}
