package peer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// This file parses what scripts wait for and send: alternatives of expect, reactions, captured text.

// await is what an expect waits for: one of its alternatives.
type await struct {
	source   string     // as the script says it
	patterns []*pattern // each is an alternative
	next     bool       // the next message ends the wait, whatever it is
	close    bool       // so does the end of the connection
	silence  bool       // or that nothing comes
}

// reaction is what is done about messages whenever they arrive.
type reaction struct {
	on   *pattern
	send message
}

// message is text to send, of which parts may be captured.
type message struct {
	parts  []part
	framed bool // it is sent as the framing of the connection says
}

// part is text, or what was captured under a name.
type part struct {
	text []byte
	name string // "": it is text
}

// parseMessage parses text in which ${NAME} stands for what was captured.
func parseMessage(text string, framed bool) message {
	m := message{framed: framed}
	for {
		before, name, after, ok := cutName(text)
		if before != "" {
			m.parts = append(m.parts, part{text: []byte(before)})
		}
		if !ok {
			return m
		}
		m.parts = append(m.parts, part{name: name})
		text = after
	}
}

// sent parses the text of a send of the current role.
func (s *Script) sent(text string) (message, error) {
	if s.roles[s.current].framing.literals() && strings.HasPrefix(text, `"`) {
		literal, err := unquote(text)
		if err != nil {
			return message{}, err
		}
		text = literal
	}
	return parseMessage(text, true), nil
}

// unquote returns what a string literal stands for.
func unquote(text string) (string, error) {
	literal, err := strconv.Unquote(text)
	if err != nil {
		return "", fmt.Errorf("%s is not a string literal", text)
	}
	return literal, nil
}

// rawBytes parses the string literal that follows a word; it is not empty.
func rawBytes(word, text string) ([]byte, error) {
	literal, err := unquote(text)
	if err == nil && literal == "" {
		err = fmt.Errorf("%s is not a string literal", text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", word, err)
	}
	return []byte(literal), nil
}

// cutName finds the first ${NAME}.
func cutName(text string) (before, name, after string, ok bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], "${")
		if i < 0 {
			return text, "", "", false
		}
		i += from
		name, after, ok = strings.Cut(text[i+2:], "}")
		if ok && isName(name) {
			return text[:i], name, after, true
		}
		from = i + 2
	}
}

// bytes returns the message, or why there is none.
func (m *message) bytes(f framing, captured func(name string) ([]byte, bool)) (text []byte, missing string) {
	for _, p := range m.parts {
		b := p.text
		if p.name != "" {
			var ok bool
			if b, ok = captured(p.name); !ok {
				return nil, "nothing was captured as " + p.name
			}
		}
		text = append(text, b...)
	}
	ok := true
	if m.framed {
		text, ok = f.wrap(text)
	}
	if !ok {
		return nil, fmt.Sprintf("%d bytes are too long for a length of %d", len(text)-f.size, f.size)
	}
	return text, ""
}

// within cuts the time limit off a line.
func within(line string) (rest string, d time.Duration, err error) {
	i := strings.LastIndex(line, "within ")
	if i < 0 || i > 0 && line[i-1] != ' ' || strings.Contains(line[i:], "/") {
		return line, 0, nil
	}
	text := strings.TrimSpace(line[i+len("within "):])
	if d, err = time.ParseDuration(text); err != nil || d <= 0 {
		return "", 0, fmt.Errorf("within: %q is not a duration like 5s", text)
	}
	return strings.TrimSpace(line[:i]), d, nil
}

// expect parses the alternatives of an expect or require, which word is.
func (s *Script) expect(word, line string) error {
	rest, limit, err := within(line)
	if err != nil {
		return fmt.Errorf("%s: %w", word, err)
	}
	f := s.roles[s.current].framing
	st := step{op: opAwait, require: word == "require", wait: limit}
	a := await{source: rest}
	var codes []string
	for left := rest; left != ""; {
		var one string
		if one, left, err = cutAlternative(left); err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
		switch {
		case one == "close":
			a.close = true
		case one == "silence":
			a.silence = true
		case one[0] == '/':
			p, err := compilePattern(unslash(one))
			if err != nil {
				return fmt.Errorf("%s: %w", word, err)
			}
			a.patterns = append(a.patterns, p)
			s.capture(p)
		default:
			for _, c := range strings.Fields(one) {
				if _, err := strconv.Atoi(c); err != nil || len(c) > 3 {
					return fmt.Errorf("%s: %q is not the beginning of a reply code", word, c)
				}
				codes = append(codes, c)
			}
		}
	}
	only := len(a.patterns) == 0 && !a.close && !a.silence
	if only && f.kind == framingFTP && limit == 0 {
		s.add(step{op: opReply, codes: codes, require: st.require})
		return nil
	}
	if len(codes) > 0 {
		p, err := f.codes(codes)
		if err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
		a.patterns = append(a.patterns, p)
	}
	a.next = only || a.silence
	if only && len(codes) == 0 {
		any, err := compilePattern("")
		if err != nil {
			return err
		}
		a.source, a.patterns = "a message", []*pattern{any}
	}
	st.await = &a
	s.add(st)
	return nil
}

// cutAlternative cuts the first alternative off a list of them.
func cutAlternative(list string) (one, rest string, err error) {
	end := strings.Index(list, " | ")
	if list[0] == '/' {
		if end = slash(list); end < 0 {
			return "", "", fmt.Errorf("%s: no / ends the pattern", list)
		}
		end++
		if end < len(list) && !strings.HasPrefix(list[end:], " | ") {
			return "", "", fmt.Errorf("after /%s/ comes %q instead of a further alternative, as in /a/ | close, or within 5s", unslash(list[:end]), strings.TrimSpace(list[end:]))
		}
	}
	if end < 0 || end >= len(list) {
		return list, "", nil
	}
	one, rest = strings.TrimSpace(list[:end]), strings.TrimSpace(list[end+len(" | "):])
	if one == "" || rest == "" {
		return "", "", fmt.Errorf("an alternative is empty")
	}
	return one, rest, nil
}

