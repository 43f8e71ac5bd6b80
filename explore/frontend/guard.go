package frontend

// This file guards against failures of the parser. After some syntax errors it
// goes on with an incomplete tree and panics, and the errors that it had found are lost: the host's
// gcc, if there is one, is then asked what is wrong. If it finds nothing wrong, the error is the parser's. Contexts end the wait for it, though not it itself.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"modernc.org/cc/v4"
)

// errParser is the error of a parser that broke off.
var errParser = errors.New("the parser broke off, which it does after some syntax errors")

// parseLimit is how long the parser may take for one file; the largest known ones take a second.
const parseLimit = 2 * time.Minute

// guarded parses in a goroutine of its own.
func guarded(ctx context.Context, cfg *cc.Config, sources []cc.Source) (*cc.AST, error) {
	type outcome struct {
		ast *cc.AST
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o = outcome{nil, errParser}
			}
			done <- o
		}()
		o.ast, o.err = cc.Parse(cfg, sources)
	}()
	limit := time.NewTimer(parseLimit)
	defer limit.Stop()
	select {
	case o := <-done:
		if o.err == nil && o.ast == nil {
			o.err = errParser
		}
		return o.ast, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-limit.C:
		return nil, fmt.Errorf("the parser did not end within %v", parseLimit)
	}
}

// diagnose asks gcc for the first error in the source, nil if it says none; valid says that gcc takes the source.
func diagnose(ctx context.Context, filename string, source []byte, o *Options) (first error, valid bool) {
	args := []string{"-fsyntax-only", "-w", "-x", "c"}
	for _, p := range o.IncludePaths {
		args = append(args, "-I", p)
	}
	if o.SystemIncludePaths != nil {
		args = append(args, "-nostdinc")
	}
	for _, p := range o.SystemIncludePaths {
		args = append(args, "-isystem", p)
	}
	for _, p := range o.AfterPaths {
		args = append(args, "-idirafter", p)
	}
	cmd := exec.CommandContext(ctx, "gcc", append(args, "-")...)
	var in, out bytes.Buffer
	fmt.Fprintf(&in, "%s# 1 %q\n%s\n", commandLine(o), filename, source)
	cmd.Stdin, cmd.Stderr, cmd.Env = &in, &out, append(cmd.Environ(), "LC_ALL=C")
	if cmd.Run() == nil {
		return nil, true
	}
	for line := range strings.Lines(out.String()) {
		if place, msg, ok := strings.Cut(line, " error: "); ok {
			return fmt.Errorf("%s %s", place, strings.TrimSpace(msg)), false
		}
	}
	return nil, false
}
