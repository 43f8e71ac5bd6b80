package main

// This file implements `confcov explain`: who reaches a place, or why nobody does, and what settings guarantee.

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/reports"
)

func newExplain() *cobra.Command {
	flags := studyFlags{}
	var all bool
	cmd := &cobra.Command{
		Use:   "explain RUN FILE:LINE|FILE:10-40|FUNCTION|ELEMENT|a=1,b=0",
		Short: "who reaches a place, or why nobody; or what settings guarantee",
		Long: `Says of a line, lines, a function (FUNCTION or FILE:FUNCTION), a file, or of a
block, an edge or an outcome by its printed name ('main.c:147:7 true'): under
which configurations it is reached, by which tests, the smallest settings that
guarantee it, and one configuration to try. Of what is never reached it says
which branch on the way is the nearest that is, and what that looks at.
Of settings (a=1,b=0) it says what every configuration that has them covers.`,
		Example:           "  confcov explain out/vsftpd postlogin.c:1939\n  confcov explain out/vsftpd vsf_access_check_file\n  confcov explain out/vsftpd local_enable=1,ssl_enable=0",
		Args:              needArgs(2, "RUN and a place (FILE:LINE, FUNCTION, ...) or settings (a=1,b=0)"),
		ValidArgsFunction: completePlace,
	}
	flags.add(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "explain everything at length, however much it is")
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, d, err := flags.load(cmd, args[0], func(o *reports.Options) {
			if o.NoSets = true; !strings.Contains(args[1], "=") {
				o.Place = args[1]
			}
		})
		if err != nil {
			return err
		}
		if s.Blocks, err = d.Program(); err != nil {
			return err
		}
		if err := explain(cmd, out, s, args[0], args[1], all); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}

// explain prints what a place, or settings, are about.
func explain(cmd *cobra.Command, out *output, s *reports.Study, run, what string, all bool) error {
	w, ask := cmd.OutOrStdout(), s.Explain
	next := [][2]string{{"confcov gap " + shellWord(run) + " --configs DIR", "what your configurations reach"}}
	if !all {
		next = append([][2]string{{fmt.Sprintf("confcov explain %s %s --all", shellWord(run), shellWord(what)), "all of it"}}, next...)
	}
	if strings.Contains(what, "=") {
		ask = s.Guarantee
	} else if out.format == reports.FormatTable {
		if err := s.ExplainText(w, layout(w), what, all, next); err != nil {
			return usageError{err}
		}
		return nil
	}
	t, err := ask(what)
	if err != nil {
		return usageError{err}
	}
	if err := out.print(cmd, t); err != nil || out.format != reports.FormatTable {
		return err
	}
	return reports.WriteNext(w, layout(w), [][2]string{{fmt.Sprintf("confcov cover-sets %s --require %s", shellWord(run), shellWord(what)), "what to test with these"}})
}
