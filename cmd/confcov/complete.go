package main

// This file completes arguments on the command line: runs, places of their programs, options, values, tests and criteria.

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects/confspace"
)

// completeDir completes a run directory.
func completeDir(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// completeRun completes a run directory, and files after it.
func completeRun(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return completeDir(cmd, args, toComplete)
}

// completePlace completes a run directory, and then what explain takes: a file, a function, FILE:LINE, or settings.
func completePlace(cmd *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeDir(cmd, args, toComplete)
	}
	return withRun(args, func(d *path.Dir) ([]string, cobra.ShellCompDirective) {
		if strings.ContainsAny(toComplete, "=,") {
			return completeSettings(d.Space(), toComplete)
		}
		return places(d.Universe(), toComplete), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	})
}

// places returns the files, with a colon, and the functions of a program; after a colon, the lines and functions of the file.
func places(u *coverage.Universe, toComplete string) []string {
	file, _, inFile := strings.Cut(toComplete, ":")
	found := map[string]bool{}
	for i := range u.Elements[coverage.Line] {
		e := &u.Elements[coverage.Line][i]
		switch {
		case !inFile:
			found[e.File+":"], found[e.Func] = true, true
		case e.File == file:
			found[file+":"+strconv.Itoa(int(e.Line))], found[file+":"+e.Func] = true, true
		}
	}
	delete(found, "")
	return beginningWith(toComplete, slices.Sorted(maps.Keys(found)))
}

// completeSettings completes "a=1,b=0" by the options of a space and their values.
func completeSettings(sp *confspace.Space, toComplete string) ([]string, cobra.ShellCompDirective) {
	done, last := "", toComplete
	if i := strings.LastIndexByte(toComplete, ','); i >= 0 {
		done, last = toComplete[:i+1], toComplete[i+1:]
	}
	var list []string
	name, _, valued := strings.Cut(last, "=")
	if o := sp.Index(name); valued && o >= 0 {
		for _, v := range fewValues(&sp.Options[o].Domain) {
			list = append(list, done+name+"="+v)
		}
	} else {
		for _, n := range sp.Names() {
			list = append(list, done+n+"=")
		}
	}
	return beginningWith(toComplete, list), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// fewValues returns the values of a domain that lists them.
func fewValues(d *confspace.Domain) []string {
	var values []int64
	switch d.Kind {
	case confspace.DomainBool:
		values = []int64{0, 1}
	case confspace.DomainList:
		values = d.Values
	case confspace.DomainStrings:
		for v := range int64(d.Size()) {
			values = append(values, v)
		}
	}
	var texts []string
	for _, v := range values {
		texts = append(texts, d.FormatValue(v))
	}
	return texts
}

// completeTest completes the tests of the subject that --subject names.
func (f *subjectFlags) completeTest(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	s, err := f.load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for _, t := range s.Tests {
		names = append(names, t.Name)
	}
	return completeList(toComplete, names)
}

// completeConfig completes settings of the options of the subject that --subject names.
func (f *subjectFlags) completeConfig(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	s, err := f.load()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return completeSettings(s.Space(), toComplete)
}

// completeRunSettings completes settings of the options of the run that is the first argument.
func completeRunSettings(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return withRun(args, func(d *path.Dir) ([]string, cobra.ShellCompDirective) { return completeSettings(d.Space(), toComplete) })
}

// completeRunTests completes the tests of the run that is the first argument.
func completeRunTests(_ *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	return withRun(args, func(d *path.Dir) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, t := range d.Run().Tests {
			names = append(names, t.Name)
		}
		slices.Sort(names)
		return completeList(toComplete, slices.Compact(names))
	})
}

func withRun(args []string, f func(*path.Dir) ([]string, cobra.ShellCompDirective)) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	d, err := openRun(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return f(d)
}

// completeCriteria completes a list of criteria.
func completeCriteria(_ *cobra.Command, _ []string, toComplete string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, c := range coverage.Criteria() {
		names = append(names, c.String())
	}
	return completeList(toComplete, names)
}

// completeList completes the last of several names separated by commas.
func completeList(toComplete string, names []string) ([]string, cobra.ShellCompDirective) {
	done := toComplete[:strings.LastIndexByte(toComplete, ',')+1]
	var list []string
	for _, n := range names {
		list = append(list, done+n)
	}
	return beginningWith(toComplete, list), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// beginningWith returns the texts that begin with a prefix.
func beginningWith(prefix string, list []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return !strings.HasPrefix(s, prefix) })
}
