package main

// This file implements `confcov mcdc`: MC/DC over configurations.

import (
	"github.com/spf13/cobra"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports"
)

func newMCDC() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "mcdc RUN",
		Short: "which pairs of configurations show that conditions decide",
		Long: `Says of each condition (an operand of &&, ||, of if, while ...) that options
decide, which two configurations show its independence under one test: in one
it is true, in the other false, all other conditions that are evaluated in both
have the same outcome, and the decision comes to something else. That is
unique-cause MC/DC with masking by short circuits, as LLVM has it for C. If
there is no such pair it says so and why, and if what was explored does not
decide it, that.`,
		Example:           "  confcov mcdc out/vsftpd\n  confcov mcdc out/vsftpd --format csv",
		Args:              needArgs(1, "RUN"),
		ValidArgsFunction: completeDir,
	}
	cmd.Flags().BoolVar(&all, "all", false, "list all conditions")
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		flags := studyFlags{}
		s, _, err := flags.load(cmd, args[0], func(o *reports.Options) { o.Criteria, o.NoInter = []coverage.Criterion{coverage.Outcome}, true })
		if err != nil {
			return err
		}
		x, err := s.MCDC(s.Decisions)
		if err != nil {
			return usageError{err}
		}
		if out.format == reports.FormatTable {
			err = s.WriteMCDC(cmd.OutOrStdout(), layout(cmd.OutOrStdout()), x, args[0], all)
		} else {
			err = out.print(cmd, s.MCDCTable(x))
		}
		if err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}
