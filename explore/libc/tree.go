package libc

// This file prepares a Tree: musl's source with our overlay, the headers that
// its makefile generates, and the patched files.

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/fetch"
)

//go:embed overlay compat include
var own embed.FS

// patchedFiles are the files of musl that are changed.
var patchedFiles = func() map[string]bool {
	files := map[string]bool{}
	for _, p := range patches {
		files[p.file] = true
	}
	for _, f := range mathFunctions {
		files[f.file] = true
	}
	return files
}()

// treeVersion changes when the way a Tree is made does.
const treeVersion = "2"

// Musl is the C library's release.
var Musl = fetch.Archive{
	Name:    "musl",
	Version: "1.2.5",
	SHA256:  "a9a118bbe84d8764da0ea0d28b3ab3fae8477fc7e4085d90102b8596fc7c75e4",
	Debian:  &fetch.Debian{Package: "musl", Suite: "trixie"},
	URLs:    []string{"https://musl.libc.org/releases/musl-1.2.5.tar.gz"},
	Given:   LocalVariable + "=FILE",
}

// LocalVariable is the environment variable that names a copy of musl's tarball.
const LocalVariable = "CONFCOV_MUSL"

// Tree is the C library's source, ready to compile.
type Tree struct {
	Musl   string // musl's own files
	Own    string // ours: overlay, compat, include, and what is generated and patched
	Digest string // of all content, in hexadecimal
}

// Prepare returns the Tree in the cache directory, making it if it is not there.
func Prepare(ctx context.Context, opt fetch.Options) (*Tree, error) {
	if opt.Cache == "" {
		dir, err := fetch.CacheDir()
		if err != nil {
			return nil, err
		}
		opt.Cache = dir
	}
	opt.Local = cmp.Or(opt.Local, os.Getenv(LocalVariable))
	src, err := fetch.Fetch(ctx, Musl, opt)
	if err != nil {
		return nil, fmt.Errorf("the C library: %w", err)
	}
	if !src.Checked {
		return nil, fmt.Errorf("the C library: %s is a folder: give the tarball of musl %s", opt.Local, Musl.Version)
	}
	t := &Tree{Musl: src.Dir}
	made, err := t.contents()
	if err != nil {
		return nil, fmt.Errorf("the C library: %w", err)
	}
	t.Digest = digest(made)
	t.Own = filepath.Join(opt.Cache, "libc", "musl-"+Musl.Version+"-"+t.Digest[:12])
	if err := t.write(made); err != nil {
		return nil, fmt.Errorf("the C library: write %s: %w (make room or set CONFCOV_CACHE to another directory)", t.Own, err)
	}
	return t, nil
}

// contents returns what goes into Own, by path.
func (t *Tree) contents() (map[string][]byte, error) {
	made := map[string][]byte{}
	err := fs.WalkDir(own, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		made[path], err = own.ReadFile(path)
		return err
	})
	if err != nil {
		return nil, err
	}
	arch, err := t.read("arch/x86_64/bits/alltypes.h.in")
	if err != nil {
		return nil, err
	}
	common, err := t.read("include/alltypes.h.in")
	if err != nil {
		return nil, err
	}
	calls, err := t.read("arch/x86_64/bits/syscall.h.in")
	if err != nil {
		return nil, err
	}
	version, err := t.read("VERSION")
	if err != nil {
		return nil, err
	}
	made["generated/bits/alltypes.h"] = allTypes(arch, common)
	made["generated/bits/syscall.h"] = syscallNumbers(calls)
	made["generated/version.h"] = fmt.Appendf(nil, "#define VERSION \"%s\"\n", bytes.TrimSpace(version))
	for _, p := range patches {
		path := "patched/" + p.file
		text, ok := made[path]
		if !ok {
			if text, err = t.read(p.file); err != nil {
				return nil, err
			}
		}
		if n := bytes.Count(text, []byte(p.old)); n != 1 {
			return nil, fmt.Errorf("patch of %s: %q occurs %d times, not once", p.file, p.old, n)
		}
		made[path] = bytes.Replace(text, []byte(p.old), []byte(p.new), 1)
	}
	for _, f := range mathFunctions {
		if skipReason(f.file) != "" {
			continue
		}
		path := "patched/" + f.file
		text, ok := made[path]
		if !ok {
			if text, err = t.read(f.file); err != nil {
				return nil, err
			}
		}
		made[path] = append(text, f.text()...)
	}
	return made, nil
}

