package main

// This file implements `confcov compare`: elements whose condition changed between two runs.

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/reports"
)

func newCompare() *cobra.Command {
	var flags studyFlags
	var all bool
	cmd := &cobra.Command{
		Use:   "compare RUN1 RUN2",
		Short: "what changed between two runs: of versions, options, tests",
		Long: `Lists the elements whose condition changed from one run to another: what is
newly reachable and what no longer is, and what more, fewer or other
configurations reach, with one of them. Where the sources differ, elements are
those at the same place, by a diff of the sources. Options that only one run
has, or that have another domain there, are compared at their defaults.`,
		Example:           "  confcov compare out/vsftpd-3.0.3 out/vsftpd-3.0.5\n  confcov compare out/before out/after --criterion line --format json",
		Args:              needArgs(2, "RUN1 and RUN2"),
		ValidArgsFunction: completeRuns,
	}
	flags.addCriterion(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "show every change at length")
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var studies [2]*reports.Study
		var sources [2]reports.Sources
		for i, name := range args {
			s, d, err := flags.load(cmd, name, func(o *reports.Options) { o.NoInter = true })
			if err != nil {
				return err
			}
			studies[i] = s
			if sources[i], err = d.Sources(); err != nil {
				return err
			}
		}
		c, err := reports.Compare(studies[0], studies[1], [2]string(args), sources)
		if err != nil {
			return usageError{err}
		}
		var next [][2]string
		if place := c.Place(); place != "" {
			next = append(next, [2]string{"confcov explain " + shellWord(args[1]) + " " + place, "who reaches it now"})
		}
		if len(c.Changes) > 0 && !all {
			next = append(next, [2]string{fmt.Sprintf("confcov compare %s %s --all", shellWord(args[0]), shellWord(args[1])), "every change at length"})
		}
		if err := printCompare(cmd, out, c, all, next); err != nil {
			return err
		}
		return errors.Join(incomplete(cmd, studies[0]), incomplete(cmd, studies[1]))
	}
	return cmd
}

// completeRuns completes two run directories.
func completeRuns(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) < 2 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func printCompare(cmd *cobra.Command, out *output, c *reports.Comparison, all bool, next [][2]string) error {
	if w := cmd.OutOrStdout(); out.format == reports.FormatTable {
		return c.Text(w, layout(w), all, next)
	}
	return out.print(cmd, c.Tables()...)
}
