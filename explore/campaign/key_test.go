package campaign

// This file tests that everything in a subject's files that can change a result changes the key of the result: each field of the
// subject and its tests is changed in turn. A field that nobody classified fails the test.

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
	"github.com/confcov/confcov/subjects/fetch"
)

// keyed are the files of a subject in which every field has a value.
var keyed = map[string]string{
	"subject.toml": `
name = "keyed"
version = "1"
summary = "a subject"
homepage = "https://example.org"
[source]
folder = "src"
[build]
files = ["main.c", "more.c"]
include = ["one"]
include_after = ["after"]
defines = ["N=1"]
libraries = ["m"]
native = ["-g"]
[[coverage.exclude]]
file = "more.c"
func = "more"
reason = "unreachable"
[symbolic]
after = "ready"
[config]
how = "file"
path = "/etc/conf"
line = "{name}={value}"
false = "no"
true = "yes"
unset = "-"
header = ["# configuration"]
[options]
object = "opt_{name}"
fixed = [{ names = ["sandbox", "tls"], value = false, reason = "there is none" }]
list = [
	{ name = "flag", domain = "bool", default = 0 },
	{ name = "size", domain = "1..9", type = "u16", default = 1, base = "octal", key = "Size", help = "bytes" },
	{ name = "kind", domain = "1,2,4", default = 1, scope = "listed" },
	{ name = "text", domain = ["a", "b"], default = "a" },
]
[mode.a]
summary = "mode a"
[mode.a.settings]
Banner = "hello"
flag = true
[mode.b]
[mode.b.settings]
Banner = "good bye"
[environment]
argv = ["keyed"]
env = ["A=1"]
files = "base.txtar"
`,
	"base.txtar":    "-- dir / --\n-- dir /etc --\n-- dir /etc/d --\n-- file /etc/passwd --\nftp:x:7:8::/:/bin/sh\n-- file /etc/group --\nftp:x:8:\n-- link /etc/l target=/etc/d --\n",
	"src/main.c":    "#include <one.h>\n#include <after.h>\nint opt_flag;\nunsigned short opt_size;\nint opt_kind, other_kind; const char *opt_text;\nlong wide_kind; short narrow[4]; unsigned short Size2;\nvoid ready(void) {}\nvoid steady(void) {}\nint more(int);\nint main(void) { ready(); steady(); return more(opt_flag) + N + ONE + AFTER; }\n",
	"src/more.c":    "int most(int x) { return x; }\nint more(int x) { if (x) return 1; return most(x); }\n",
	"src/third.c":   "int third;\n",
	"src/one/one.h": "#define ONE 1\n", "src/two/one.h": "#define ONE 2\n",
	"src/after/after.h": "#define AFTER 1\n", "src/behind/after.h": "#define AFTER 2\n",
	"tests/plain.txtar": `summary = "a test"
mode = "a"
native = "no"
symbolic = ["kind"]
[settings]
Size = 8
-- stdin --
input
-- dir /d --
-- file /d/f owner=ftp mode=0600 mtime=2020-01-02T03:04:05Z --
data
-- link /d/l target=/d/f --
`,
}

// change is a change of the files that change a field.
type change struct {
	edits  []string // file, old text, new text; "" as old text: what is added at the end
	before []string // edits that the files have before too
	test   string   // the test's name afterwards; "": plain
	same   string   // why the key stays the same; "": it changes
}

const (
	toml  = "subject.toml"
	plain = "tests/plain.txtar"
	main  = "src/main.c"
)

// served makes the program a server that a peer talks to.
var served = []string{
	toml, `files = "base.txtar"`, "files = \"base.txtar\"\nstdin = \"socket\"", plain, "-- stdin --\ninput\n", "-- data d --\nx\n-- script --\nsend QUIT\ndata-send @d\n",
}

