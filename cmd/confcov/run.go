package main

// This file implements `confcov run`: one test under one configuration, concretely.

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore/build"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

func newRun() *cobra.Command {
	f := &exploreFlags{merge: "all", jobs: 1, mode: "both"}
	var test, config string
	cmd := &cobra.Command{
		Use:     "run --subject NAME|DIR --test TEST [--config a=1,b=0]",
		Example: "  confcov run --subject example --test input1\n  confcov run --subject vsftpd --test list --config listen=0,hide_ids=1",
		Short:   "run one test under one configuration and print its output",
		Long: `Runs one test under one configuration. Options that --config does not set have
their defaults. If the program talks to a peer, the conversation is shown: lines
with > were sent to it, lines with < received from it, >> and << over data
connections.`,
		Args: usageArgs(cobra.NoArgs),
	}
	f.subjectFlags.add(cmd)
	cmd.Flags().StringVarP(&test, "test", "t", "", "the test")
	cmd.Flags().StringVar(&config, "config", "", "settings: a=1,b=0")
	cmd.Flags().StringVar(&f.mode, "mode", "both", "how && and || are run: merged (as gcc does), expanded (as branches), both (as --merge all does)")
	cmd.Flags().Int64Var(&f.steps, "limit-steps", 0, "instructions; 0: the default, -1: no limit")
	f.addChecks(cmd)
	cmd.RegisterFlagCompletionFunc("test", f.completeTest)
	cmd.RegisterFlagCompletionFunc("config", f.completeConfig)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if test == "" {
			return usagef("--test is missing; `confcov subjects show` lists the tests")
		}
		f.tests = []string{test}
		c, err := f.campaign()
		if err != nil {
			return err
		}
		if _, err := parseConfig(c.Subject, c.Tests[0], config); err != nil {
			return err
		}
		if err := f.build(cmd, cmd.Context(), c, build.Options{}); err != nil {
			return err
		}
		// Now that the types of the options are known.
		settings, err := parseConfig(c.Subject, c.Tests[0], config)
		if err != nil {
			return err
		}
		config := c.Subject.Space().Defaults().With(c.Tests[0].Fixed()).With(settings)
		if err := config.Valid(c.Subject.Space()); err != nil {
			return usagef("--config: %w", err)
		}
		result, err := c.Concrete(cmd.Context(), c.Tests[0], c.Modes[0], config, false)
		if err != nil {
			return err
		}
		p := &result.Test.Paths[0]
		if _, err := cmd.OutOrStdout().Write(p.Output); err != nil {
			return err
		}
		if peer := c.Tests[0].Peer; peer != nil {
			for _, m := range peer.Misses(p.Output) {
				fmt.Fprintf(cmd.ErrOrStderr(), "confcov: %s\n", missed(c.Tests[0], m, ""))
			}
		}
		for _, n := range p.Notes {
			if n.Kind == path.NoteWarning {
				fmt.Fprintf(cmd.ErrOrStderr(), "confcov: warning: %s\n  at %s\n", n.Message, n.At)
			}
		}
		return ending(p)
	}
	return cmd
}

// parseConfig reads --config. Options that the test sets itself cannot be set.
func parseConfig(s *subjects.Subject, t *subjects.Test, text string) (confspace.Settings, error) {
	settings, err := s.Space().ParseSettings(text)
	if err != nil {
		return nil, usagef("--config: %w", err)
	}
	for _, set := range settings {
		if !t.Symbolic[set.Option] {
			return nil, usagef("--config: test %s sets option %s itself, or does not list it as symbolic", t.Name, s.Options[set.Option].Name)
		}
	}
	return settings, nil
}

// ending returns an error for an end that is not the program's own doing, or is an error of it.
func ending(p *path.Path) error {
	if p.End.Kind == path.Exit || p.End.Kind == path.Deadlock {
		return nil
	}
	text := fmt.Sprintf("%s: %s", p.End.Kind, p.End.Message)
	for _, frame := range p.End.Stack {
		text += "\n  at " + frame.String()
	}
	if !p.End.Kind.Complete() {
		return incompleteError{text}
	}
	return fmt.Errorf("%s", text)
}
