package main

// This file makes the root command and what all commands share.

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
)

// version is set when a release is built.
var version = "devel"

// formats are the forms in which results are printed.
var formats = []string{"table", "json", "csv", "markdown"}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "confcov",
		Short: "which settings decide which code runs, and which few configurations to test",
		Long: `confcov explores every path that any configuration of a C program takes under
its tests, and derives which settings of which options decide what code runs.

  confcov analyze --subject example      everything, on a small program
  confcov analyze --subject vsftpd       everything, on vsftpd 3.0.5

Exit codes: 0 done, 1 failed, 2 bad usage or subject, 3 done but incomplete.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          usageArgs(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	// Flags are explained in as many columns as a terminal has at least.
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "Flags.FlagUsages ", "Flags.FlagUsagesWrapped 80 "))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w; `%s --help` shows the flags", err, cmd.CommandPath())
	})
	root.AddCommand(newAnalyze(), newExplore(), newRun(), newReplay(), newBaseline(), newCoverage(), newInteractions(), newCoverSets(), newReport(), newExport(), newExplain(), newMCDC(),
		newGap(), newDiff(), newCompare(), newApart(), newStudy(), newStudySubject(), newImport(),
		newCrosscheck(), newSubjects(), newDoctor(), newVersion())
	return root
}

// usageArgs makes the errors of a check of arguments usage errors.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usagef("%w; `%s --help` shows how", err, cmd.CommandPath())
		}
		return nil
	}
}

// needArgs checks that a command has so many arguments. needs says what they are.
func needArgs(n int, needs string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return usagef("%s needs %s; `%s --help` shows how", cmd.Name(), needs, cmd.CommandPath())
		case len(args) > n:
			return usagef("%s needs %s, but not %q; `%s --help` shows how", cmd.Name(), needs, args[n], cmd.CommandPath())
		}
		return nil
	}
}

// atLeastArgs is needArgs for commands that take further arguments.
func atLeastArgs(n int, needs string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		return needArgs(n, needs)(cmd, args[:min(n, len(args))])
	}
}

// output is how a command prints its results.
type output struct {
	name   string
	format reports.Format
}

// addOutput adds the flag --format, which is checked before the command runs.
func addOutput(cmd *cobra.Command) *output {
	o := &output{}
	cmd.Flags().StringVar(&o.name, "format", "table", "how results are printed: "+strings.Join(formats, ", "))
	cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	cmd.PreRunE = func(cmd *cobra.Command, args []string) (err error) {
		if o.format, err = reports.ParseFormat(o.name); err != nil {
			return usagef("--format: %w", err)
		}
		return nil
	}
	return o
}

// print writes tables to the command's standard output.
func (o *output) print(cmd *cobra.Command, tables ...*reports.Table) error {
	if o.format == reports.FormatTable {
		return layout(cmd.OutOrStdout()).Write(cmd.OutOrStdout(), tables...)
	}
	if len(tables) == 1 {
		return tables[0].Write(cmd.OutOrStdout(), o.format)
	}
	return reports.WriteTables(cmd.OutOrStdout(), o.format, tables...)
}

// answer prints the answer of a study, with all the tables before it; in formats for programs the tables alone.
func (o *output) answer(cmd *cobra.Command, s *reports.Study, run string, all bool, tables func() []*reports.Table) error {
	w := cmd.OutOrStdout()
	if o.format != reports.FormatTable {
		return o.print(cmd, tables()...)
	}
	if all {
		if err := o.print(cmd, tables()...); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return s.Answer(w, layout(w), run)
}

// defaultWidth is how many columns text has where no terminal says.
const defaultWidth = 80

// layout returns how text is laid out on w: as wide as the terminal, or as COLUMNS says, or in 80 columns; in colour on a terminal that has some, unless
// NO_COLOR is set.
func layout(w io.Writer) reports.Layout {
	l := reports.Layout{Width: defaultWidth}
	if f, ok := w.(*os.File); ok && isTerminal(f) {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			l.Width = n
		}
		l.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		l.Width = n
	}
	return l
}

// subjectFlags are the flags of commands that need a subject.
type subjectFlags struct {
	name   string
	source string
}

func (f *subjectFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.name, "subject", "s", "", "the program: "+strings.Join(subjects.Names(), ", ")+", or a folder with a subject.toml")
	cmd.Flags().StringVar(&f.source, "source", "", "a tarball or folder to use as the subject's source, instead of fetching it")
	cmd.RegisterFlagCompletionFunc("subject", completeSubject)
}

func completeSubject(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return subjects.Names(), cobra.ShellCompDirectiveFilterDirs
}

// load returns the subject, an error in it as such.
func (f *subjectFlags) load() (*subjects.Subject, error) {
	if f.name == "" {
		return nil, usagef("--subject is missing: one of %s, or a folder with a subject.toml", strings.Join(subjects.Names(), ", "))
	}
	return loadSubject(f.name)
}

func loadSubject(name string) (*subjects.Subject, error) {
	s, err := subjects.Load(name)
	if err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// prepare fetches the subject's source, telling a person who waits what it does.
func (f *subjectFlags) prepare(ctx context.Context, s *subjects.Subject, stderr io.Writer) (*subjects.Prepared, error) {
	return s.Prepare(ctx, fetch.Options{Local: f.source, Log: logTo(stderr)})
}

// logTo returns a function that prints lines about slow steps, or nil where nobody looks.
func logTo(w io.Writer) func(string, ...any) {
	if !isTerminal(w) {
		return nil
	}
	return func(format string, args ...any) { fmt.Fprintf(w, "confcov: "+format+"\n", args...) }
}

func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