func (t *Tree) read(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(t.Musl, path))
}

// allTypes does what tools/mkalltypes.sed does: it guards each definition.
func allTypes(arch, common []byte) []byte {
	var b bytes.Buffer
	for _, line := range strings.SplitAfter(string(arch)+string(common), "\n") {
		if m := typedefLine.FindStringSubmatch(line); m != nil {
			fmt.Fprintf(&b, "#if defined(__NEED_%[2]s) && !defined(__DEFINED_%[2]s)\ntypedef %[1]s %[2]s;\n#define __DEFINED_%[2]s\n#endif\n\n", m[1], m[2])
		} else if m := recordLine.FindStringSubmatch(line); m != nil {
			fmt.Fprintf(&b, "#if defined(__NEED_%[1]s_%[2]s) && !defined(__DEFINED_%[1]s_%[2]s)\n%[1]s %[2]s %[3]s;\n#define __DEFINED_%[1]s_%[2]s\n#endif\n\n",
				strings.ToLower(m[1]), m[2], m[3])
		} else {
			b.WriteString(line)
		}
	}
	return b.Bytes()
}

var (
	typedefLine = regexp.MustCompile(`^TYPEDEF (.*) ([^ ]*);\n$`)
	recordLine  = regexp.MustCompile(`^(STRUCT|UNION) * ([^ ]*) (.*);\n$`)
)

// syscallNumbers gives each __NR_name a second name, SYS_name.
func syscallNumbers(in []byte) []byte {
	b := bytes.NewBuffer(slices.Clone(in))
	for _, line := range strings.SplitAfter(string(in), "\n") {
		if strings.Contains(line, "__NR_") {
			b.WriteString(strings.Replace(line, "__NR_", "SYS_", 1))
		}
	}
	return b.Bytes()
}

// digest identifies the content of a Tree.
func digest(made map[string][]byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "tree %s\nmusl %s\n", treeVersion, Musl.SHA256)
	for _, path := range sortedKeys(made) {
		fmt.Fprintf(h, "%s %d\n", path, len(made[path]))
		h.Write(made[path])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// write makes Own unless it is there; another run may be doing the same.
func (t *Tree) write(made map[string][]byte) error {
	if complete(t.Own, made) {
		return nil
	}
	parent := filepath.Dir(t.Own)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	temp, err := os.MkdirTemp(parent, ".part-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	for _, path := range sortedKeys(made) {
		file := filepath.Join(temp, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, made[path], 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(temp, 0o755); err != nil {
		return err
	}
	if err := os.Rename(temp, t.Own); err == nil {
		return nil
	}
	// Another run was faster, or what is there is incomplete.
	if complete(t.Own, made) {
		return nil
	}
	if err := os.RemoveAll(t.Own); err != nil {
		return err
	}
	return os.Rename(temp, t.Own)
}

// complete reports whether dir holds these files, as they are to be, and no others.
func complete(dir string, made map[string][]byte) bool {
	n := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		want, ok := made[filepath.ToSlash(rel)]
		if !ok || !d.Type().IsRegular() {
			return fs.ErrInvalid
		}
		got, err := os.ReadFile(name)
		if err != nil || !bytes.Equal(got, want) {
			return fs.ErrInvalid
		}
		n++
		return nil
	})
	return err == nil && n == len(made)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
