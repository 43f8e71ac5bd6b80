package libc

// This file implements the Archive: which members a program needs.

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/guard"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/unitcache"
	"github.com/confcov/confcov/subjects/fetch"
	"golang.org/x/sync/errgroup"
)

// Entry is the function where programs start.
const Entry = "__confcov_start"

// Options say where the C library comes from.
type Options struct {
	Fetch fetch.Options    // the cache directory, and a local copy of musl if wanted
	Units *unitcache.Cache // of lowered members; nil: the one in the cache directory
	Jobs  int              // members compiled at a time; 0: as many as there are processors
	Keep  bool             // keep lowered members in memory, for many programs
}

// Archive is the C library as a linker sees it.
type Archive struct {
	tree  *Tree
	index *index
	units *unitcache.Cache
	cache string // the cache directory
	jobs  int
	kept  *sync.Map // of members by name; nil: they are not kept
}

// Open prepares the C library: it is fetched where it is not in the cache
// directory. Nothing is compiled yet.
func Open(ctx context.Context, opt Options) (*Archive, error) {
	if opt.Fetch.Cache == "" {
		dir, err := fetch.CacheDir()
		if err != nil {
			return nil, err
		}
		opt.Fetch.Cache = dir
	}
	tree, err := Prepare(ctx, opt.Fetch)
	if err != nil {
		return nil, err
	}
	a := &Archive{tree: tree, index: embeddedIndex(), units: opt.Units, cache: opt.Fetch.Cache, jobs: opt.Jobs}
	if a.units == nil {
		if err := frontend.Ready(ctx); err != nil {
			return nil, err
		}
		a.units = unitcache.Open(opt.Fetch.Cache, frontend.Version())
	}
	if opt.Keep {
		a.kept = &sync.Map{}
	}
	if a.jobs <= 0 {
		a.jobs = runtime.GOMAXPROCS(0)
	}
	return a, nil
}

// IncludeDir returns the folder of confcov.h.
func (a *Archive) IncludeDir() string { return filepath.Join(a.tree.Own, "include") }

// anchors are names by which musl makes a linker take a member together with
// another, from functions that nothing calls: those our linker leaves out.
var anchors = []string{
	"__stdio_exit_needed", // flush streams at exit
}

// LinkOptions returns how ir.Link makes a program of main units and those of Units.
func LinkOptions(main []*ir.Unit) ir.LinkOptions {
	override := Aliases()
	for name := range definedBy(main) {
		delete(override, name)
	}
	return ir.LinkOptions{Entry: Entry, Keep: anchors, Intrinsic: IsIntrinsic, Override: override}
}

func definedBy(units []*ir.Unit) map[string]bool {
	names := map[string]bool{}
	for _, u := range units {
		for i := range u.Symbols {
			if s := &u.Symbols[i]; !s.Static && (s.Kind == ir.SymFunc || s.Kind == ir.SymObject) {
				names[s.Name] = true
			}
		}
	}
	return names
}

// Units returns the members that a program of the given main units may need,
// sorted by name: enough for ir.Link to choose from.
func (a *Archive) Units(ctx context.Context, main []*ir.Unit) ([]*ir.Unit, error) {
	members := a.index.closure(main)
	units := make([]*ir.Unit, len(members))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(a.jobs)
	for i, m := range members {
		g.Go(guard.In(m, func() (err error) {
			units[i], err = a.member(ctx, m)
			return err
		}))
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return units, nil
}

// member returns a lowered member.
func (a *Archive) member(ctx context.Context, name string) (*ir.Unit, error) {
	if a.kept != nil {
		if u, ok := a.kept.Load(name); ok {
			return u.(*ir.Unit), nil
		}
	}
	u, err := a.tree.compile(ctx, a.units, name)
	if err == nil && a.kept != nil {
		a.kept.Store(name, u)
	}
	return u, err
}

// Link makes a program of main units and the C library.
func (a *Archive) Link(ctx context.Context, main []*ir.Unit) (*ir.Program, error) {
	units, err := a.Units(ctx, main)
	if err != nil {
		return nil, err
	}
	return ir.Link(main, units, LinkOptions(main))
}

// closure returns the members that define what main refers to, and so on. A name that
// several define brings the best of them in, even if another is there: which
// definitions count in the end is the linker's decision.
func (x *index) closure(main []*ir.Unit) []string {
	opt := LinkOptions(main)
	own := definedBy(main)
	asked := map[string]bool{}
	taken := map[string]bool{}
	var work []string
	ask := func(name string) {
		if to, ok := opt.Override[name]; ok {
			name = to
		}
		if !asked[name] && !own[name] && !opt.Intrinsic(name) {
			asked[name] = true
			work = append(work, name)
		}
	}
	for _, name := range append([]string{opt.Entry}, opt.Keep...) {
		ask(name)
	}
	for _, u := range main {
		for i := range u.Symbols {
			if s := &u.Symbols[i]; s.Kind == ir.SymUndefined && !s.Weak {
				ask(s.Name)
			}
		}
	}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		m, ok := x.definedIn[name]
		if !ok || taken[m] {
			continue
		}
		taken[m] = true
		for _, need := range x.members[m].needs {
			ask(need)
		}
	}
	names := sortedKeys(taken)
	return slices.Clip(names)
}
