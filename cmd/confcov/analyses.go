package main

// This file implements the commands that analyse a run directory: coverage,
// interactions, report, and import, which makes one.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/campaign"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/solver"
	"github.com/confcov/confcov/explore/solver/z3solver"
	"github.com/confcov/confcov/interactions"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects/confspace"
)

// studyFlags are the flags of commands that analyse a run directory.
type studyFlags struct {
	criteria  []string
	paper     bool
	guarantee string
}

func (f *studyFlags) add(cmd *cobra.Command) {
	f.addCriterion(cmd)
	cmd.Flags().BoolVar(&f.paper, "paper", false, "count interactions by the rule of the dissertation's scripts: guarantees by one test, each value of an option by itself")
	cmd.Flags().StringVar(&f.guarantee, "guarantee", "", "who covers what settings guarantee: suite (some test, for each configuration; the default) or test (one test, for all of them; the default with --paper)")
	cmd.RegisterFlagCompletionFunc("guarantee", cobra.FixedCompletions([]string{"suite", "test"}, cobra.ShellCompDirectiveNoFileComp))
}

// addCriterion adds the flag of commands for which it does not matter what settings guarantee.
func (f *studyFlags) addCriterion(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.criteria, "criterion", nil, "line, block, edge, outcome (of conditions); several separated by commas; all by default")
	cmd.RegisterFlagCompletionFunc("criterion", completeCriteria)
}

// options returns what the flags say.
func (f *studyFlags) options() (reports.Options, error) {
	opts := reports.Options{Paper: f.paper, Each: f.paper, Guarantee: interactions.BySuite}
	if f.paper {
		opts.Guarantee = interactions.ByTest
	}
	if f.guarantee != "" {
		var err error
		if opts.Guarantee, err = interactions.ParseGuarantee(f.guarantee); err != nil {
			return opts, usagef("--guarantee: %w", err)
		}
	}
	if f.paper && opts.Guarantee == interactions.BySuite {
		return opts, usagef("--guarantee suite: the rule of --paper is about guarantees by one test")
	}
	for _, name := range f.criteria {
		c, err := coverage.ParseCriterion(name)
		if err != nil {
			return opts, usagef("--criterion: %w", err)
		}
		opts.Criteria = append(opts.Criteria, c)
	}
	return opts, nil
}

// load opens the run directory and analyses it.
func (f *studyFlags) load(cmd *cobra.Command, dir string, edit func(*reports.Options)) (*reports.Study, *path.Dir, error) {
	opts, err := f.options()
	if err != nil {
		return nil, nil, err
	}
	if edit != nil {
		edit(&opts)
	}
	d, err := openRun(dir)
	if err != nil {
		return nil, nil, err
	}
	bar := newProgress(cmd.ErrOrStderr(), "analysing")
	defer bar.done()
	opts.Progress = bar.step
	opts.NewTheory = newTheory(cmd.Context())
	opts.Context = cmd.Context()
	opts.Build = campaign.BuildID()
	s, err := reports.Load(d, opts)
	if err != nil {
		return nil, nil, err
	}
	s.Source = sourceReader(d)
	if err := s.Keep(d); err != nil && !unwritable(err) {
		return nil, nil, err
	}
	if s.Decisions, err = d.Decisions(); err != nil {
		return nil, nil, err
	}
	return s, d, nil
}

// save writes the results into the run directory. A directory that cannot be written is none of the analysis' business.
func (f *studyFlags) save(cmd *cobra.Command, s *reports.Study, d *path.Dir) error {
	if !s.Saved() {
		fmt.Fprintln(cmd.ErrOrStderr(), "confcov: result files hold what the suite guarantees: interactions of --paper and --guarantee test are not saved")
		return nil
	}
	err := s.Save(d)
	if unwritable(err) {
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: results are not saved: %v\n", err)
		return nil
	}
	return err
}

// unwritable reports whether the error is that nothing can be written there, or not now.
func unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.As(err, new(*path.BusyError))
}

// newTheory returns what makes the theory of relations: Z3's, which cancelling ctx interrupts.
func newTheory(ctx context.Context) func(*confspace.Sets) confspace.Theory {
	return func(m *confspace.Sets) confspace.Theory {
		chain := func(limit uint) solver.Core { return solver.Chain(z3solver.New(ctx, limit), solver.ChainOptions{}) }
		return solver.NewTheory(m, chain(z3solver.DefaultLimit), chain(z3solver.DefaultLimit/100))
	}
}

