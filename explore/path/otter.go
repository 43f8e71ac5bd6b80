package path

// This file reads path data in the form in which Otter's are published: text, compressed by gzip.
// The first line has the numbers of options and of lines, the second the names of the lines, the
// third is of '#'. Then come the paths, each as
//
//	0 2 16 17                                      indices of the lines that it covers
//	------
//	and(NOT(listen),BVLT(chunk,Bytes(4096U)))      its condition
//	------
//	-1,0,1                                         configurations that take it, which are not needed
//
//	============
//
// The operators are and, AND, OR, NOT, BVLT and BVGT (less and greater than). Bytes(4096U) and
// Bytearray(/01/00/00/00), least byte first, are constants, which are compared, or are false and true.

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// isOtter reports whether the data begin as Otter's do: by two numbers.
func isOtter(first []byte) bool {
	f := bytes.Fields(first)
	if len(f) != 2 {
		return false
	}
	for _, n := range f {
		if _, err := strconv.ParseUint(string(n), 10, 31); err != nil {
			return false
		}
	}
	return true
}

// otter reads a file line by line.
type otter struct {
	r    *bufio.Reader
	line int
	text string
}

func (o *otter) next() error {
	b, err := o.r.ReadBytes('\n')
	if err == io.EOF && len(b) > 0 {
		err = nil
	}
	if err == nil {
		o.line++
		o.text = strings.TrimSpace(string(b))
	}
	return err
}

func (o *otter) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", o.line, fmt.Errorf(format, args...))
}

// want goes to the next line, which must be of one character.
func (o *otter) want(char string) error {
	switch err := o.next(); {
	case err == io.EOF:
		return o.errorf("the file ends before a line of %s", char)
	case err != nil:
		return o.errorf("%w", err)
	case o.text == "" || strings.Trim(o.text, char) != "":
		return o.errorf("want a line of %s", char)
	}
	return nil
}

// readOtter reads what follows the first line. The options are those that occur in conditions.
func readOtter(first []byte, r *bufio.Reader) (importHead, []importPath, error) {
	var head importHead
	o := &otter{r: r, line: 1}
	if err := o.next(); err != nil {
		return head, nil, o.errorf("want the names of lines")
	}
	head.Lines = strings.Fields(o.text)
	if n := string(bytes.Fields(first)[1]); n != strconv.Itoa(len(head.Lines)) {
		return head, nil, o.errorf("%d names of lines, but the first line says %s", len(head.Lines), n)
	}
	if err := o.want("#"); err != nil {
		return head, nil, err
	}
	var paths []importPath
	options := map[string]bool{}
	for {
		p, err := o.path(options)
		if err == io.EOF {
			break
		}
		if err != nil {
			return head, nil, err
		}
		paths = append(paths, p)
	}
	for _, name := range slices.Sorted(maps.Keys(options)) {
		head.Options = append(head.Options, importOption{Name: name})
	}
	return head, paths, nil
}

// path reads one path and notes the options of its condition; after the last one the error is io.EOF.
func (o *otter) path(options map[string]bool) (importPath, error) {
	var p importPath
	for o.text = ""; o.text == ""; {
		if err := o.next(); err != nil {
			return p, err
		}
	}
	lines := indices{}
	p.Lines = &lines
	for _, f := range strings.Fields(o.text) {
		n, err := strconv.ParseUint(f, 10, 32)
		if err != nil {
			return p, o.errorf("want the indices of lines")
		}
		lines = append(lines, uint32(n))
	}
	if err := o.want("-"); err != nil {
		return p, err
	}
	if err := o.next(); err != nil {
		return p, o.errorf("the file ends before a condition")
	}
	c := otterCondition{text: o.text, options: options}
	var err error
	if p.Condition, err = c.parse(0); err == nil && c.text != "" {
		err = fmt.Errorf("%q after the condition", c.text)
	}
	if err != nil {
		return p, o.errorf("%w", err)
	}
	if err := o.want("-"); err != nil {
		return p, err
	}
	for {
		if err := o.next(); err != nil {
			return p, o.errorf("the file ends within a path")
		}
		if o.text != "" && strings.Trim(o.text, "=") == "" {
			return p, nil
		}
	}
}

// otterCondition is a condition under way.
type otterCondition struct {
	text    string // what is not read yet
	options map[string]bool
}

// constant is a number of a condition.
type constant int64

// parse reads one operand and returns it in the form of an importPath's condition.
func (c *otterCondition) parse(depth int) (any, error) {
	if depth > 1000 {
		return nil, fmt.Errorf("too deep a condition")
	}
	n := strings.IndexAny(c.text, "(),")
	if n < 0 {
		n = len(c.text)
	}
	name := c.text[:n]
	c.text = c.text[n:]
	if name == "" {
		return nil, fmt.Errorf("want an option or an operator at %.20q", c.text)
	}
	if !strings.HasPrefix(c.text, "(") {
		c.options[name] = true
		return name, nil
	}
	c.text = c.text[1:]
	if name == "Bytes" || name == "Bytearray" {
		digits, rest, ok := strings.Cut(c.text, ")")
		if !ok {
			return nil, fmt.Errorf("%s without an end", name)
		}
		c.text = rest
		return otterConstant(digits)
	}
	var args []any
	for {
		x, err := c.parse(depth + 1)
		if err != nil {
			return nil, err
		}
		args = append(args, x)
		more := strings.HasPrefix(c.text, ",")
		if !more && !strings.HasPrefix(c.text, ")") {
			return nil, fmt.Errorf("%s without an end", name)
		}
		c.text = c.text[1:]
		if !more {
			return otterOperation(name, args)
		}
	}
}

// otterOperation returns an operator with its operands.
func otterOperation(name string, args []any) (any, error) {
	compare := map[string]string{"BVLT": "lt", "BVGT": "gt"}[name]
	if compare != "" {
		if len(args) == 2 {
			option, ok1 := args[0].(string)
			n, ok2 := args[1].(constant)
			if ok1 && ok2 {
				return []any{compare, option, float64(n)}, nil
			}
		}
		return nil, fmt.Errorf("%s: want an option and a constant", name)
	}
	op := map[string]string{"and": "and", "AND": "and", "OR": "or", "NOT": "not"}[name]
	if op == "" {
		return nil, fmt.Errorf("unknown operator %s", name)
	}
	out := []any{op}
	for _, x := range args {
		if n, ok := x.(constant); ok && n == 0 {
			x = 0.0
		} else if ok {
			x = 1.0
		}
		out = append(out, x)
	}
	return out, nil
}

// otterConstant reads 4096U, -1 or /01/00/00/00.
func otterConstant(digits string) (constant, error) {
	if octets, ok := strings.CutPrefix(digits, "/"); ok {
		b, err := hex.DecodeString(strings.ReplaceAll(octets, "/", ""))
		if err != nil || len(b) > 8 {
			return 0, fmt.Errorf("constant %s: want at most 8 bytes", digits)
		}
		var n uint64
		for i, v := range b {
			n |= uint64(v) << (8 * i)
		}
		return constant(n), nil
	}
	n, err := strconv.ParseInt(strings.TrimRight(digits, "UL"), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("constant %s: want an integer", digits)
	}
	return constant(n), nil
}
