package fetch

// This file fetches the upstream tarball of a Debian source package by apt's
// own tools, as the package comment describes.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	debianKeyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
	aptHelper     = "/usr/lib/apt/apt-helper"
)

func (f *fetcher) fromDebian(ctx context.Context, d Debian, file string) error {
	for _, tool := range []string{"apt-get", aptHelper} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is not installed: only a Debian system has it", tool)
		}
	}
	if _, err := os.Stat(debianKeyring); err != nil {
		return fmt.Errorf("%s is missing: install debian-archive-keyring", debianKeyring)
	}
	unlock, err := f.lock(ctx, "apt-"+d.Suite)
	if err != nil {
		return err
	}
	defer unlock()
	a, err := newApt(filepath.Join(f.Cache, "apt", d.Suite))
	if err != nil {
		return err
	}
	addresses, err := a.addresses(ctx)
	if err != nil {
		return err
	}
	var failures []error
	for _, address := range addresses {
		err := f.fromArchive(ctx, a, address, d, file)
		if err == nil {
			return nil
		}
		failures = append(failures, err)
	}
	return join(failures)
}

// fromArchive fetches from the package archive at address.
func (f *fetcher) fromArchive(ctx context.Context, a *apt, address string, d Debian, file string) error {
	if err := a.use(address, d.Suite); err != nil {
		return err
	}
	if _, err := a.run(ctx, "apt-get", "-qq", "-o", "APT::Update::Error-Mode=any", "update"); err != nil {
		return fmt.Errorf("read the list of source packages of %s: %w", d.Suite, err)
	}
	out, err := a.run(ctx, "apt-get", "-qq", "source", "--print-uris", "--only-source", d.Package)
	if err != nil {
		return err
	}
	uri, err := pickURI(out, f.SHA256)
	if err != nil {
		return fmt.Errorf("%s in %s: %w", d.Package, d.Suite, err)
	}
	if _, err := a.run(ctx, aptHelper, "-qq", "download-file", uri, file, "SHA256:"+f.SHA256); err != nil {
		return err
	}
	return nil
}

// pickURI returns the address of the file with the wanted SHA-256 from what
// apt-get prints: lines of 'URI' NAME SIZE SHA256:SUM.
func pickURI(out, sum string) (string, error) {
	var seen []string
	for _, line := range strings.Split(out, "\n") {
		fields := strings.Fields(line)
		if len(fields) != 4 || !strings.HasPrefix(fields[0], "'") {
			continue
		}
		if fields[3] == "SHA256:"+sum {
			return strings.Trim(fields[0], "'"), nil
		}
		if strings.Contains(fields[1], ".orig.tar.") && !strings.HasSuffix(fields[1], ".asc") {
			seen = append(seen, fields[1]+" "+fields[3])
		}
	}
	if len(seen) == 0 {
		return "", errors.New("apt-get names no upstream tarball")
	}
	return "", fmt.Errorf("no tarball has SHA-256 %s; there is %s", sum, strings.Join(seen, ", "))
}

// apt runs apt's tools with all that they read and write in a private directory.
type apt struct {
	dir    string
	config string // a configuration file
	list   string // the private source list
}

func newApt(dir string) (*apt, error) {
	a := &apt{dir: dir, config: filepath.Join(dir, "apt.conf"), list: filepath.Join(dir, "sources.list")}
	for _, d := range []string{"lists/partial", "cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return nil, diskProblem("make a folder of the cache", dir, err)
		}
	}
	// APT_CONFIG is read after the system's files and before the command line. The sandbox
	// user could not enter a private directory; what apt fetches is signed and not executed.
	conf := fmt.Sprintf(`Dir::Etc::sourcelist %q;
Dir::Etc::sourceparts "-";
Dir::State::lists %q;
Dir::Cache %q;
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::ForceHash "SHA256";
Acquire::Retries "2";
`, a.list, filepath.Join(dir, "lists"), filepath.Join(dir, "cache"))
	if err := os.WriteFile(a.config, []byte(conf), 0o644); err != nil {
		return nil, diskProblem("write apt's configuration", a.config, err)
	}
	return a, nil
}

// addresses returns the package archives that the system's configuration
// names, those of security updates last.
func (a *apt) addresses(ctx context.Context) ([]string, error) {
	out, err := output(exec.CommandContext(ctx, "apt-get", "indextargets", "--format", "$(REPO_URI)", "Identifier: Packages"))
	if err != nil {
		return nil, err
	}
	as := strings.Fields(out)
	slices.Sort(as)
	as = slices.Compact(as)
	slices.SortStableFunc(as, func(x, y string) int {
		return strings.Count(x, "security") - strings.Count(y, "security")
	})
	if len(as) == 0 {
		return nil, errors.New("apt's configuration names no package archive")
	}
	return as, nil
}

// use makes address the only archive.
func (a *apt) use(address, suite string) error {
	line := fmt.Sprintf("deb-src [signed-by=%s] %s %s main\n", debianKeyring, address, suite)
	if err := os.WriteFile(a.list, []byte(line), 0o644); err != nil {
		return diskProblem("write apt's source list", a.list, err)
	}
	return nil
}

func (a *apt) run(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = a.dir
	cmd.Env = append(os.Environ(), "APT_CONFIG="+a.config)
	return output(cmd)
}

// output runs cmd and returns its standard output; an error has the last line of
// its standard error that tells of one.
func output(cmd *exec.Cmd) (string, error) {
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Env = append(cmd.Environ(), "LC_ALL=C")
	err := cmd.Run()
	if err == nil {
		return out.String(), nil
	}
	reason := err.Error()
	for _, line := range strings.Split(errs.String(), "\n") {
		if rest, ok := strings.CutPrefix(line, "E: "); ok {
			reason = rest
			break
		}
	}
	return "", fmt.Errorf("%s: %s", filepath.Base(cmd.Path), reason)
}
