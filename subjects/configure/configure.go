package configure

// This file runs configure scripts.

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/confine"
)

// Recipe says what is made of a source.
type Recipe struct {
	Name      string   // of the program and its version, as part of a file name: "grep-3.11"
	Source    string   // the folder of the source; it is not changed
	Digest    string   // of its content; "": it is computed
	Arguments []string // of the configure script; nil: the source has its makefiles, and no script is run
	Generated []string // files that the script makes, or the makefiles, relative to the source; NAME? where the host needs one
}

// file is one of Recipe.Generated.
type file struct {
	name     string
	optional bool
}

func (r *Recipe) files() []file {
	var list []file
	for _, text := range r.Generated {
		name, optional := strings.CutSuffix(text, "?")
		list = append(list, file{name, optional})
	}
	return list
}

//go:embed compiler.sh
var compiler string

// started are the symbols that gcc and the start of a program on the host need.
var started = []string{"__libc_start_main", "__stack_chk_fail", "__cxa_finalize", "__cxa_atexit", "_GLOBAL_OFFSET_TABLE_", "__tls_get_addr"}

// Run returns the folder of the tree, from the cache if it is there.
func Run(ctx context.Context, r *Recipe, opt fetch.Options) (string, error) {
	if !slices.ContainsFunc(r.files(), func(f file) bool { return !f.optional && !isFile(filepath.Join(r.Source, f.name)) }) {
		return r.Source, nil // somebody has run it there
	}
	if opt.Cache == "" {
		var err error
		if opt.Cache, err = fetch.CacheDir(); err != nil {
			return "", err
		}
	}
	key, err := r.key(ctx)
	if err != nil {
		return "", r.problem(err, "")
	}
	unlock, err := fetch.Lock(ctx, opt, "configure-"+key)
	if err != nil {
		return "", err
	}
	defer unlock()
	home := filepath.Join(opt.Cache, "configured", r.Name+"-"+key)
	tree, stamp := filepath.Join(home, "tree"), filepath.Join(home, "stamp")
	if want, err := os.ReadFile(stamp); err == nil {
		if got, err := fetch.Manifest(tree); err == nil && got == string(want) {
			return tree, nil
		}
	}
	if opt.Log != nil {
		if r.Arguments == nil {
			opt.Log("running make for %s", r.Name)
		} else {
			opt.Log("running the configure script of %s", r.Name)
		}
	}
	if err := os.RemoveAll(home); err != nil {
		return "", r.problem(err, "")
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		return "", r.problem(err, "make the cache folder writable, or set CONFCOV_CACHE to another")
	}
	work, tools := filepath.Join(home, "work"), filepath.Join(home, "bin")
	defer os.RemoveAll(work)
	defer os.RemoveAll(tools)
	if err := r.make(ctx, work, tools); err != nil {
		return "", err
	}
	if err := copyTree(r.Source, tree); err != nil {
		return "", r.problem(err, "")
	}
	if err := r.take(work, tree); err != nil {
		return "", r.problem(fmt.Errorf("build.generated: %w", err), "")
	}
	content, err := fetch.Manifest(tree)
	if err != nil {
		return "", r.problem(err, "")
	}
	return tree, os.WriteFile(stamp, []byte(content), 0o644)
}

func (r *Recipe) problem(err error, remedy string) error {
	return &fetch.Error{What: "configure " + r.Name, Err: err, Remedy: remedy}
}

// byHand is what helps where the script cannot be run.
func (r *Recipe) byHand() string {
	var names []string
	for _, f := range r.files() {
		if !f.optional {
			names = append(names, f.name)
		}
	}
	if r.Arguments == nil {
		return fmt.Sprintf("or make %s by hand in a copy of the source, and name that with --source", brief(names))
	}
	return fmt.Sprintf("or run it by hand in a copy of the source, where it has to make %s, and name that with --source", brief(names))
}

func brief(names []string) string {
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more files", strings.Join(names[:3], ", "), len(names)-3)
	}
	return strings.Join(names, ", ")
}

// key identifies all that the tree depends on.
func (r *Recipe) key(ctx context.Context) (string, error) {
	h := sha256.New()
	digest := r.Digest
	if digest == "" {
		content, err := fetch.Manifest(r.Source)
		if err != nil {
			return "", err
		}
		digest = content
	}
	fmt.Fprintf(h, "1\n%q\n%q\n%q\n%q\n%q\n", digest, r.Arguments, r.Generated, compiler, libc.Symbols())
	if r.Arguments == nil {
		fmt.Fprintln(h, "no script")
	}
	for _, args := range [][]string{{"-v"}, {"-E", "-dM", "-include", "features.h", "-x", "c", "/dev/null"}} {
		cmd := exec.CommandContext(ctx, "gcc", args...)
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if err != nil {
			if errors.Is(err, exec.ErrNotFound) {
				err = errors.New("gcc is missing: apt-get install gcc libc6-dev make")
			}
			return "", fmt.Errorf("the host's compiler: %w", err)
		}
		h.Write(out)
	}
	return hex.EncodeToString(h.Sum(nil))[:12], nil
}

