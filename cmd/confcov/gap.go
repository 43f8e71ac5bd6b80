package main

// This file implements `confcov gap`: what configurations that are tested reach of what any configuration reaches.

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/reports"
)

func newGap() *cobra.Command {
	var flags studyFlags
	var configs []string
	var subject, under string
	var all, strict bool
	cmd := &cobra.Command{
		Use:   "gap RUN --configs FILES|DIR",
		Short: "what tested configurations reach, and which to add",
		Long: `Says how much of what any configuration reaches under the run's tests some
configurations reach, which of them are superfluous, and which to add, with what
each adds. Configurations are files of the program itself, lines of settings
(a=1,b=0), or JSON objects; a folder stands for its files. What of them cannot
be understood is listed, and counts as if it were not there; with --strict the
exit code is 1 then.

--fail-under makes the exit code 1 if less is reached, in any criterion.
--format markdown is a comment for a pull request.`,
		Example:           "  confcov gap out/vsftpd --configs ci/ --fail-under 95\n  confcov gap out/vsftpd --configs a.conf b.conf --format markdown",
		Args:              atLeastArgs(1, "RUN and --configs FILES or DIR"),
		ValidArgsFunction: completeRun,
	}
	flags.addCriterion(cmd)
	cmd.Flags().StringArrayVar(&configs, "configs", nil, "a file with configurations, or a folder; several times, or with further files after it")
	cmd.Flags().StringVarP(&subject, "subject", "s", "", "the subject that says how the program's own files are written; by default the one that was explored")
	cmd.Flags().StringVar(&under, "fail-under", "", "per cent: exit with 1 if less is reached of what can be, in any criterion")
	cmd.Flags().BoolVar(&strict, "strict", false, "exit with 1 if something of the configurations cannot be understood")
	cmd.Flags().BoolVar(&all, "all", false, "show all configurations and problems, however many")
	cmd.RegisterFlagCompletionFunc("subject", completeSubject)
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		limit, err := parsePercent(under)
		if err != nil {
			return err
		}
		if configs = append(configs, args[1:]...); len(configs) == 0 {
			return usagef("gap needs --configs FILES or DIR: the configurations that are tested")
		}
		s, _, err := flags.load(cmd, args[0], func(o *reports.Options) { o.NoInter = true })
		if err != nil {
			return err
		}
		given, bad, err := readConfigs(s, subject, configs)
		if err != nil {
			return usagef("--configs: %w", err)
		}
		var problems []string
		for _, p := range bad {
			problems = append(problems, p.Error())
		}
		if len(given) == 0 {
			return usagef("--configs: no configuration in %s: %s", strings.Join(configs, ", "), strings.Join(append(problems, "nothing is there")[:1], ""))
		}
		var tested []reports.Tested
		for _, g := range given {
			tested = append(tested, reports.Tested(g))
		}
		gap := s.Gap(tested, problems)
		have := &coverSets{flags: flags, have: configs, subject: subject}
		if err := printGap(cmd, out, gap, all, have.nextOf(args[0], gap)); err != nil {
			return err
		}
		if limit > 0 && !gap.Known() {
			return fmt.Errorf("nothing is known to be reached, so --fail-under %s fails: exploration is incomplete", under)
		}
		if list := gap.Under(limit); len(list) > 0 {
			return fmt.Errorf("less than --fail-under %s is reached: %s that can be reached", under, strings.Join(list, ", "))
		}
		if n := len(gap.Problems); strict && n > 0 {
			return fmt.Errorf("--strict: not all of the configurations was understood (problems: %d, listed above)", n)
		}
		return incomplete(cmd, s)
	}
	return cmd
}

func printGap(cmd *cobra.Command, out *output, g *reports.Gap, all bool, next [][2]string) error {
	w := cmd.OutOrStdout()
	switch out.format {
	case reports.FormatTable:
		return g.Text(w, layout(w), all, next)
	case reports.FormatMarkdown:
		return g.Markdown(w)
	}
	return out.print(cmd, g.Tables()...)
}

// nextOf returns the command that writes configurations which reach what is missing of a criterion: the first one of which something is.
func (c *coverSets) nextOf(run string, g *reports.Gap) [][2]string {
	missing, first := g.Missing()
	if missing == "" {
		return nil
	}
	if !first || len(c.flags.criteria) > 0 {
		c.flags.criteria = []string{missing}
	}
	return [][2]string{{c.again(run) + " --write DIR", "those for " + missing + "s, as files"}}
}

// parsePercent reads --fail-under; "" is 0, which nothing is less than.
func parsePercent(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	p, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(p >= 0 && p <= 100) {
		return 0, usagef("--fail-under %s: want a percentage, 0 to 100", text)
	}
	return p, nil
}
