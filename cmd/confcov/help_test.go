package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFits: the help of each command fits into a terminal, and has two examples.
func TestHelpFits(t *testing.T) {
	const columns = 80
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		for line := range strings.SplitSeq(cmd.Long+"\n"+cmd.UsageString(), "\n") {
			if n := utf8.RuneCountInString(line); n > columns {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		if examples := strings.Count(cmd.Example, "  confcov "); cmd.Runnable() && cmd.HasParent() && !cmd.Hidden && !cmd.HasSubCommands() && examples < 2 {
			t.Errorf("%s: %d examples, want two", cmd.CommandPath(), examples)
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}