// slash returns where the slash is that ends the pattern at the beginning of a text, -1 if there is none.
func slash(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '/':
			return i
		}
	}
	return -1
}

// unslash returns the pattern between slashes, in which \/ is one.
func unslash(text string) string { return strings.ReplaceAll(text[1:len(text)-1], `\/`, "/") }

// capture notes the names that a pattern captures.
func (s *Script) capture(p *pattern) {
	for _, n := range p.names() {
		if !slices.Contains(s.captures, n) {
			s.captures = append(s.captures, n)
		}
	}
}

// known reports names in a message that nothing before it captures.
func (s *Script) known(m message, own ...string) error {
	for _, p := range m.parts {
		if p.name != "" && !slices.Contains(s.captures, p.name) && !slices.Contains(own, p.name) {
			return fmt.Errorf("nothing captures ${%s}: let an expect before have a group (?P<%s>...), or write raw and a string literal for the text", p.name, p.name)
		}
	}
	return nil
}

// countUses notes up to where captured text is used.
func (s *Script) countUses() {
	s.uses = map[string]int{}
	use := func(m *message, step int) {
		for _, p := range m.parts {
			if p.name != "" {
				s.uses[p.name] = max(s.uses[p.name], step)
			}
		}
	}
	for i := range s.steps {
		if m := s.steps[i].send; m != nil {
			use(m, i+1)
		}
		for _, name := range s.steps[i].to {
			s.uses[name] = max(s.uses[name], i+1)
		}
	}
	for _, r := range s.reactions {
		use(&r.send, len(s.steps))
	}
	for i := range s.roles {
		for _, r := range s.roles[i].reactions {
			use(&r.send, len(s.steps))
		}
	}
}

// on parses a reaction. Those of a connection are of it alone.
func (s *Script) on(rest string, role int) error {
	if rest == "" || rest[0] != '/' {
		return fmt.Errorf("on: takes a pattern and what is sent, as in on /^PING (?P<t>.*)/ send PONG ${t}")
	}
	end := slash(rest)
	if end < 0 {
		return fmt.Errorf("on: %s: no / ends the pattern", rest)
	}
	p, err := compilePattern(unslash(rest[:end+1]))
	if err != nil {
		return fmt.Errorf("on: %w", err)
	}
	word, text, _ := strings.Cut(strings.TrimSpace(rest[end+1:]), " ")
	r := reaction{on: p}
	switch text = strings.TrimSpace(text); word {
	case "send":
		if r.send, err = s.sent(text); err != nil {
			return fmt.Errorf("on: send: %w", err)
		}
	case "raw":
		literal, err := rawBytes("on: raw", text)
		if err != nil {
			return err
		}
		r.send.parts = []part{{text: literal}}
	default:
		return fmt.Errorf("on: after the pattern comes send or raw, not %q", word)
	}
	if err := s.known(r.send, p.names()...); err != nil {
		return fmt.Errorf("on: %w", err)
	}
	if role < 0 {
		s.reactions = append(s.reactions, r)
	} else {
		s.roles[role].reactions = append(s.roles[role].reactions, r)
	}
	return nil
}

// condition is what a step depends on.
type condition struct {
	what string // connected, closed, matched
	not  bool
}

// conditional parses the condition in front of a step, and the step.
func (s *Script) conditional(line string, number int, files map[string][]byte) error {
	word, rest, _ := strings.Cut(line, " ")
	var c condition
	if c.not = word == "not"; c.not {
		word, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	switch c.what = word; word {
	case "connected", "closed":
	case "matched":
		s.asksMatched = true
	default:
		return fmt.Errorf("if: takes connected, closed, matched, or not and one of them, not %q", word)
	}
	at := len(s.steps)
	s.add(step{op: opIf, cond: c})
	if err := s.prefixed(strings.TrimSpace(rest), number, files); err != nil {
		return err
	}
	if len(s.steps) == at+1 {
		return fmt.Errorf("if: no step follows the condition")
	}
	s.steps[at].skip = len(s.steps) - at - 1
	return nil
}

// signals are those that scripts send.
var signals = map[string]int{"HUP": 1, "INT": 2, "QUIT": 3, "KILL": 9, "USR1": 10, "USR2": 12, "ALRM": 14, "TERM": 15, "CHLD": 17, "WINCH": 28}

// stopTime is how long a server may take to end, if the script says nothing else.
const stopTime = time.Minute

// signal parses signal and stop.
func (s *Script) signal(word, line string) error {
	name, limit := line, time.Duration(0)
	var err error
	if word == "stop" {
		if name, limit, err = within(line); err != nil {
			return fmt.Errorf("stop: %w", err)
		}
		if name == "" {
			name = "TERM"
		}
	}
	name = strings.TrimPrefix(name, "SIG")
	number, ok := signals[name]
	if !ok {
		return fmt.Errorf("%s: %q is not a signal that scripts send: HUP, INT, QUIT, KILL, USR1, USR2, ALRM, TERM, CHLD, WINCH", word, name)
	}
	s.add(step{op: opSignal, signal: number, text: []byte("SIG" + name)})
	if word == "stop" {
		if limit == 0 {
			limit = stopTime
		}
		s.add(step{op: opEnd, wait: limit})
	}
	return nil
}
