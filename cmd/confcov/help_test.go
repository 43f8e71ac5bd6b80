package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFits: the help of each command fits into a terminal.
func TestHelpFits(t *testing.T) {
	const columns = 80
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		for line := range strings.SplitSeq(cmd.Long+"\n"+cmd.UsageString(), "\n") {
			if n := utf8.RuneCountInString(line); n > columns {
				t.Errorf("%s: %d columns: %s", cmd.CommandPath(), n, line)
			}
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}
