package native

// This file builds programs with gcc.

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/gcc"
)

// Scale is by how much the times of a native run are shorter.
const Scale = 100

// wrapped are the functions that the shim replaces.
var wrapped = []string{
	"alarm", "nanosleep", "select", "getpid", "getpgrp", "syscall", "fcntl", "fcntl64", "gettimeofday", "time",
	"readdir", "readdir64", "rewinddir", "closedir",
}

//go:embed shim/shim.c
var shim string

// Build compiles and links the subject and returns the path of the program. A program that was
// built before of the same source is taken from the cache.
func Build(ctx context.Context, s *subjects.Subject, p *subjects.Prepared) (string, error) {
	cache, err := fetch.CacheDir()
	if err != nil {
		return "", err
	}
	args := []string{"-static", "-DSCALE=" + strconv.Itoa(Scale)}
	args = append(args, gcc.Moment...)
	args = append(args, s.Build.Native...)
	for _, d := range s.Build.Defines {
		args = append(args, "-D"+d)
	}
	for _, dir := range p.Include {
		args = append(args, "-I", dir)
	}
	for _, dir := range p.IncludeAfter {
		args = append(args, "-idirafter", dir)
	}
	for _, name := range s.Build.Files {
		args = append(args, filepath.Join(p.Dir, name))
	}
	for _, f := range wrapped {
		args = append(args, "-Wl,--wrap="+f)
	}
	for _, lib := range s.Build.Libraries {
		args = append(args, "-l"+lib)
	}
	hash := sha256.Sum256([]byte(shim + strings.Join(args, "\x00")))
	dir := filepath.Join(cache, "native", s.Name+"-"+s.Version+"-"+hex.EncodeToString(hash[:])[:12])
	program := filepath.Join(dir, s.Name)
	if p.Checked {
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	source := filepath.Join(dir, "shim.c")
	if err := os.WriteFile(source, []byte(shim), 0o644); err != nil {
		return "", fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	temp := program + ".part" + strconv.Itoa(os.Getpid())
	cmd := exec.CommandContext(ctx, "gcc", append([]string{"-o", temp, source}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		os.Remove(temp)
		return "", fmt.Errorf("build %s natively: gcc: %w\n%s", s.Name, err, out)
	}
	return program, os.Rename(temp, program)
}
