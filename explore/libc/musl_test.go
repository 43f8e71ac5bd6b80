package libc

// This file builds the C library natively: the members as the engine interprets them, with the machine's system calls, and musl's
// own code for what the engine does. So a native run with it does what the engine should do, whatever another C library does.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"
)

// notNative are the compat sources that only the engine can run, or whose work musl's own code does.
var notNative = map[string]bool{
	"compat/errno.c": true, "compat/faccessat.c": true, "compat/fork.c": true, "compat/malloc.c": true, "compat/signal.c": true,
	"compat/sqrt.c": true, "compat/start.c": true, "compat/thread.c": true, "compat/unsupported.c": true,
}

// nativeToo are the files of musl that a compat source replaces here as well.
var nativeToo = map[string]bool{
	"src/errno/strerror.c": true, "src/exit/assert.c": true, "src/select/select.c": true, "src/string/explicit_bzero.c": true,
	"src/string/strerror_r.c": true, "src/time/strptime.c": true,
}

// Native is the C library built for this machine.
type Native struct {
	dir string
}

// BuildNative builds the library in an empty folder.
func (a *Archive) BuildNative(ctx context.Context, dir string) (*Native, error) {
	t := a.tree
	members, err := t.Members()
	if err != nil {
		return nil, err
	}
	objects := map[string]string{} // source file by name
	for _, m := range members {
		if !notNative[m] {
			objects[m] = t.File(m)
		}
	}
	add := func(pattern string) {
		files, _ := filepath.Glob(filepath.Join(t.Musl, pattern))
		for _, f := range files {
			name, _ := filepath.Rel(t.Musl, f)
			objects[name] = f
		}
	}
	for file := range skipped {
		if strings.HasSuffix(file, "/") {
			add(file + "*.c")
		} else if !nativeToo[file] {
			add(file)
		}
	}
	add("src/malloc/mallocng/*.c")
	add("crt/crt1.c")
	add("crt/x86_64/*.s")
	for _, folder := range []string{"fenv", "ldso", "process", "setjmp", "signal", "thread"} {
		add("src/" + folder + "/x86_64/*.s")
	}
	n := &Native{dir}
	objects["glue.s"] = filepath.Join(dir, "glue.s")
	if err := n.glue(); err != nil {
		return nil, err
	}
	for name := range objects { // assembly comes before C
		if base := path.Base(name); path.Base(path.Dir(name)) == "x86_64" {
			delete(objects, path.Join(path.Dir(path.Dir(name)), strings.TrimSuffix(base, ".s")+".c"))
		}
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	var library []string
	for _, name := range sortedKeys(objects) {
		object := n.object(name)
		if !strings.HasPrefix(name, "crt/") {
			library = append(library, object)
		}
		g.Go(func() error { return t.compileNative(gctx, name, objects[name], object) })
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, "ar", append([]string{"rcs", filepath.Join(dir, "libc.a")}, library...)...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("ar: %w\n%s", err, out)
	}
	return n, nil
}

func (n *Native) object(name string) string {
	return filepath.Join(n.dir, strings.ReplaceAll(name, "/", "_")+".o")
}

// glue writes the functions that have a name of glibc's, which calls are renamed to, and what compat sources ask of the engine.
func (n *Native) glue() error {
	aliases := Aliases()
	text := []byte(".globl __confcov_crash, __confcov_unsupported\n__confcov_crash:\n__confcov_unsupported: jmp abort\n")
	var names []byte
	for _, name := range sortedKeys(aliases) {
		names = fmt.Appendf(names, "%s alias_%s\n", name, name)
		text = fmt.Appendf(text, ".weak alias_%s\nalias_%s: jmp %s\n", name, name, aliases[name])
	}
	return errors.Join(os.WriteFile(n.names(), names, 0o644), os.WriteFile(filepath.Join(n.dir, "glue.s"), text, 0o644))
}

func (n *Native) names() string { return filepath.Join(n.dir, "aliases") }

// Link builds an executable of objects that were compiled with the host's headers.
func (n *Native) Link(ctx context.Context, file string, objects ...string) error {
	for _, o := range objects {
		if out, err := exec.CommandContext(ctx, "objcopy", "--redefine-syms="+n.names(), o).CombinedOutput(); err != nil {
			return fmt.Errorf("objcopy: %w\n%s", err, out)
		}
	}
	args := []string{"-static", "-no-pie", "-nostdlib", "-o", file, n.object("crt/crt1.c"), n.object("crt/x86_64/crti.s")}
	args = append(append(args, objects...), filepath.Join(n.dir, "libc.a"), "-lgcc", filepath.Join(n.dir, "libc.a"), n.object("crt/x86_64/crtn.s"))
	out, err := exec.CommandContext(ctx, "gcc", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	return nil
}
