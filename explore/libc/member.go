package libc

// This file says which members there are and how each is compiled.

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/unitcache"
)

// Members returns the names of all members, sorted: those of musl's generic C
// files that are not skipped, and ours.
func (t *Tree) Members() ([]string, error) {
	var members []string
	files, err := filepath.Glob(filepath.Join(t.Musl, "src/*/*.c"))
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name, err := filepath.Rel(t.Musl, f)
		if err != nil {
			return nil, err
		}
		if skipReason(name) == "" {
			members = append(members, name)
		}
	}
	ours, err := own.ReadDir("compat")
	if err != nil {
		return nil, err
	}
	for _, e := range ours {
		members = append(members, "compat/"+e.Name())
	}
	slices.Sort(members)
	return members, nil
}

// renamed are the macros that give functions of a member other names.
var renamed = map[string][]string{
	// The engine knows the formatting of integers by these names.
	"src/stdio/vfprintf.c": {"fmt_u=__confcov_fmt_u", "fmt_o=__confcov_fmt_o", "fmt_x=__confcov_fmt_x", "fmt_int=__confcov_fmt_int"},
	// compat/strftime.c is strftime; wcsftime uses musl's.
	"src/time/strftime.c": {"strftime=__musl_strftime", "__strftime_l=__musl_strftime_l"},
	// compat/glob.c and compat/regexec.c are the functions of that name.
	"src/regex/glob.c":    {"glob=__musl_glob"},
	"src/regex/regexec.c": {"regexec=__musl_regexec", "mbtowc=__confcov_mbtowc"},
	// compat/mbtowc.c takes bytes where there are no wide characters.
	"src/regex/regcomp.c": {"mbtowc=__confcov_mbtowc"},
	// It sets errno itself; see math.go.
	"src/internal/floatscan.c": {"fmodl=__raw_fmodl", "scalbn=__raw_scalbn", "scalbnl=__raw_scalbnl"},
}

// options returns how the member is compiled, as musl's makefile would for x86-64.
func (t *Tree) options(member string) frontend.Options {
	var paths []string
	if strings.HasPrefix(member, "src/") {
		paths = append(paths, filepath.Join(t.Musl, path.Dir(member))) // for patched files
	}
	paths = append(paths,
		filepath.Join(t.Own, "overlay"),
		filepath.Join(t.Musl, "arch/x86_64"),
		filepath.Join(t.Musl, "arch/generic"),
		filepath.Join(t.Own, "generated"),
		filepath.Join(t.Musl, "src/include"),
		filepath.Join(t.Musl, "src/internal"),
		filepath.Join(t.Musl, "include"))
	var raw []string
	if strings.HasPrefix(member, "src/math/") {
		raw = rawNames
	}
	return frontend.Options{
		IncludePaths:       paths,
		SystemIncludePaths: []string{},
		Defines:            slices.Concat([]string{"_XOPEN_SOURCE=700"}, renamed[member], raw),
		NoGNUC:             strings.HasPrefix(member, "src/string/") || strings.HasPrefix(member, "src/multibyte/"),
	}
}

// File returns where a member's text is.
func (t *Tree) File(member string) string {
	if strings.HasPrefix(member, "compat/") {
		return filepath.Join(t.Own, member)
	}
	if patchedFiles[member] {
		return filepath.Join(t.Own, "patched", member)
	}
	return filepath.Join(t.Musl, member)
}

// compile lowers a member, or finds it in the cache.
func (t *Tree) compile(ctx context.Context, cache *unitcache.Cache, member string) (*ir.Unit, error) {
	key := unitcache.NewKey("libc", t.Digest, member)
	if u := cache.Get(key); u != nil {
		return u, nil
	}
	file := t.File(member)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the C library: %w", err)
	}
	opt := t.options(member)
	u, err := frontend.Lower(ctx, file, text, &opt)
	if err != nil {
		return nil, fmt.Errorf("the C library's %s: %w", member, err)
	}
	u.Name = t.displayName(file)
	for i := range u.Files {
		u.Files[i].Name = t.displayName(u.Files[i].Name)
	}
	cache.Put(key, u) // without it the next run lowers it again
	return u, nil
}

// displayName is a file's name wherever the cache directory is.
func (t *Tree) displayName(file string) string {
	for _, p := range [][2]string{{filepath.Join(t.Own, "patched"), "musl"}, {t.Musl, "musl"}, {t.Own, "libc"}} {
		if rest, ok := strings.CutPrefix(file, p[0]+"/"); ok {
			return p[1] + "/" + rest
		}
	}
	return file
}
