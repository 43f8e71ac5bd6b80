package libc

// This file builds the functions of math.h for native programs, as the engine has them: a program that is linked with them computes with
// their results instead of glibc's, so it must print to the last digit what the engine prints.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/confcov/confcov/explore/guard"
)

// NativeMath is the name of the library that BuildMath makes, for gcc's -l.
const NativeMath = "confcovm"

// mathVersion changes when the way in which BuildMath works does.
const mathVersion = "1"

// BuildMath returns the folder of libconfcovm.a, which it builds where it is not in the cache directory. A program that is linked with
// it before libm calls its functions, if it is compiled with NoMathBuiltins.
func (a *Archive) BuildMath(ctx context.Context) (dir string, err error) {
	t := a.tree
	dir = filepath.Join(a.cache, "native", "math-"+mathVersion+"-"+t.Digest[:12])
	library := filepath.Join(dir, "lib"+NativeMath+".a")
	if _, err := os.Stat(library); err == nil {
		return dir, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("native functions of math.h: %w", err)
	}
	part, err := os.MkdirTemp(dir, "part")
	if err != nil {
		return "", fmt.Errorf("native functions of math.h: %w", err)
	}
	defer os.RemoveAll(part)
	if err := t.archiveMath(ctx, part, a.jobs); err != nil {
		return "", fmt.Errorf("native functions of math.h: %w", err)
	}
	if err := os.Rename(filepath.Join(part, filepath.Base(library)), library); err != nil {
		return "", fmt.Errorf("native functions of math.h: %w", err)
	}
	return dir, nil
}

// archiveMath makes the library in a folder.
func (t *Tree) archiveMath(ctx context.Context, dir string, jobs int) error {
	members, err := t.Members()
	if err != nil {
		return err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(jobs)
	args := []string{"rcs", filepath.Join(dir, "lib"+NativeMath+".a")}
	compile := func(name, file string) {
		object := filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".o")
		args = append(args, object)
		g.Go(guard.Func(func() error {
			return t.compileNative(gctx, name, file, object, "-D__confcov_errno=(*__errno_location())")
		}))
	}
	for _, m := range members {
		if strings.HasPrefix(m, "src/math/") || strings.HasPrefix(m, "compat/math_") || m == "compat/fenv.c" {
			compile(m, t.File(m))
		}
	}
	// What the engine performs, and names that glibc has.
	glue := ".globl __raw_sqrt, __raw_sqrtf\n__raw_sqrt: sqrtsd %xmm0, %xmm0\nret\n__raw_sqrtf: sqrtss %xmm0, %xmm0\nret\n" +
		".globl __confcov_unsupported\n__confcov_unsupported: jmp abort\n"
	aliases := Aliases()
	for _, name := range sortedKeys(aliases) {
		if Inexact(name) {
			glue += fmt.Sprintf(".globl %s\n%s: jmp %s\n", name, name, aliases[name])
		}
	}
	glue += ".section .note.GNU-stack,\"\",@progbits\n"
	file := filepath.Join(dir, "glue.s")
	if err := os.WriteFile(file, []byte(glue), 0o644); err != nil {
		return err
	}
	compile("glue", file)
	if err := g.Wait(); err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, "ar", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("ar: %w\n%s", err, out)
	}
	return nil
}

// compileNative compiles a member with gcc.
func (t *Tree) compileNative(ctx context.Context, name, file, object string, flags ...string) error {
	opt := t.options(name)
	args := []string{"-c", "-w", "-O1", "-std=c99", "-ffreestanding", "-nostdinc", "-frounding-math", "-fno-strict-aliasing", "-fno-pie", "-fno-stack-protector"}
	for _, p := range opt.IncludePaths {
		if p != filepath.Join(t.Own, "overlay") {
			args = append(args, "-I"+p)
		}
	}
	args = append(args, "-I"+filepath.Join(t.Own, "overlay"))
	for _, d := range opt.Defines {
		args = append(args, "-D"+d)
	}
	args = append(append(args, flags...), "-o", object, file)
	out, err := exec.CommandContext(ctx, "gcc", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("gcc: %s: %w\n%s", name, err, out)
	}
	return nil
}

// NoMathBuiltins are gcc's flags for programs that call the functions whose results differ, instead of results that gcc computes itself.
func NoMathBuiltins() []string {
	var flags []string
	for _, name := range sortedKeys(inexact) {
		flags = append(flags, "-fno-builtin-"+name)
	}
	return flags
}
