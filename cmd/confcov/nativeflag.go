package main

// This file defines the flag --native, which says how programs are run natively.

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// nativeFlag is the flag's value.
type nativeFlag struct {
	value string
	words []string // that it can be
}

// add registers the flag. It is auto, unconfined, or one of more.
func (n *nativeFlag) add(cmd *cobra.Command, help string, more ...string) {
	n.words = append([]string{"auto", "unconfined"}, more...)
	cmd.Flags().StringVar(&n.value, "native", n.words[0], help)
	cmd.RegisterFlagCompletionFunc("native", cobra.FixedCompletions(n.words, cobra.ShellCompDirectiveNoFileComp))
}

// check reports a value that is none of the words.
func (n *nativeFlag) check() error {
	if slices.Contains(n.words, n.value) {
		return nil
	}
	last := len(n.words) - 1
	return usagef("--native %s: want %s or %s", n.value, strings.Join(n.words[:last], ", "), n.words[last])
}

// off reports whether nothing is run natively.
func (n *nativeFlag) off() bool { return n.value == "off" }

// openly reports whether programs run as confcov itself does.
func (n *nativeFlag) openly() bool { return n.value == "unconfined" }