// make makes the files in a copy of the source; tools is a folder for the compiler.
func (r *Recipe) make(ctx context.Context, tree, tools string) error {
	if r.Arguments != nil && !isFile(filepath.Join(r.Source, "configure")) {
		return r.problem(errors.New("the source has no configure script"), "leave build.configure out if its makefiles make "+brief(r.Generated)+", "+r.byHand())
	}
	if err := confine.Check(); err != nil {
		return r.problem(fmt.Errorf("what makes build.generated cannot be run: %w", err), "see docs/security.md, "+r.byHand())
	}
	if err := copyTree(r.Source, tree); err != nil {
		return r.problem(err, "")
	}
	if err := os.MkdirAll(tools, 0o755); err != nil {
		return r.problem(err, "")
	}
	symbols := strings.Join(append(slices.Clone(libc.Symbols()), started...), "\n") + "\n"
	if err := os.WriteFile(filepath.Join(tools, "symbols"), []byte(symbols), 0o644); err != nil {
		return r.problem(err, "")
	}
	if err := os.WriteFile(filepath.Join(tools, "gcc"), []byte(compiler), 0o755); err != nil {
		return r.problem(err, "")
	}
	if err := confine.GiveAll(tree); err != nil {
		return r.problem(err, "")
	}
	if r.Arguments == nil {
		return r.built(ctx, tree, tools)
	}
	// What Autoconf's scripts take as arguments, all scripts take from the environment.
	args := []string{"CC=" + filepath.Join(tools, "gcc"), "CFLAGS=-O0", "PKG_CONFIG=false", "CONFIG_SITE=/dev/null", "sh", "./configure"}
	if text, err := os.ReadFile(filepath.Join(tree, "configure")); err == nil && bytes.Contains(text, []byte("Generated by GNU Autoconf")) {
		args = append(args, "--disable-dependency-tracking", "--quiet")
	}
	if out, err := r.run(ctx, tree, tools, "env", append(args, r.Arguments...)...); err != nil {
		return r.failed(ctx, err, tree, out)
	}
	return r.built(ctx, tree, tools)
}

// run runs a program in the tree and returns what it printed.
func (r *Recipe) run(ctx context.Context, tree, tools, name string, args ...string) (string, error) {
	spec, err := confine.Tool(tree, []string{tools}, name, args...)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = confine.Run(ctx, spec, &out, &out)
	return out.String(), err
}

// target is files that one makefile makes.
type target struct {
	dir      string
	optional bool
}

// targets returns the files that the script has not made, by what makes them.
func (r *Recipe) targets(tree string) (map[target][]string, error) {
	targets := map[target][]string{}
	for _, f := range r.files() {
		if isFile(filepath.Join(tree, f.name)) {
			continue
		}
		dir := path.Dir(f.name)
		for dir != "." && !isFile(filepath.Join(tree, dir, "Makefile")) {
			dir = path.Dir(dir)
		}
		if isFile(filepath.Join(tree, dir, "Makefile")) {
			t := target{dir, f.optional}
			targets[t] = append(targets[t], strings.TrimPrefix(f.name, dir+"/"))
		} else if !f.optional {
			if r.Arguments == nil {
				return nil, r.problem(fmt.Errorf("build.generated: the source has no file %s, nor a makefile that could make it", f.name), "correct build.generated, or give build.configure")
			}
			return nil, r.problem(fmt.Errorf("build.generated: the script makes no file %s, nor a makefile that could", f.name), "correct build.generated, or build.configure")
		}
	}
	return targets, nil
}

// built makes those of the generated files that the script has not made, by its makefiles.
func (r *Recipe) built(ctx context.Context, tree, tools string) error {
	targets, err := r.targets(tree)
	if err != nil {
		return err
	}
	order := slices.SortedFunc(maps.Keys(targets), func(a, b target) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, t := range order {
		// What a release has is not made again, whatever the times of its files.
		args := []string{"--silent", "-C", t.dir, "ACLOCAL=:", "AUTOCONF=:", "AUTOMAKE=:", "AUTOHEADER=:", "MAKEINFO=:"}
		if t.optional {
			args = append(args, "--keep-going")
		}
		if r.Arguments == nil { // a makefile of the script's has it
			args = append(args, "CC="+filepath.Join(tools, "gcc"))
		}
		out, err := r.run(ctx, tree, tools, "make", slices.Concat(args, []string{"--"}, targets[t])...)
		switch {
		case errors.Is(err, exec.ErrNotFound):
			return r.problem(errors.New("make is missing"), "apt-get install make, "+r.byHand())
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !t.optional:
			return r.problem(fmt.Errorf("make %s: %w: %s", strings.Join(targets[t], " "), err, tail(out, 6)), "correct build.generated, or build.configure")
		}
	}
	for _, f := range r.files() {
		if !f.optional && !isFile(filepath.Join(tree, f.name)) {
			return r.problem(fmt.Errorf("build.generated: make does not make %s", f.name), "correct build.generated, or build.configure")
		}
	}
	return nil
}

// failed returns the error of a script that failed: with what it said, and what its log says about that.
func (r *Recipe) failed(ctx context.Context, err error, tree, out string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text := tail(out, 3)
	if log, logErr := os.ReadFile(filepath.Join(tree, "config.log")); logErr == nil {
		if lines := aboutError(string(log)); lines != "" {
			text += "\nconfig.log ends with:\n" + lines
		}
	}
	return &Failed{Recipe: r, Err: err, Text: text}
}

// Failed says that a configure script failed.
type Failed struct {
	Recipe *Recipe
	Err    error
	Text   string // what it said and the last lines of its log before the error
}

func (e *Failed) Error() string {
	return fmt.Sprintf("configure %s: %v: %s\n(correct build.configure: %s; %s)", e.Recipe.Name, e.Err, e.Text,
		strings.Join(append([]string{"./configure"}, e.Recipe.Arguments...), " "), e.Recipe.byHand())
}

// tail returns the last lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// aboutError returns the lines of config.log up to the error; what follows is all variables.
func aboutError(log string) string {
	lines := strings.Split(log, "\n")
	end := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, ": error: ") && strings.HasPrefix(l, "configure:") })
	if end < 0 {
		end = slices.IndexFunc(lines, func(l string) bool { return l == "## Cache variables. ##" }) - 2
	}
	if end < 0 {
		end = len(lines) - 1
	}
	return strings.Join(lines[max(0, end-11):end+1], "\n")
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