// openRun opens a run directory for reading.
func openRun(dir string) (*path.Dir, error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%s is not a run directory: there is no such folder; `confcov explore --out %s` makes one", dir, dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "run.json")); errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%s is not a run directory: it has no run.json; `confcov explore --out %s` makes one", dir, dir)
	}
	return path.Open(dir)
}

// incomplete returns an error where numbers of the study are marked incomplete.
func incomplete(cmd *cobra.Command, s *reports.Study) error {
	if text := s.CausesText(layout(cmd.ErrOrStderr())); text != "" {
		return incompleteError{text}
	}
	return nil
}

// analysis is a command that loads a run directory, writes files if asked to, and prints tables.
type analysis struct {
	use, short, example string
	edit                func(*reports.Options)                                        // nil: everything is analysed
	tables              func(*reports.Study) []*reports.Table                         //
	files               func(cmd *cobra.Command, s *reports.Study, d *path.Dir) error // nil: none
	answer              bool                                                          // people get the answer, and the tables with --all
}

func (a analysis) command() *cobra.Command {
	var flags studyFlags
	var all bool
	cmd := &cobra.Command{
		Use:               a.use + " RUN",
		Short:             a.short,
		Example:           a.example,
		Args:              needArgs(1, "RUN, a run directory"),
		ValidArgsFunction: completeDir,
	}
	flags.add(cmd)
	if a.answer {
		cmd.Flags().BoolVar(&all, "all", false, "print all tables, and then the answer")
	}
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, d, err := flags.load(cmd, args[0], a.edit)
		if err != nil {
			return err
		}
		if a.files != nil {
			if err := a.files(cmd, s, d); err != nil {
				return err
			}
		}
		tables := func() []*reports.Table { return a.tables(s) }
		if a.answer {
			err = out.answer(cmd, s, args[0], all, tables)
		} else {
			err = out.print(cmd, tables()...)
		}
		if err != nil {
			return err
		}
		if err := flags.save(cmd, s, d); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}

func newCoverage() *cobra.Command {
	return analysis{
		use: "coverage", short: "what the tests cover under any configuration",
		example: "  confcov coverage out/vsftpd\n  confcov coverage out/vsftpd --criterion line --format csv",
		edit:    func(o *reports.Options) { o.NoInter = true },
		tables:  func(s *reports.Study) []*reports.Table { return []*reports.Table{s.Summary(), s.Files(), s.Paths()} },
	}.command()
}

func newApart() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "apart RUN",
		Example: "  confcov apart out/vsftpd\n  confcov apart out/vsftpd --format csv",
		Short:   "where ways stayed apart that --merge all was to make one",
		Long: `Lists the places where ways of a run with --merge all met and could not become
one state again: how often, where, why, in how many tests, and in which most
often. Results are as exact as others; the less often ways stay apart, the
faster is exploration.`,
		Args:              needArgs(1, "RUN, a run directory"),
		ValidArgsFunction: completeDir,
	}
	out := addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		d, err := openRun(args[0])
		if err != nil {
			return err
		}
		infos, err := d.Tests()
		if err != nil {
			return err
		}
		return out.print(cmd, reports.ApartTable(infos))
	}
	return cmd
}

func newInteractions() *cobra.Command {
	return analysis{
		use: "interactions", short: "which combinations of settings guarantee coverage",
		example: "  confcov interactions out/vsftpd --criterion line\n  confcov interactions out/vsftpd --guarantee test --format json",
		edit:    func(o *reports.Options) { o.NoSets = true },
		tables: func(s *reports.Study) []*reports.Table {
			return []*reports.Table{s.Strengths(), s.Guaranteed(), s.Interactions()}
		},
	}.command()
}

func newReport() *cobra.Command {
	var html, plots string
	cmd := analysis{
		use: "report", short: "the answer of a run, all tables, HTML and plots",
		example: "  confcov report out/vsftpd --html report\n  confcov report out/vsftpd --all",
		tables:  func(s *reports.Study) []*reports.Table { return s.All() },
		files: func(cmd *cobra.Command, s *reports.Study, d *path.Dir) error {
			if html != "" {
				if err := writeHTML(cmd, s, d, html); err != nil {
					return fmt.Errorf("--html: %w", err)
				}
			}
			if plots == "" {
				return nil
			}
			if err := writePlots(cmd, plots, s); err != nil {
				return fmt.Errorf("--plots: %w", err)
			}
			return nil
		},
		answer: true,
	}.command()
	cmd.Flags().StringVar(&html, "html", "", "write a report with annotated sources into this folder")
	cmd.Flags().StringVar(&plots, "plots", "", "write plots and the graph of interactions into this folder")
	return cmd
}

