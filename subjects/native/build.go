package native

// This file builds programs with gcc.

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
	"github.com/confcov/confcov/subjects/native/confine"
	"github.com/confcov/confcov/subjects/native/gcc"
)

// wrapped are the functions that the shim replaces.
var wrapped = []string{
	"sigaction", "signal", "nanosleep", "clock_nanosleep", "sleep", "usleep", "select", "pselect", "poll", "ppoll", "epoll_wait", "epoll_pwait",
	"sigtimedwait", "alarm", "setitimer", "getitimer", "clock_gettime", "clock_getres", "timespec_get", "gettimeofday", "time", "clock", "times",
	"getrusage", "setsockopt", "getsockopt", "read", "readv", "recv", "recvfrom", "recvmsg", "accept", "accept4",
	"write", "writev", "send", "sendto", "sendmsg", "sendfile", "connect", "shutdown", "close", "syscall", "getrandom", "getentropy",
	"arc4random", "arc4random_buf", "arc4random_uniform", "stat", "lstat", "fstat", "fstatat", "stat64", "lstat64", "fstat64", "fstatat64", "statx",
	"getrlimit", "setrlimit", "getrlimit64", "setrlimit64", "readdir", "readdir64", "rewinddir", "closedir",
}

//go:embed shim/shim.c
var clockShim string

//go:embed shim/wait.c
var waitShim string

// shim is linked to programs: one file, which shares its objects.
var shim = clockShim + waitShim

// Build compiles and links the subject and returns the path of the program. A program that was
// built before of the same source is taken from the cache.
func Build(ctx context.Context, s *subjects.Subject, p *subjects.Prepared) (string, error) {
	cache, err := fetch.CacheDir()
	if err != nil {
		return "", err
	}
	args := []string{"-static"}
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
	args = append(args, p.Files...)
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
	temp, err := os.MkdirTemp(dir, "part")
	if err != nil {
		return "", fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	defer os.RemoveAll(temp)
	if err := os.WriteFile(filepath.Join(temp, "shim.c"), []byte(shim), 0o644); err != nil {
		return "", fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	if err := confine.Give(temp); err != nil {
		return "", fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	readable := slices.Concat([]string{p.Dir}, p.Files, p.Include, p.IncludeAfter)
	tool, err := confine.Tool(temp, readable, "gcc", append([]string{"-o", s.Name, "shim.c"}, args...)...)
	if err != nil {
		return "", fmt.Errorf("build %s natively: %w", s.Name, err)
	}
	var out bytes.Buffer
	if err := confine.Run(ctx, tool, &out, &out); err != nil {
		return "", fmt.Errorf("build %s natively: gcc: %w\n%s", s.Name, err, out.Bytes())
	}
	return program, os.Rename(filepath.Join(temp, s.Name), program)
}
