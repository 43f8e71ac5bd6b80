package main

// This file implements `confcov diff`: what reaches the lines that a patch touches.

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/reports/patch"
)

func newDiff() *cobra.Command {
	var flags studyFlags
	var file string
	var all bool
	cmd := &cobra.Command{
		Use:   "diff RUN --patch FILE",
		Short: "which configurations reach what a patch touches",
		Long: `Says of the lines that a unified diff touches (git diff, diff -u; - is standard
input) which configurations reach them, by which tests, which none reaches and
why, and which few configurations reach them all. The sources that the run
explored are those before the patch or after it: which is found out, and said.
Lines that a patch adds to the sources before it are reached as the code next to
them is.`,
		Example:           "  confcov diff out/vsftpd --patch fix.diff --criterion line,outcome\n  confcov diff out/vsftpd --patch - < fix.diff",
		Args:              needArgs(1, "RUN and --patch FILE"),
		ValidArgsFunction: completeDir,
	}
	cmd.Flags().StringSliceVar(&flags.criteria, "criterion", []string{"line"}, "line, block, edge, outcome (of conditions); several separated by commas")
	cmd.RegisterFlagCompletionFunc("criterion", completeCriteria)
	cmd.Flags().StringVarP(&file, "patch", "p", "", "the unified diff; -: standard input")
	cmd.Flags().BoolVar(&all, "all", false, "show everything, however much it is")
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := readPatch(cmd, file)
		if err != nil {
			return err
		}
		s, d, err := flags.load(cmd, args[0], func(o *reports.Options) { o.NoInter = true })
		if err != nil {
			return err
		}
		if s.Blocks, err = d.Program(); err != nil {
			return err
		}
		if s.Run.Imported != nil {
			return usagef("%s was imported: its sources are not known", args[0])
		}
		answer, err := s.Diff(cmd.Context(), p)
		if err != nil {
			return usagef("--patch: %s: %w", file, err)
		}
		var next [][2]string
		if place := answer.Place(); place != "" {
			next = append(next, [2]string{"confcov explain " + shellWord(args[0]) + " " + place, "why, and how to try it"})
		}
		if !all {
			next = append(next, [2]string{fmt.Sprintf("confcov diff %s --patch %s --all", shellWord(args[0]), shellWord(file)), "everything, all settings"})
		}
		next = append(next, [2]string{"confcov gap " + shellWord(args[0]) + " --configs DIR", "what your configurations reach"})
		if err := printDiff(cmd, out, answer, all, next); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}

// readPatch reads --patch.
func readPatch(cmd *cobra.Command, file string) (*patch.Patch, error) {
	in := cmd.InOrStdin()
	switch file {
	case "":
		return nil, usagef("diff needs --patch FILE: a unified diff, or - for standard input")
	case "-":
	default:
		f, err := os.Open(file)
		if err != nil {
			return nil, usagef("--patch: %w", err)
		}
		defer f.Close()
		in = f
	}
	p, err := patch.Parse(io.LimitReader(in, maxPatch))
	if err != nil {
		return nil, usagef("--patch: %s: %w", file, err)
	}
	return p, nil
}

// maxPatch is how many bytes of a patch are read.
const maxPatch = 256 << 20

func printDiff(cmd *cobra.Command, out *output, d *reports.Diff, all bool, next [][2]string) error {
	w := cmd.OutOrStdout()
	switch out.format {
	case reports.FormatTable:
		return d.Text(w, layout(w), all, next)
	case reports.FormatMarkdown:
		return d.Markdown(w)
	}
	return out.print(cmd, d.Tables()...)
}
