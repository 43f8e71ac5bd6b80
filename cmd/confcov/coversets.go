package main

// This file implements the command cover-sets: the configurations to test, and what they are written as.

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/reports"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/confspace"
)

// coverSets is the command cover-sets.
type coverSets struct {
	flags   studyFlags
	out     *output
	all     bool
	max     int
	require []string
	forbid  []string
	satisfy []string
	weights []string
	have    []string
	emit    string
	dir     string
	subject string
	force   bool
	first   bool // nobody names a criterion where only one is planned for: it is the first
}

// emitted are the forms in which configurations are written for others.
var emitted = []string{"conf", "github", "json", "pict", "acts"}

func newCoverSets() *cobra.Command {
	c := &coverSets{}
	cmd := &cobra.Command{
		Use:   "cover-sets RUN",
		Short: "which few configurations cover everything, or most",
		Long: `Finds as few configurations as cover all that any configuration covers, with a
proof that fewer do not, or with --max the best so many.

--require and --forbid take settings: every configuration has all of them, no
configuration has all of them together. Given several times, all of it holds.
--constraint is written as in subject.toml: 'a => b', 'n <= 5 | !c'.
--have names what is tested already: files of the program itself, files with
settings, JSON, or folders of these. Only what they lack is looked for.
--weight OPTION=W says what it costs to change an option from its default; it
is 1 where nothing is said. As few configurations as possible come first, or
with --max as much coverage; among those that are equal in that, the sum of
what is changed, over all configurations, is made as small as possible.

Without these flags there is a plan for each criterion. With one of them, or
with --emit, it is for lines alone, unless --criterion names others.

--emit writes the configurations into a folder or a file that --write names, or
to the standard output: conf (the program's own files), github (a matrix of
GitHub Actions), json; or, for tools that choose configurations themselves,
the model of all options: pict, acts.`,
		Example: "  confcov cover-sets out/vsftpd --max 5 --forbid ssl_enable=1\n" +
			"  confcov cover-sets out/vsftpd --emit conf --write configurations",
		Args:              needArgs(1, "RUN"),
		ValidArgsFunction: completeDir,
	}
	c.flags.add(cmd)
	f := cmd.Flags()
	f.BoolVar(&c.all, "all", false, "print every configuration for every criterion")
	f.IntVar(&c.max, "max", 0, "at most so many configurations, those that cover most")
	f.StringArrayVar(&c.require, "require", nil, "settings that every configuration has, such as ssl_enable=1,listen=0")
	f.StringArrayVar(&c.forbid, "forbid", nil, "settings that no configuration has together")
	f.StringArrayVar(&c.satisfy, "constraint", nil, "what every configuration satisfies, such as 'ssl_enable => listen'")
	f.StringArrayVar(&c.weights, "weight", nil, "what it costs to change an option from its default, such as ssl_enable=10")
	f.StringArrayVar(&c.have, "have", nil, "file or folder with configurations that are tested already")
	f.StringVar(&c.emit, "emit", "", "write configurations as "+strings.Join(emitted, ", "))
	f.StringVar(&c.dir, "write", "", "where --emit writes, which without --emit is conf: a folder, for the others a file; -: standard output")
	f.BoolVar(&c.force, "force", false, "overwrite what is there already where --write says")
	f.StringVarP(&c.subject, "subject", "s", "", "the program, for --emit and --have; by default the one that was explored, where it was then")
	for _, name := range []string{"require", "forbid", "weight"} {
		cmd.RegisterFlagCompletionFunc(name, completeRunSettings)
	}
	cmd.RegisterFlagCompletionFunc("emit", cobra.FixedCompletions(emitted, cobra.ShellCompDirectiveNoFileComp))
	c.out = addOutput(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return c.run(cmd, args[0]) }
	return cmd
}

// chosen reports whether other configurations are asked for than those that cover everything.
func (c *coverSets) chosen() bool { return c.max > 0 || len(c.weights) > 0 || c.narrowed() }

