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
)

// finding is the outcome of one check.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // "ok", "missing", or "optional" for what is missing but not needed by the main job
	Detail string `json:"detail"`
	Remedy string `json:"remedy,omitempty"`
}

func newDoctor() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "check what confcov needs: tools, headers, the cache",
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			findings := examine()
			t := table{title: "Doctor", head: []string{"check", "state", "detail", "remedy"}, object: findings}
			missing := 0
			for _, f := range findings {
				if f.State == "missing" {
					missing++
				}
				t.rows = append(t.rows, []string{f.Check, f.State, f.Detail, f.Remedy})
			}
			if err := print(cmd.OutOrStdout(), format, t); err != nil {
				return err
			}
			if missing > 0 {
				return fmt.Errorf("%d of %d checks failed; the column remedy says what to do", missing, len(findings))
			}
			return nil
		},
	}
	addFormat(cmd, &format)
	return cmd
}

func examine() []finding {
	return []finding{
		checkTool("gcc", "the C preprocessor's predefined macros and search path; native runs", "missing", "apt-get install gcc"),
		checkHeader("stdio.h", "apt-get install libc6-dev"),
		checkHeader("linux/version.h", "apt-get install linux-libc-dev"),
		checkHeader("crypt.h", "apt-get install libcrypt-dev"),
		checkTool("apt-get", "fetching sources of Debian packages", "optional", "give sources with --source"),
		checkCache(),
	}
}

func checkTool(name, use, state, remedy string) finding {
	f := finding{Check: name, State: "ok"}
	path, err := exec.LookPath(name)
	if err != nil {
		f.State, f.Detail, f.Remedy = state, "for "+use, remedy
		return f
	}
	f.Detail = path
	return f
}

func checkHeader(name, remedy string) finding {
	f := finding{Check: "<" + name + ">", State: "ok"}
	cmd := exec.Command("gcc", "-E", "-M", "-")
	cmd.Stdin = strings.NewReader("#include <" + name + ">\n")
	out, err := cmd.Output()
	if err != nil {
		f.State, f.Detail, f.Remedy = "missing", "header of the system", remedy
		return f
	}
	for _, word := range bytes.Fields(out) {
		if strings.HasSuffix(string(word), "/"+name) {
			f.Detail = string(word)
		}
	}
	return f
}

func checkCache() finding {
	f := finding{Check: "cache", State: "ok"}
	dir, err := cacheDir()
	if err == nil {
		f.Detail = dir
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		probe := filepath.Join(dir, ".probe")
		err = os.WriteFile(probe, nil, 0o600)
		os.Remove(probe)
	}
	if err != nil {
		f.State, f.Detail, f.Remedy = "missing", err.Error(), "set CONFCOV_CACHE to a folder that can be written"
	}
	return f
}
