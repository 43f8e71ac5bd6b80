package subjects

// This file says which flags of gcc a subject may have: those that say how its code is compiled, none that make gcc run programs
// or read and write files elsewhere. A list of what is allowed, since gcc learns new ones.

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

var (
	allowedFlags = regexp.MustCompile(`^(` + strings.Join([]string{
		`-O[0-3sgz]?|-Ofast`, `-g[a-z0-9-]*`, `-std=[a-z0-9:+]+`, `-ansi`, `-pedantic(-errors)?`, `-w`, `-pipe`, `-pthread`, `-static`, `-(no-)?pie`,
		`-D[A-Za-z_][A-Za-z0-9_]*(\([^()]*\))?(=.*)?`, `-U[A-Za-z_][A-Za-z0-9_]*`, `-l[A-Za-z0-9_.+-]+`,
		`-W[a-z0-9][a-z0-9=+-]*`, `-f[a-z0-9][a-z0-9=+-]*`, `-m[a-z0-9][a-zA-Z0-9=.,+-]*`,
		`-Wl,(--as-needed|--gc-sections|--export-dynamic|-E|--allow-multiple-definition|--(wrap|defsym)=[A-Za-z0-9_=]+|-z,[a-z0-9-]+)`,
	}, `|`) + `)$`)
	// Of the families above: plugins, other linkers, and what writes or reads files by name.
	forbiddenFlags = regexp.MustCompile(`^-f(plugin|use-ld|dump|profile-(dir|note|use|generate|list|filter|exclude)|auto-profile|save-optimization|opt-info|callgraph|compare-debug|lto|wpa|ltrans|report|time-trace|debug-prefix|file-prefix|macro-prefix|working-dir|canon-prefix|stack-usage|pch)`)
	libraryRE      = regexp.MustCompile(`^[A-Za-z0-9_.+-]+$`)
)

// checkFlags reports what gcc must not be given.
func checkFlags(src source, f *file) error {
	for _, flag := range f.Build.Native {
		if !allowedFlags.MatchString(flag) || forbiddenFlags.MatchString(flag) {
			return src.problem(src.lineOf(`"`+flag+`"`), "build.native: %q is not among the flags that a subject may have: -O, -g, -std, -D, -U, -W, -f, -m and the like, but no plugins, specifications, wrappers or files", flag)
		}
	}
	for _, name := range f.Build.Libraries {
		if !libraryRE.MatchString(name) {
			return src.problem(src.lineOf(`"`+name+`"`), "build.libraries: %q is not the name of a library", name)
		}
	}
	for _, name := range f.Build.Files {
		if own := strings.TrimPrefix(name, "@/"); !fs.ValidPath(own) || strings.HasPrefix(own, "-") {
			return src.problem(src.lineOf(`"`+name+`"`), "build.files: %q is not a path below the source or the subject", name)
		}
	}
	for _, dir := range append(append([]string(nil), f.Build.Include...), f.Build.IncludeAfter...) {
		own := strings.TrimPrefix(dir, "@/")
		if !path.IsAbs(own) && !fs.ValidPath(path.Clean(own)) {
			return src.problem(src.lineOf(`"`+dir+`"`), "build: folder %q is not below the source or the subject", dir)
		}
	}
	return nil
}

// checkConfigure reports what a configure script must not be given: another compiler than the one that knows the engine's library.
func checkConfigure(src source, f *file) error {
	b := &f.Build
	if b.Configure != nil && len(b.Generated) == 0 {
		return src.problem(src.keyLine(toml.Key{"build", "configure"}), "build.configure: name the files that the script makes and the program needs in build.generated")
	}
	for _, arg := range b.Configure {
		name, _, assigns := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(arg, "-"):
		case !assigns:
			return src.problem(src.lineOf(`"`+arg+`"`), "build.configure: %q is neither an option nor NAME=VALUE", arg)
		case slices.Contains([]string{"CC", "CPP", "LD", "CONFIG_SITE", "CONFIG_SHELL", "PKG_CONFIG"}, name):
			return src.problem(src.lineOf(`"`+arg+`"`), "build.configure: %s is confcov's to set", name)
		}
	}
	for _, name := range b.Generated {
		name := strings.TrimSuffix(name, "?")
		if !fs.ValidPath(name) || name == "." || strings.HasPrefix(name, "-") || strings.ContainsAny(name, "=%") {
			return src.problem(src.lineOf(`"`+name+`"`), "build.generated: %q is not a path below the source", name)
		}
	}
	return nil
}
