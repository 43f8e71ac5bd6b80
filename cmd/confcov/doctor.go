package main

// This file implements `confcov doctor`: what is installed, what is missing, what to do.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects/native"
	"github.com/confcov/confcov/subjects/native/confine"
)

// finding is the outcome of one check.
type finding struct {
	check  string
	state  string // "ok", "missing", "optional" for what is missing but not needed by the main job, "unknown" where it cannot be looked for
	detail string
	remedy string // "" where there is nothing to do
}

func newDoctor() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "doctor",
		Example: "  confcov doctor\n  confcov doctor --format json",
		Short:   "check what confcov needs: tools, headers, the cache",
		Args:    usageArgs(cobra.NoArgs),
	}
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		t := &reports.Table{Name: "doctor", Columns: []reports.Column{
			{Key: "check", Name: "check"}, {Key: "state", Name: "state"}, {Key: "detail", Name: "detail"}, {Key: "remedy", Name: "remedy"},
		}}
		missing := 0
		for _, f := range examine() {
			if f.state == "missing" {
				missing++
			}
			t.Rows = append(t.Rows, []any{f.check, f.state, f.detail, f.remedy})
		}
		if err := out.print(cmd, t); err != nil {
			return err
		}
		if missing > 0 {
			return fmt.Errorf("%d of %d checks failed; the column remedy says what to do", missing, len(t.Rows))
		}
		return nil
	}
	return cmd
}

func examine() []finding {
	rooted := finding{check: "native runs", state: "ok", detail: "of tests with files or a peer too"}
	if err := native.Check(); err != nil {
		rooted = finding{"native runs", "optional", "for replay of tests with files or a peer: " + err.Error(), "run replay as root, or install uidmap: docs/security.md"}
	}
	confined := finding{check: "confinement", state: "ok", detail: "of native runs"}
	if err := confine.Check(); err != nil {
		confined = finding{"confinement", "optional", "of native runs: " + err.Error(), "docs/security.md"}
	}
	return []finding{
		checkTool("gcc", "the C preprocessor's predefined macros and search path; native runs", "missing", "apt-get install gcc"),
		checkHeader("stdio.h", "apt-get install libc6-dev"),
		checkHeader("linux/version.h", "apt-get install linux-libc-dev"),
		checkHeader("crypt.h", "apt-get install libcrypt-dev"),
		checkTool("gcov", "counts of lines in native runs, of crosscheck and replay", "optional", "apt-get install gcc"),
		confined,
		rooted,
		checkTool("csmith", "the programs of crosscheck", "optional", "apt-get install csmith libcsmith-dev"),
		checkCsmithHeader(),
		checkReducer(),
		checkTool("apt-get", "fetching sources of Debian packages", "optional", "give sources with --source"),
		checkCache(),
	}
}

func checkTool(name, use, state, remedy string) finding {
	f := finding{check: name, state: "ok"}
	path, err := exec.LookPath(name)
	if err != nil {
		f.state, f.detail, f.remedy = state, "for "+use, remedy
		return f
	}
	f.detail = path
	return f
}

// checkReducer looks for one of the programs that reduce.
func checkReducer() finding {
	for _, name := range []string{"cvise", "creduce"} {
		if f := checkTool(name, "", "", ""); f.state == "ok" {
			return f
		}
	}
	return checkTool("cvise", "making failing programs of crosscheck small", "optional", "apt-get install cvise (or creduce)")
}

// checkCsmithHeader looks for the header of Csmith's programs.
func checkCsmithHeader() finding {
	name := filepath.Join(csmithInclude(), "csmith.h")
	if _, err := os.Stat(name); err != nil {
		return finding{"<csmith.h>", "optional", "for the programs of crosscheck", "apt-get install libcsmith-dev, or --include of crosscheck"}
	}
	return finding{check: "<csmith.h>", state: "ok", detail: name}
}

func checkHeader(name, remedy string) finding {
	f := finding{check: "<" + name + ">", state: "ok"}
	if _, err := exec.LookPath("gcc"); err != nil {
		f.state, f.detail = "unknown", "gcc is asked where it is"
		return f
	}
	cmd := exec.Command("gcc", "-E", "-M", "-")
	cmd.Stdin = strings.NewReader("#include <" + name + ">\n")
	out, err := cmd.Output()
	if err != nil {
		f.state, f.detail, f.remedy = "missing", "header of the system", remedy
		return f
	}
	for _, word := range bytes.Fields(out) {
		if strings.HasSuffix(string(word), "/"+name) {
			f.detail = string(word)
		}
	}
	return f
}

func checkCache() finding {
	f := finding{check: "cache", state: "ok"}
	dir, err := cacheDir()
	if err == nil {
		f.detail = dir
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		probe := filepath.Join(dir, ".probe")
		err = os.WriteFile(probe, nil, 0o600)
		os.Remove(probe)
	}
	if err != nil {
		f.state, f.detail, f.remedy = "missing", err.Error(), "set CONFCOV_CACHE to a folder that can be written"
	}
	return f
}