// sectioned gives the configuration sections, implying an option something that it implies.
var (
	sectioned = []string{
		toml, "unset = \"-\"", "unset = \"-\"\nsection = \"[{section}]\"", toml, "{ name = ", "{ section = \"A\", name = ",
		toml, `["sandbox", "tls"]`, `["A.sandbox", "A.tls"]`, toml, "Banner =", `"A.Banner" =`,
	}
	implying = []string{toml, `key = "Size"`, `key = "Size", implies = { 2 = { kind = 2 } }`}
)

// changes has a row for each field of subjects.Subject and subjects.Test; those of slices count for their elements.
var changes = map[string]change{
	"Name":               {edits: []string{toml, `name = "keyed"`, `name = "other"`}},
	"Version":            {edits: []string{toml, `version = "1"`, `version = "2"`}},
	"Summary":            {same: "for people", edits: []string{toml, "a subject", "another"}},
	"Homepage":           {same: "for people", edits: []string{toml, "example.org", "example.com"}},
	"Path":               {same: "where the subject lies"},
	"Files":              {same: "the other fields are read from them"},
	"Source.Folder":      {same: "the program counts, wherever its source is"},
	"Source.URL":         {same: "the program counts"},
	"Source.SHA256":      {same: "the program counts"},
	"Source.Strip":       {same: "the program counts"},
	"Source.Debian":      {same: "the program counts"},
	"Source.Suite":       {same: "the program counts"},
	"Source.Given":       {same: "the program counts, wherever its source is"},
	"Source.SaysFile":    {same: "the program counts"},
	"Source.SaysText":    {same: "the program counts"},
	"CIL":                {edits: []string{toml, "[[coverage.exclude]]", "[coverage]\nlines = \"cil\"\n[[coverage.exclude]]"}},
	"Build.Files":        {edits: []string{toml, `"more.c"]`, `"more.c", "third.c"]`}},
	"Build.Include":      {edits: []string{toml, `["one"]`, `["two"]`}},
	"Build.IncludeAfter": {edits: []string{toml, `["after"]`, `["behind"]`}},
	"Build.Defines":      {edits: []string{toml, `N=1`, `N=2`}},
	"Build.Libraries":    {same: "of native builds", edits: []string{toml, `["m"]`, `["dl"]`}},
	"Build.Native":       {same: "of native builds", edits: []string{toml, `-g`, `-O2`}},
	"Build.Configure":    {same: "the program counts, with what the script makes"},
	"Build.Generated":    {same: "the program counts, with what the script makes"},
	"Exclude.File":       {edits: []string{toml, "file = \"more.c\"\nfunc = \"more\"", "file = \"main.c\"\nfunc = \"main\""}},
	"Exclude.Func":       {edits: []string{toml, `func = "more"`, `func = "most"`}},
	"Exclude.Reason":     {same: "for people", edits: []string{toml, "unreachable", "never reached"}},
	"Unreferenced": {
		before: []string{toml, `"more.c"]`, `"more.c", "third.c"]`, "src/third.c", "int third;", "int third; int unused(void) { return 1; }"},
		edits:  []string{toml, "[[coverage.exclude]]", "[coverage]\nunreferenced = \"not used\"\n[[coverage.exclude]]"},
	},
	"Symbolic.Func":          {edits: []string{toml, `after = "ready"`, `after = "steady"`}},
	"Config.How":             {edits: []string{toml, `how = "file"`, `how = "arguments"`, toml, "path = \"/etc/conf\"\n", "", toml, "header = [\"# configuration\"]\n", ""}},
	"Config.Path":            {edits: []string{toml, "/etc/conf", "/etc/confs"}},
	"Config.Position":        {before: []string{toml, `how = "file"`, `how = "arguments"`, toml, "path = \"/etc/conf\"\n", "", toml, "header = [\"# configuration\"]\n", "", toml, `["keyed"]`, `["keyed", "x"]`}, edits: []string{toml, `how = "arguments"`, "how = \"arguments\"\nposition = 1"}},
	"Config.Section":         {before: sectioned, edits: []string{toml, `"[{section}]"`, `"<{section}>"`}},
	"Config.Line":            {edits: []string{toml, "{name}={value}", "{name} = {value}"}},
	"Config.False":           {before: []string{toml, "flag = true", "flag = false"}, edits: []string{toml, `"no"`, `"NO"`}},
	"Config.True":            {edits: []string{toml, `"yes"`, `"YES"`}},
	"Config.Unset":           {before: []string{toml, `["a", "b"]`, `["a", false]`, toml, "flag = true", "flag = true\ntext = false"}, edits: []string{toml, `unset = "-"`, `unset = "--"`}},
	"Config.Header":          {edits: []string{toml, "# configuration", "# the configuration"}},
	"Options.Name":           {edits: []string{toml, `name = "size"`, `object = "opt_size", name = "length"`}},
	"Options.Object":         {edits: []string{toml, `name = "size"`, `object = "Size2", name = "size"`}},
	"Options.Domain.Kind":    {edits: []string{toml, `domain = "1..9"`, `domain = "any"`}},
	"Options.Domain.Values":  {edits: []string{toml, `"1,2,4"`, `"1,2,5"`}},
	"Options.Domain.Min":     {edits: []string{toml, `"1..9"`, `"0..9"`}},
	"Options.Domain.Max":     {edits: []string{toml, `"1..9"`, `"1..8"`}},
	"Options.Domain.Bits":    {edits: []string{toml, `name = "kind"`, `object = "wide_kind", type = "i64", name = "kind"`}},
	"Options.Domain.Strings": {edits: []string{toml, `["a", "b"]`, `["a", "c"]`}},
	"Options.Domain.Unset":   {edits: []string{toml, `["a", "b"]`, `["a", "b", false]`}},
	"Options.Array":          {edits: []string{main, "const char *opt_text", "char opt_text[4]"}},
	"Options.Domain.Signed":  {edits: []string{toml, `type = "u16"`, `type = "i16"`, main, "unsigned short opt_size", "short opt_size"}},
	"Options.Default":        {edits: []string{toml, `type = "u16", default = 1`, `type = "u16", default = 2`}},
	"Options.Scope":          {edits: []string{toml, `default = 1, scope = "listed"`, `default = 1`}, before: []string{plain, `symbolic = ["kind"]`, ``}},
	"Options.Domain.Octal":   {edits: []string{toml, `base = "octal", `, ``}},
	"Options.Base":           {edits: []string{toml, `base = "octal", `, ``}},
	"Options.Key":            {edits: []string{toml, `key = "Size"`, `key = "Length"`, plain, "Size = 8", "Length = 8"}},
	"Options.Type":           {same: "the domain has it", edits: []string{toml, `name = "flag", `, `name = "flag", type = "i32", `}},
	"Options.Text":           {same: "the domain says it", edits: []string{toml, `"1,2,4"`, `"4,2,1"`}},
	"Options.Line":           {same: "of messages", edits: []string{toml, "list = [", "list = [\n"}},
	"Exclude.Line":           {same: "of messages", edits: []string{toml, "[[coverage.exclude]]", "\n[[coverage.exclude]]"}},
	"Symbolic.Line":          {same: "of messages", edits: []string{toml, "[symbolic]", "\n[symbolic]"}},
	"Options.Section":        {before: sectioned, edits: []string{toml, `section = "A"`, `section = "B"`}},
	"Options.Form":           {before: []string{toml, `key = "Size"`, `key = "Size", line = "{name} {value}"`}, edits: []string{toml, `"{name} {value}"`, `"{name}: {value}"`}},
	"Options.Implies.Value":  {same: "of settings that are written: a test writes what it sets", before: implying, edits: []string{toml, `implies = { 2`, `implies = { 3`}},
	"Options.Implies.Option": {same: "of settings that are written: a test writes what it sets", before: implying, edits: []string{toml, `{ kind = 2 }`, `{ flag = 1 }`}},
	"Options.Implies.Is":     {same: "of settings that are written: a test writes what it sets", before: implying, edits: []string{toml, `{ kind = 2 }`, `{ kind = 4 }`}},
	"Options.Help":           {same: "for people", edits: []string{toml, "bytes", "octets"}},
	"Fixed.Names":            {edits: []string{toml, `"tls"`, `"ssl"`}},
	"Fixed.Value":            {edits: []string{toml, `value = false`, `value = true`}},
	"Fixed.Reason":           {same: "for people", edits: []string{toml, "there is none", "there are none"}},
	"Modes.Name":             {same: "what the mode sets counts", edits: []string{toml, "mode.a", "mode.c", plain, `mode = "a"`, `mode = "c"`}},
	"Modes.Summary":          {same: "for people", edits: []string{toml, "mode a", "the mode a"}},
	"Modes.Reason":           {same: "for people", edits: []string{toml, `summary = "mode a"`, `summary = "mode a"` + "\nreason = \"there is one\""}},
	"Modes.Header":           {before: []string{toml, "summary = \"mode a\"", "summary = \"mode a\"\nheader = [\"# a\"]"}, edits: []string{toml, `"# a"`, `"# b"`}},
	"Modes.Settings.Key":     {edits: []string{toml, `Banner = "hello"`, `Banners = "hello"`}},
	"Modes.Settings.Value":   {edits: []string{toml, `"hello"`, `"hallo"`}},
	"Modes.Settings.Option":  {edits: []string{toml, `flag = true`, ``}},
	"Modes.Settings.Number":  {edits: []string{toml, `flag = true`, `flag = false`}},
	"Defaults.Argv":          {edits: []string{toml, `["keyed"]`, `["keyed", "-x"]`}},
	"Defaults.Env":           {edits: []string{toml, `A=1`, `A=2`}},
	"Defaults.Files.Kind":    {edits: []string{"base.txtar", "dir /etc/d", "file /etc/d"}},
	"Defaults.Files.Path":    {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/e"}},
	"Defaults.Files.Mode":    {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/d mode=0700"}},
	"Defaults.Files.Owner":   {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/d owner=ftp:root"}},
	"Defaults.Files.Group":   {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/d owner=root:ftp"}},
	"Defaults.Files.UID":     {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/d owner=9:0"}},
	"Defaults.Files.GID":     {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/d owner=0:9"}},
	"Defaults.Files.MTime":   {edits: []string{"base.txtar", "dir /etc/d", "dir /etc/d mtime=2021-01-02T03:04:05Z"}},
	"Defaults.Files.Data":    {edits: []string{"base.txtar", "/bin/sh", "/bin/bash"}},
	"Defaults.Files.Target":  {edits: []string{"base.txtar", "target=/etc/d", "target=/etc/e"}},
	"Defaults.Files.Line":    {same: "of messages", edits: []string{"base.txtar", "-- dir /etc --\n", "-- dir /etc --\n\n"}},
	"Defaults.Files.Host":    {same: "of native runs: no section sets it"},
	"Defaults.Stdin":         {edits: []string{toml, `files = "base.txtar"`, "files = \"base.txtar\"\nstdin = \"socket\"", plain, "-- stdin --\ninput\n", "-- script --\n"}},

	"Tests.Name":            {test: "renamed"},
	"Tests.Summary":         {same: "for people", edits: []string{plain, "a test", "the test"}},
	"Tests.Path":            {same: "of messages"},
	"Tests.Mode":            {edits: []string{plain, `mode = "a"`, `mode = "b"`}},
	"Tests.Argv":            {edits: []string{plain, `mode = "a"`, "mode = \"a\"\nargv = [\"keyed\", \"-y\"]"}},
	"Tests.Env":             {edits: []string{plain, `mode = "a"`, "mode = \"a\"\nenv = [\"A=3\"]"}},
	"Tests.Files.Kind":      {edits: []string{plain, "link /d/l target=/d/f", "dir /d/l"}},
	"Tests.Files.Path":      {edits: []string{plain, "link /d/l", "link /d/m"}},
	"Tests.Files.Mode":      {edits: []string{plain, "mode=0600", "mode=0640"}},
	"Tests.Files.Owner":     {edits: []string{plain, "owner=ftp", "owner=root:ftp"}},
	"Tests.Files.Group":     {edits: []string{plain, "owner=ftp", "owner=ftp:root"}},
	"Tests.Files.UID":       {edits: []string{plain, "owner=ftp", "owner=9:8"}},
	"Tests.Files.GID":       {edits: []string{plain, "owner=ftp", "owner=7:9"}},
	"Tests.Files.MTime":     {edits: []string{plain, "2020-01-02", "2020-01-03"}},
	"Tests.Files.Data":      {edits: []string{plain, "\ndata\n", "\nother data\n"}},
	"Tests.Files.Target":    {edits: []string{plain, "target=/d/f", "target=/d"}},
	"Tests.Files.Line":      {same: "of messages"},
	"Tests.Files.Host":      {same: "of native runs: no section sets it"},
	"Tests.Stdin":           {same: "see Defaults.Stdin: a test has none of its own"},
	"Tests.Input":           {edits: []string{plain, "input", "other input"}},
	"Tests.Peer":            {before: served, edits: []string{plain, "send QUIT", "send QUITS"}},
	"Tests.Script":          {before: served, edits: []string{plain, "send QUIT", "sleep 5s"}},
	"Tests.ScriptLine":      {same: "of messages", before: served, edits: []string{plain, "-- data d --", "\n-- data d --"}},
	"Tests.Data":            {before: served, edits: []string{plain, "-- data d --\nx", "-- data d --\ny"}},
	"Tests.Header":          {before: []string{plain, `mode = "a"`, "mode = \"a\"\nheader = [\"# t\"]"}, edits: []string{plain, `"# t"`, `"# u"`}},
	"Tests.Concrete.Key":    {edits: []string{plain, "Size = 8", "Size = 8\nUnknown = 1"}},
	"Tests.Concrete.Value":  {before: []string{plain, "Size = 8", "Size = 8\nUnknown = 1"}, edits: []string{plain, "Unknown = 1", "Unknown = 2"}},
	"Tests.Concrete.Option": {edits: []string{plain, "Size = 8\n", ""}},
	"Tests.Concrete.Number": {edits: []string{plain, "Size = 8", "Size = 9"}},
	"Tests.Symbolic":        {edits: []string{plain, `symbolic = ["kind"]`, ""}},
	"Tests.Values":          {edits: []string{plain, "Size = 8", "Size = 7"}},
	"Tests.AllConcrete":     {before: []string{plain, `symbolic = ["kind"]`, "", plain, `mode = "a"`, `mode = "b"`}, edits: []string{plain, `native = "no"`, "native = \"no\"\nconcrete = \"none is read\""}},
	"Tests.Native":          {same: "of native runs", edits: []string{plain, `native = "no"`, `native = "never"`}},
}

// fields returns the names of all exported fields of a structure, those of structures in it included.
func fields(t reflect.Type, prefix string) []string {
	var names []string
	for f := range structFields(t) {
		inner := f.Type
		for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		name := prefix + f.Name + "."
		if f.Anonymous {
			name = prefix
		}
		if inner.Kind() == reflect.Struct && inner != reflect.TypeFor[peer.Script]() {
			names = append(names, fields(inner, name)...)
		} else {
			names = append(names, strings.TrimSuffix(name, "."))
		}
	}
	return names
}

func structFields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !yield(f) {
				return
			}
		}
	}
}

// edit returns files with the edits made.
func edit(t *testing.T, files map[string]string, edits []string) map[string]string {
	t.Helper()
	files = maps.Clone(files)
	for e := range slices.Chunk(edits, 3) {
		if !strings.Contains(files[e[0]], e[1]) {
			t.Fatalf("%s does not contain %q", e[0], e[1])
		}
		files[e[0]] = strings.ReplaceAll(files[e[0]], e[1], e[2])
	}
	return files
}

// keysOf writes a subject and returns the keys of a test in each mode.
func keysOf(t *testing.T, library *libc.Archive, files map[string]string, test string) []string {
	t.Helper()
	s, err := subjects.Load(need.Folder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(s, []string{test}, Settings{Modes: path.Modes()})
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Build(t.Context(), p, build.Options{Library: library}); err != nil {
		t.Fatal(err)
	}
	return []string{c.Key(c.Tests[0], path.Merged), c.Key(c.Tests[0], path.Expanded)}
}

func TestKeyFields(t *testing.T) {
	library, err := libc.Open(t.Context(), libc.Options{Keep: true})
	need.Fetched(t, err)
	names := fields(reflect.TypeFor[subjects.Subject](), "")
	for _, name := range names {
		if _, ok := changes[name]; !ok {
			t.Errorf("field %s: does it change a key? It has no row in the table of changes", name)
		}
	}
	for name := range changes {
		if !slices.Contains(names, name) {
			t.Errorf("the table of changes has a row for %s, which is not a field", name)
		}
	}
	base := keysOf(t, library, keyed, "plain")
	if base[0] == base[1] {
		t.Error("both modes have the same key")
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		ch := changes[name]
		if ch.edits == nil && ch.test == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			files, before, test := keyed, base, "plain"
			if ch.before != nil {
				files = edit(t, keyed, ch.before)
				before = keysOf(t, library, files, test)
			}
			files = edit(t, files, ch.edits)
			if ch.test != "" {
				test = ch.test
				files["tests/"+test+".txtar"] = files[plain]
			}
			for i, key := range keysOf(t, library, files, test) {
				if same := key == before[i]; same != (ch.same != "") {
					t.Errorf("%s: the key stays the same: %v", path.Modes()[i], same)
				}
			}
		})
	}
}

// TestKeyConstraints changes the constraints between options.
func TestKeyConstraints(t *testing.T) {
	library, err := libc.Open(t.Context(), libc.Options{Keep: true})
	need.Fetched(t, err)
	seen := map[string]string{}
	for _, constraints := range []string{"", `constraints = ["size < 9"]`, `constraints = ["size < 9 | kind == 2"]`, `constraints = ["size < 9", "kind == 1 | flag"]`} {
		key := keysOf(t, library, edit(t, keyed, []string{toml, "list = [", constraints + "\nlist = ["}), "plain")[0]
		if other, ok := seen[key]; ok {
			t.Errorf("%q has the key of %q", constraints, other)
		}
		seen[key] = constraints
	}
}

// TestKeySettings changes each of the settings.
func TestKeySettings(t *testing.T) {
	base := Description{}
	seen := map[string]string{base.Key(): "nothing"}
	each(reflect.ValueOf(&base).Elem(), "", func(name string) {
		key := base.Key()
		if other, ok := seen[key]; ok {
			t.Errorf("the key stays the same when %s changes, and %s", name, other)
		}
		seen[key] = name
	})
	if len(seen) < 50 {
		t.Errorf("%d fields", len(seen))
	}
}

// each gives one field of a structure after another a different value, calls f, and restores it.
func each(v reflect.Value, name string, f func(string)) {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				each(v.Field(i), name+"."+v.Type().Field(i).Name, f)
			}
		}
		return
	}
	old := reflect.New(v.Type()).Elem()
	old.Set(v)
	switch v.Kind() {
	case reflect.Func:
		return
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		if e := v.Index(0); e.Kind() == reflect.Struct {
			each(e, name+"[0]", f)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Type().Elem() != reflect.TypeFor[confspace.Space]() {
			break
		}
		each(v.Elem(), name, f)
	default:
		if v.CanInt() {
			v.SetInt(1)
		} else {
			v.SetUint(1)
		}
	}
	f(name)
	v.Set(old)
}
