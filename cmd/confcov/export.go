package main

// This file implements `confcov export`: the results of a run for other tools.

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/reports"
)

func newExport() *cobra.Command {
	var flags studyFlags
	var x exports
	cmd := &cobra.Command{
		Use:   "export RUN",
		Short: "lcov, Cobertura, CSV, SMT-LIB and JSON, for other tools",
		Long: `Writes the results of a run for other tools; each flag is a format, and several
can be given; - is the standard output. Counts of lcov and Cobertura are numbers
of tests that cover a line, function or outcome under at least one
configuration. SMT-LIB and JSON have the condition of every element: the
configurations that cover it.

Names of source files are absolute: below --source-root, or where the sources
were when the run was explored, if they are still there.`,
		Example: `  confcov export out/vsftpd --lcov lcov.info && genhtml --branch-coverage \
      --output-directory html lcov.info
  confcov export out/vsftpd --cobertura cobertura.xml --source-root src
  confcov export out/vsftpd --csv tables --smt vsftpd.smt2 --json vsftpd.json`,
		Args:              needArgs(1, "RUN, a run directory"),
		ValidArgsFunction: completeDir,
	}
	flags.add(cmd)
	cmd.Flags().StringVar(&x.lcov, "lcov", "", "write lines, functions and branches to this file as lcov's tracefile, for genhtml")
	cmd.Flags().StringVar(&x.cobertura, "cobertura", "", "write lines, functions and branches to this file as Cobertura's XML, for GitLab and Jenkins")
	cmd.Flags().StringVar(&x.csv, "csv", "", "write every table into this folder, TABLE.csv")
	cmd.Flags().StringVar(&x.smt, "smt", "", "write the condition of every element to this file, as SMT-LIB definitions")
	cmd.Flags().StringVar(&x.json, "json", "", "write every distinct condition to this file, as JSON: cubes and elements")
	cmd.Flags().StringVar(&x.root, "source-root", "", "the folder of the program's sources, for lcov and Cobertura")
	cmd.MarkFlagDirname("csv")
	cmd.MarkFlagDirname("source-root")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if x.lcov == "" && x.cobertura == "" && x.csv == "" && x.smt == "" && x.json == "" {
			return usagef("nothing to write: say --lcov FILE, --cobertura FILE, --csv DIR, --smt FILE or --json FILE")
		}
		if (x.lcov != "" || x.cobertura != "") && len(flags.criteria) > 0 && !slices.Contains(flags.criteria, "line") {
			return usagef("--criterion: lcov and Cobertura need line coverage")
		}
		if err := x.checkOutput(); err != nil {
			return err
		}
		s, d, err := flags.load(cmd, args[0], func(o *reports.Options) { o.NoInter = x.csv == "" })
		if err != nil {
			return err
		}
		if err := x.write(cmd, s, d); err != nil {
			return err
		}
		return incomplete(cmd, s)
	}
	return cmd
}

// exports is what to write where; "": not.
type exports struct{ lcov, cobertura, csv, smt, json, root string }

func (x *exports) write(cmd *cobra.Command, s *reports.Study, d *path.Dir) error {
	if x.lcov != "" || x.cobertura != "" {
		if err := x.findRoot(cmd, d.Run().Subject.Root); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		flag, name string
		write      func(io.Writer) error
	}{
		{"lcov", x.lcov, func(w io.Writer) error { return s.Lcov(w, x.root) }},
		{"cobertura", x.cobertura, func(w io.Writer) error { return s.Cobertura(w, x.root) }},
		{"smt", x.smt, s.ConditionsSMT},
		{"json", x.json, s.ConditionsJSON},
	} {
		if f.name == "" {
			continue
		}
		if f.name == "-" {
			if err := f.write(cmd.OutOrStdout()); err != nil {
				return err
			}
			continue
		}
		if err := writeFile(f.name, f.write); err != nil {
			return fmt.Errorf("--%s: %w", f.flag, err)
		}
		wrote(cmd, f.name)
	}
	if x.csv == "" {
		return nil
	}
	return x.tables(cmd, s)
}

// checkOutput checks that at most one result goes to the standard output, and no folder.
func (x *exports) checkOutput() error {
	if x.csv == "-" {
		return usagef("--csv -: tables are several files: name a folder")
	}
	n := 0
	for _, name := range []string{x.lcov, x.cobertura, x.smt, x.json} {
		if name == "-" {
			n++
		}
	}
	if n > 1 {
		return usagef("- is the standard output, which only one of --lcov, --cobertura, --smt and --json can have")
	}
	return nil
}

// findRoot makes the root of the sources absolute: the user's, or the recorded one.
func (x *exports) findRoot(cmd *cobra.Command, recorded string) error {
	if x.root == "" {
		if _, err := os.Stat(recorded); recorded == "" || err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "confcov: file names are relative: the sources are not where they were explored; --source-root says where they are")
			return nil
		}
		x.root = recorded
	} else if info, err := os.Stat(x.root); err != nil {
		return usagef("--source-root: %w", err)
	} else if !info.IsDir() {
		return usagef("--source-root: %s is not a folder", x.root)
	}
	var err error
	x.root, err = filepath.Abs(x.root)
	return err
}

// tables writes each table as a file.
func (x *exports) tables(cmd *cobra.Command, s *reports.Study) error {
	if err := os.MkdirAll(x.csv, 0o777); err != nil {
		return fmt.Errorf("--csv: %w", err)
	}
	all := s.All()
	if x, err := s.MCDC(s.Decisions); err == nil {
		all = append(all, s.MCDCTable(x))
	}
	for _, t := range all {
		name := filepath.Join(x.csv, t.Name+".csv")
		if err := writeFile(name, func(w io.Writer) error { return t.Write(w, reports.FormatCSV) }); err != nil {
			return err
		}
		wrote(cmd, name)
	}
	return nil
}
