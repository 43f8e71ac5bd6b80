package confine

// This file finds out how programs can be confined here, and builds the helper.

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/confcov/confcov/subjects/fetch"
)

//go:embed cell/cell.c
var source []byte

// Mode is how users inside are mapped to those of the host.
type Mode uint8

// Modes. The zero value is invalid.
const (
	Range     Mode = iota + 1 // a range that nobody else has
	Delegated                 // a range of /etc/subuid
	Single                    // the caller alone, as root
)

func (m Mode) String() string {
	return [...]string{"invalid", "range", "delegated", "single"}[m]
}

// Base is the first user and group of the host whom Range maps.
const Base = 0x51000000

// ErrUnavailable says that programs cannot be confined here.
var ErrUnavailable = errors.New("programs cannot be confined here")

// Check returns nil if programs can be confined here, else an ErrUnavailable that says why not.
func Check() error {
	_, err := mode()
	return err
}

// Users reports whether programs inside can have other users than root.
func Users() bool {
	m, err := mode()
	return err == nil && m != Single
}

// Give makes a folder of the host writable for programs that have it in Spec.Writable. The caller must own it.
func Give(dir string) error {
	if m, err := mode(); err != nil || m != Range {
		return err
	}
	return os.Chown(dir, Base, Base)
}

// GiveAll is Give of a folder and all that is in it.
func GiveAll(dir string) error {
	if m, err := mode(); err != nil || m != Range {
		return err
	}
	return filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(name, Base, Base)
	})
}

// mode is the best one that works. What does not work is tried again: gcc may be installed meanwhile.
func mode() (Mode, error) {
	found.Lock()
	defer found.Unlock()
	if found.mode != 0 {
		return found.mode, nil
	}
	candidates := []Mode{Range}
	if os.Geteuid() != 0 {
		candidates = []Mode{Delegated, Single}
		if _, _, err := delegated(); err != nil {
			candidates = candidates[1:]
		}
	}
	var failure error
	for _, m := range candidates {
		if failure = try(m); failure == nil {
			found.mode = m
			return m, nil
		}
	}
	return 0, fmt.Errorf("%w: %v", ErrUnavailable, failure)
}

var found struct {
	sync.Mutex
	mode Mode
}

// try starts a program.
func try(m Mode) error {
	helper, err := helper(context.Background())
	if err != nil {
		return err
	}
	// The helper without orders ends at once.
	c, err := start(context.Background(), &Spec{Program: helper, Args: []string{"cell"}, Files: []File{{Path: "/dev/null", Mode: 0o020666, Major: 1, Minor: 3}}}, m)
	if err != nil {
		return err
	}
	<-c.Empty()
	c.Kill()
	return nil
}

// helper returns the compiled helper, which is kept in the cache.
func helper(ctx context.Context) (string, error) {
	cache, err := fetch.CacheDir()
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(source)
	dir := filepath.Join(cache, "native", "cell-"+hex.EncodeToString(hash[:])[:12])
	name := filepath.Join(dir, "cell")
	if _, err := os.Stat(name); err == nil {
		return name, nil
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return "", errors.New("native runs need gcc: apt-get install gcc")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("helper of confined runs: %w", err)
	}
	temp, err := os.MkdirTemp(dir, "part")
	if err != nil {
		return "", fmt.Errorf("helper of confined runs: %w", err)
	}
	defer os.RemoveAll(temp)
	if err := os.WriteFile(filepath.Join(temp, "cell.c"), source, 0o644); err != nil {
		return "", fmt.Errorf("helper of confined runs: %w", err)
	}
	build := func(flags ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, "gcc", append(flags, "-O1", "-w", "-o", "cell", "cell.c")...)
		cmd.Dir = temp
		return cmd.CombinedOutput()
	}
	if _, err := build("-static"); err != nil {
		if out, err := build(); err != nil {
			return "", fmt.Errorf("helper of confined runs: gcc: %w\n%s", err, out)
		}
	}
	if err := os.Rename(filepath.Join(temp, "cell"), name); err != nil {
		return "", fmt.Errorf("helper of confined runs: %w", err)
	}
	return name, nil
}

// delegated returns the first of the users and groups that /etc/subuid and /etc/subgid give to the caller.
func delegated() (uid, gid int, err error) {
	for _, tool := range []string{"newuidmap", "newgidmap"} {
		if _, err := exec.LookPath(tool); err != nil {
			return 0, 0, err
		}
	}
	if uid, err = subordinate("/etc/subuid"); err == nil {
		gid, err = subordinate("/etc/subgid")
	}
	return uid, gid, err
}

// subordinate returns the first number of the caller's range in a file.
func subordinate(file string) (int, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	names := []string{strconv.Itoa(os.Getuid())}
	if u, err := user.LookupId(names[0]); err == nil {
		names = append(names, u.Username)
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), ":")
		if len(f) != 3 || f[0] != names[0] && f[0] != names[len(names)-1] {
			continue
		}
		first, err1 := strconv.Atoi(f[1])
		count, err2 := strconv.Atoi(f[2])
		if err1 == nil && err2 == nil && count >= 65535 {
			return first, nil
		}
	}
	return 0, fmt.Errorf("%s has no 65535 users for this one", file)
}

// delegate maps the users of a process.
func delegate(pid int) error {
	uid, gid, err := delegated()
	if err != nil {
		return err
	}
	for _, m := range []struct {
		tool       string
		own, first int
	}{{"newuidmap", os.Getuid(), uid}, {"newgidmap", os.Getgid(), gid}} {
		out, err := exec.Command(m.tool, strconv.Itoa(pid), "0", strconv.Itoa(m.own), "1", "1", strconv.Itoa(m.first), "65535").CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", m.tool, err, out)
		}
	}
	return nil
}