// writeHTML writes the report for browsers.
func writeHTML(cmd *cobra.Command, s *reports.Study, d *path.Dir, dir string) (err error) {
	if s.Blocks, err = d.Program(); err != nil {
		return err
	}
	if err := s.HTML(dir); err != nil {
		return err
	}
	wrote(cmd, filepath.Join(dir, "index.html"))
	return nil
}

// printImport says what was imported, and what the data lack.
func printImport(cmd *cobra.Command, d *path.Dir) error {
	tests, err := d.Tests()
	if err != nil {
		return err
	}
	paths, elements := 0, 0
	for _, in := range tests {
		paths += in.Paths
	}
	for _, c := range coverage.Criteria() {
		elements += d.Universe().Count(c)
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%d paths, %d elements, %d options in %s\n", paths, elements, len(d.Space().Options), d.Name()); err != nil {
		return err
	}
	for _, name := range d.Run().Imported.Overlapping {
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: test %s: paths share configurations, as if it were several tests: a configuration covers what any of its paths covers\n", name)
	}
	var missing []string
	for _, in := range tests {
		for _, l := range in.Limits {
			missing = append(missing, fmt.Sprintf("test %s (%s): %s", in.Name, in.Mode, l))
		}
	}
	if len(missing) > 0 {
		return incompleteError{strings.Join(missing, "; ") + `: results are marked, unless the first record says "uncovered": "excluded"`}
	}
	return nil
}

// importError returns the error of an import of a file: the file is wrong, unless the run directory cannot be written.
func importError(file string, err error) error {
	if path.Unwritable(err) {
		return err
	}
	return usageError{fmt.Errorf("%s: %w", file, err)}
}

func newImport() *cobra.Command {
	f := &importFlags{}
	cmd := &cobra.Command{
		Use:     "import FILE",
		Example: "  confcov import paths.jsonl --out out/mine\n  confcov import x.otter --out out/paper --subject vsftpd-2.0.7 --source src",
		Short:   "make a run directory of path data from elsewhere",
		Long: `Reads path data as JSON lines, possibly compressed by gzip: the first line
{"lines": [...], "options": [...]} names lines and options, every other line
{"condition": ..., "lines": [...]} is a path. docs/run-directory.md says more
about domains, tests and other criteria. Otter's published path data are read
too: docs/paper.md.

With --subject the options are those of the subject, with its domains, and with
--source confcov compare knows which lines are the same: so data can be compared
with a run of the subject.`,
		Args: needArgs(1, "FILE with path data"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "the run directory to make")
	cmd.Flags().StringVar(&f.name, "name", "", "the subject's name; by default the file's, or that of --subject")
	cmd.Flags().StringVarP(&f.subject, "subject", "s", "", "a built-in subject, or a folder with a subject.toml, whose options the data are about")
	cmd.Flags().StringVar(&f.source, "source", "", "the folder of the source that the data are about")
	cmd.RegisterFlagCompletionFunc("subject", completeSubject)
	return cmd
}

// importFlags are the flags of import.
type importFlags struct{ out, name, subject, source string }

func (f *importFlags) run(cmd *cobra.Command, file string) error {
	if f.out == "" {
		return usagef("--out is missing: the run directory to make")
	}
	opt := path.ImportOptions{Name: f.name}
	if f.subject != "" {
		s, err := loadSubject(f.subject)
		if err != nil {
			return err
		}
		opt.Space, opt.Name = s.Space(), cmp.Or(f.name, s.Name)
	}
	if f.source != "" {
		if info, err := os.Stat(f.source); err != nil || !info.IsDir() {
			return usagef("--source %s: there is no such folder", f.source)
		}
		opt.Source = func(name string) ([]byte, bool) {
			text, err := os.ReadFile(filepath.Join(f.source, name))
			return text, err == nil
		}
	}
	data, err := os.Open(file)
	if err != nil {
		return usageError{err}
	}
	defer data.Close()
	opt.Name = cmp.Or(opt.Name, strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".gz"), ".jsonl"))
	d, err := path.Import(f.out, opt, data)
	if err != nil {
		return importError(file, err)
	}
	return printImport(cmd, d)
}
