package main

// This file sees to it that DuckDB reads run directories: the queries of docs/run-directory.md, and what they answer.

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/reports"
)

// duckDB builds the program that runs queries. It is a module of its own: DuckDB's library, a hundred megabytes, is part of it.
func duckDB(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "duckdb")
	cmd := exec.Command("go", "build", "-buildvcs=false", "-o", program, ".")
	cmd.Dir = "../../reports/testdata/duckdb"
	out, err := cmd.CombinedOutput()
	need.That(t, err == nil, "DuckDB cannot be built: %v\n%s", err, out)
	return program
}

// documentedQueries returns the statements of the SQL blocks of a file.
func documentedQueries(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var queries []string
	for _, block := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllSubmatch(text, -1) {
		for line := range strings.Lines(string(block[1])) {
			queries = append(queries, strings.TrimSpace(line))
		}
	}
	if len(queries) == 0 {
		t.Fatalf("%s: no queries", name)
	}
	return queries
}

// queried is a program of whose run every documented query finds something.
var queried = map[string]string{
	"subject.toml": `name = "queried"
version = "1"
[source]
folder = "src"
[build]
files = ["main.c"]
[symbolic]
after = "read_options"
[config]
how = "arguments"
line = "{name}={value}"
[options]
object = "{name}"
list = [
	{ name = "ssl_enable", domain = "bool", default = 0 },
	{ name = "dirlist_enable", domain = "bool", default = 0 },
	{ name = "max_clients", domain = "0..9", default = 5 },
]
`,
	"src/main.c": `#include <stdio.h>

int ssl_enable, dirlist_enable, max_clients;

static void
read_options(void)
{
}

int
main(void)
{
  read_options();
  if (ssl_enable && dirlist_enable)
    puts("both");
  if (ssl_enable)
    printf("%d\n", 100 / max_clients);
  return 0;
}
`,
	"tests/one.txtar": "summary = \"no arguments\"\nargv = [\"queried\"]\n",
}

// TestDuckDB runs the queries that are documented, and more whose answers are known.
func TestDuckDB(t *testing.T) {
	need.Slow(t)
	program := duckDB(t)
	x, s := exploreSubject(t, need.Folder(t, queried), "all", reports.Options{Guarantee: interactions.BySuite})
	if err := s.Save(x.dir); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(x.flags.out, filepath.Join(dir, "run")); err != nil {
		t.Fatal(err)
	}
	queries := documentedQueries(t, "../../docs/run-directory.md")
	known := knownQueries(s)
	for _, k := range known {
		queries = append(queries, k.query)
	}
	cmd := exec.Command(program)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, strings.NewReader(strings.Join(queries, "\n")), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(queries) {
		t.Fatalf("%d answers to %d queries", len(answers), len(queries))
	}
	for i, query := range queries {
		var rows [][]any
		if err := json.Unmarshal([]byte(answers[i]), &rows); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if len(rows) == 0 {
			t.Errorf("%s: no rows", query)
		}
	}
	for i, k := range known {
		if got := answers[len(queries)-len(known)+i]; got != k.answer {
			t.Errorf("%s: %s, want %s", k.query, got, k.answer)
		}
	}
}

type knownQuery struct{ query, answer string }

// knownQueries returns queries with what a study answers them.
func knownQueries(s *reports.Study) []knownQuery {
	line := s.Result(coverage.Line)
	var known []knownQuery
	add := func(answer any, format string, args ...any) {
		text, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		known = append(known, knownQuery{fmt.Sprintf(format, args...), string(text)})
	}
	const of = "select count(*)::double from 'run/"
	add([][]int{{line.Total.Covered()}}, of+"coverage.parquet' where criterion = 'line' and fraction > 0")
	add([][]int{{s.Universe.Count(coverage.Line)}}, of+"elements.parquet' where criterion = 'line'")
	add([][]int{{len(s.Space.Options)}}, of+"options.parquet'")
	add([][]int{{len(line.Exact.Members)}}, "select count(distinct number)::double from 'run/covering_set.parquet' where criterion = 'line' and method = 'exact'")
	for strength, n := range line.Analysis.ByStrength() {
		if n > 0 && strength > 0 {
			add([][]int{{n}}, of+"interactions.parquet' where criterion = 'line' and strength = %d", strength)
		}
	}
	add([][]string{{s.Run.Digest}}, "select distinct decode(value) from parquet_kv_metadata('run/coverage.parquet') where decode(key) = 'confcov.run'")
	return known
}