// narrowed reports whether not all configurations come into question.
func (c *coverSets) narrowed() bool {
	return len(c.require)+len(c.forbid)+len(c.satisfy)+len(c.have) > 0
}

func (c *coverSets) check(cmd *cobra.Command) error {
	if c.max < 0 || c.max == 0 && cmd.Flags().Changed("max") {
		return usagef("--max %d: want a number of configurations, at least 1", c.max)
	}
	if c.emit == "" && c.dir != "" {
		c.emit = "conf"
	}
	if c.emit != "" && !slices.Contains(emitted, c.emit) {
		return usagef("--emit: unknown form %q: want %s", c.emit, strings.Join(emitted, ", "))
	}
	if c.dir == "-" && c.emit != "conf" {
		c.dir = ""
	}
	if c.emit == "conf" && (c.dir == "" || c.dir == "-") {
		return usagef("--emit conf writes several files: say with --write into which folder")
	}
	if c.model() {
		for _, flag := range []string{"max", "weight", "have"} {
			if cmd.Flags().Changed(flag) {
				return usagef("--%s chooses configurations, but --emit %s writes a model, from which %s chooses them", flag, c.emit, strings.ToUpper(c.emit))
			}
		}
	}
	return nil
}

func (c *coverSets) run(cmd *cobra.Command, dir string) error {
	if err := c.check(cmd); err != nil {
		return err
	}
	whole, d, err := c.flags.load(cmd, dir, func(o *reports.Options) {
		if (c.chosen() || c.emit != "") && o.Criteria == nil && !c.model() {
			o.Criteria = c.firstCriterion(dir)
			c.first = true
		}
		o.NoInter = c.narrowed() || c.model()
	})
	if err != nil {
		return err
	}
	s, err := c.narrow(cmd, whole)
	if err != nil {
		return err
	}
	if c.model() {
		if err := c.write(cmd, s, nil); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	opts := reports.PlanOptions{Context: cmd.Context(), Max: c.max}
	if opts.Prices, err = c.prices(s); err != nil {
		return err
	}
	var plans []*reports.Plan
	for _, r := range s.Results {
		p, err := s.Plan(r, opts)
		if err != nil {
			return err
		}
		plans = append(plans, p)
	}
	if c.emit != "" {
		if err := c.write(cmd, s, plans); err != nil {
			return err
		}
	}
	if c.emit == "" || c.dir != "" {
		if err := c.print(cmd, s, plans, dir); err != nil {
			return err
		}
	}
	if !c.narrowed() {
		if err := c.flags.save(cmd, s, d); err != nil {
			return err
		}
	}
	return incomplete(cmd, s)
}

// model reports whether a model of options is asked for, and no configurations.
func (c *coverSets) model() bool { return c.emit == "pict" || c.emit == "acts" }

// firstCriterion returns the first criterion that the run has elements of.
func (c *coverSets) firstCriterion(dir string) []coverage.Criterion {
	d, err := openRun(dir)
	if err != nil {
		return nil // load tells
	}
	for _, cr := range coverage.Criteria() {
		if d.Universe().Count(cr) > 0 {
			return []coverage.Criterion{cr}
		}
	}
	return nil
}

// maxHaveProblems is how many problems of --have are told.
const maxHaveProblems = 5

// narrow returns the study of the configurations that come into question.
func (c *coverSets) narrow(cmd *cobra.Command, s *reports.Study) (*reports.Study, error) {
	if !c.narrowed() {
		return s, nil
	}
	var rules []reports.Rule
	for _, f := range []struct {
		flag string
		list []string
		rule func(source, text string) (reports.Rule, error)
	}{{"--require", c.require, s.Require}, {"--forbid", c.forbid, s.Forbid}, {"--constraint", c.satisfy, s.Satisfy}} {
		for _, text := range f.list {
			r, err := f.rule(fmt.Sprintf("%s '%s'", f.flag, text), text)
			if err != nil {
				return nil, usagef("%s: %w", f.flag, err)
			}
			rules = append(rules, r)
		}
	}
	var have []confspace.Configuration
	if len(c.have) > 0 {
		given, problems, err := readConfigs(s, c.subject, c.have)
		if err != nil {
			return nil, usagef("--have: %w", err)
		}
		for i, p := range problems {
			if i == maxHaveProblems && len(problems) > i+1 {
				fmt.Fprintf(cmd.ErrOrStderr(), "confcov: --have: and %d more problems; `confcov gap --all` lists all\n", len(problems)-i)
				break
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "confcov: --have: %v\n", p)
		}
		for _, g := range given {
			have = append(have, g.Configuration)
		}
		if len(have) == 0 {
			return nil, usagef("--have: no configuration is in %s", strings.Join(c.have, ", "))
		}
	}
	opts, err := c.flags.options()
	if err != nil {
		return nil, err
	}
	for _, r := range s.Results {
		if !slices.Contains(opts.Criteria, r.Criterion) {
			opts.Criteria = append(opts.Criteria, r.Criterion)
		}
	}
	opts.NoInter = c.model()
	opts.Context, opts.NewTheory = cmd.Context(), newTheory(cmd.Context())
	narrow, err := s.Narrow(rules, have, opts)
	if err != nil && cmd.Context().Err() == nil {
		return nil, usageError{err}
	}
	return narrow, err
}

// prices returns what changing each option costs; nil: nobody says.
func (c *coverSets) prices(s *reports.Study) ([]int64, error) {
	if len(c.weights) == 0 {
		return nil, nil
	}
	prices := make([]int64, len(s.Space.Options))
	for o := range prices {
		prices[o] = 1
	}
	for _, list := range c.weights {
		for text := range strings.SplitSeq(list, ",") {
			name, value, ok := strings.Cut(text, "=")
			if !ok {
				return nil, usagef("--weight %q: want OPTION=W, such as ssl_enable=10", text)
			}
			o, err := s.Space.Lookup(strings.TrimSpace(name))
			if err != nil {
				return nil, usagef("--weight: %w", err)
			}
			w, err := strconv.ParseInt(strings.TrimSpace(value), 10, 32)
			if err != nil || w < 0 {
				return nil, usagef("--weight %q: want a whole number from 0 to %d", text, 1<<31-1)
			}
			prices[o] = w
		}
	}
	return prices, nil
}

// print prints the plans.
func (c *coverSets) print(cmd *cobra.Command, s *reports.Study, plans []*reports.Plan, run string) error {
	if c.out.format != reports.FormatTable {
		if c.chosen() {
			return c.out.print(cmd, s.Plans(plans))
		}
		return c.out.print(cmd, s.CoverSets(), s.Configurations())
	}
	w := cmd.OutOrStdout()
	again := c.again(run)
	next := [][2]string{{again + " --write DIR", "as the program's own files"}}
	if !c.chosen() && len(plans) > 0 && len(plans[0].Configurations) > 3 {
		next = slices.Insert(next, 0, [2]string{again + " --max 3", "the best three"})
	}
	if c.emit != "" || !slices.ContainsFunc(plans, func(p *reports.Plan) bool { return len(p.Configurations) > 0 }) {
		next = nil
	}
	if c.first && len(plans) == 1 && len(s.Universe.Elements) > 1 {
		next = append(next, [2]string{again + " --criterion line,block,edge,outcome", "not lines alone"})
	}
	return s.WritePlans(w, layout(w), plans, c.all, next)
}

// again returns the command that asks for the same configurations, as a shell reads it.
func (c *coverSets) again(run string) string {
	words := []string{"confcov cover-sets", shellWord(run)}
	add := func(flag string, values ...string) {
		for _, v := range values {
			words = append(words, flag+" "+shellWord(v))
		}
	}
	add("--criterion", c.flags.criteria...)
	if c.max > 0 {
		add("--max", strconv.Itoa(c.max))
	}
	add("--require", c.require...)
	add("--forbid", c.forbid...)
	add("--constraint", c.satisfy...)
	add("--weight", c.weights...)
	add("--have", c.have...)
	if c.subject != "" {
		add("--subject", c.subject)
	}
	return strings.Join(words, " ")
}

// write writes the plans in the form that is asked for.
func (c *coverSets) write(cmd *cobra.Command, s *reports.Study, plans []*reports.Plan) error {
	var b bytes.Buffer
	var err error
	switch c.emit {
	case "conf":
		return c.writeFiles(cmd, s, plans)
	case "github":
		var sub *subjects.Subject
		if sub, err = runSubject(c.subject, s); err == nil {
			err = s.EmitGitHub(&b, plans, sub.Complete)
		}
	case "json":
		err = s.EmitJSON(&b, plans)
	case "pict":
		err = s.EmitPICT(&b)
	case "acts":
		err = s.EmitACTS(&b)
	}
	if err != nil {
		return err
	}
	if c.dir == "" {
		_, err := io.Copy(cmd.OutOrStdout(), &b)
		return err
	}
	return c.replace(cmd, map[string][]byte{c.dir: b.Bytes()}, nil, c.dir)
}

// writeFiles writes the configurations in the program's own syntax, one file each. Files of larger plans that were written before are removed.
func (c *coverSets) writeFiles(cmd *cobra.Command, s *reports.Study, plans []*reports.Plan) error {
	sub, err := runSubject(c.subject, s)
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	var old, written []string
	for _, p := range plans {
		file := func(i int) string { return filepath.Join(c.dir, p.PlanName(i)+".conf") }
		for i, conf := range p.Configurations {
			lines, err := sub.Complete(conf)
			if err != nil {
				return err
			}
			files[file(i)] = []byte(strings.Join(lines, "\n") + "\n")
		}
		n := len(p.Configurations)
		for i := n; ; i++ {
			if _, err := os.Lstat(file(i)); err != nil {
				break
			}
			old = append(old, file(i))
		}
		switch n {
		case 0:
		case 1:
			written = append(written, file(0))
		default:
			written = append(written, fmt.Sprintf("%s to %s", file(0), file(n-1)))
		}
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return fmt.Errorf("--write: %w", err)
	}
	if err := c.replace(cmd, files, old, written...); err != nil {
		return err
	}
	return c.tellOthers(cmd, files)
}

// replace writes files, removes old ones, and says so. Without --force it refuses to change what is there already.
func (c *coverSets) replace(cmd *cobra.Command, files map[string][]byte, old []string, written ...string) error {
	names := slices.Sorted(maps.Keys(files))
	if !c.force {
		var lost []string
		for _, name := range names {
			if is, err := os.ReadFile(name); err == nil && !bytes.Equal(is, files[name]) {
				lost = append(lost, name)
			}
		}
		if n := len(lost) + len(old); n > 0 {
			text := ""
			if len(lost) > 0 {
				text = "would overwrite " + someOf(lost)
			}
			if len(old) > 0 {
				text = strings.TrimPrefix(text+" and remove "+someOf(old), " and ")
				if len(lost) == 0 {
					text = "would " + text
				}
			}
			return usagef("--write %s %s: --force does it", c.dir, text)
		}
	}
	for _, name := range names {
		if err := os.WriteFile(name, files[name], 0o644); err != nil {
			return fmt.Errorf("--write: %w", err)
		}
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("--write: %w", err)
		}
	}
	for _, name := range written {
		wrote(cmd, name)
	}
	return nil
}

// tellOthers says which other files the folder has: who reads all of it reads them, too.
func (c *coverSets) tellOthers(cmd *cobra.Command, files map[string][]byte) error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var others []string
	for _, e := range entries {
		if name := filepath.Join(c.dir, e.Name()); files[name] == nil {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "confcov: %s has other files, too: %s\n", c.dir, someOf(others))
	}
	return nil
}

// someOf lists names, of many the first ones.
func someOf(names []string) string {
	const most = 4
	if len(names) <= most+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}
