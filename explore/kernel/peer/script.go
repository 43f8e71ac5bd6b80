package peer

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// This file parses scripts.

// Script is a parsed script. It is not changed once parsed.
type Script struct {
	Client     netip.AddrPort // where the control connection comes from
	Server     netip.AddrPort
	Standalone bool          // the server listens itself
	Patience   time.Duration // how long to wait for something; 0: until nothing more can happen

	sessions []string
	steps    []step
}

// Inetd reports whether the control connection is open on descriptors 0, 1 and 2 from the start.
func (s *Script) Inetd() bool { return !s.Standalone }

const maxSessions = 4

// op is what a step does.
type op uint8

const (
	opConnect op = iota + 1
	opSession
	opSend
	opReply
	opFinalReply
	opPassive // wait for the reply that names a port
	opListen  // listen, and send the command with the port
	opDataConnect
	opDataAccept
	opDataRecv
	opDataSend
	opDataClose
	opSleep
	opEOF
	opClose
	opDrain
	opLine
)

// step is one action of a script; a line may be several.
type step struct {
	op      op
	text    []byte
	urgent  bool
	codes   []string // opReply: prefixes, nil for any
	require bool
	session int
	wait    time.Duration // opSleep
	within  bool          // only where the last reply was preliminary (1xx)
	quiet   bool          // no note when there is nothing to do
}

// Parse parses a script. files are the files that data-send and upload can name.
func Parse(text string, files map[string][]byte) (*Script, error) {
	s := &Script{
		Client:   netip.MustParseAddrPort("127.0.0.1:40000"),
		Server:   netip.MustParseAddrPort("127.0.0.1:21"),
		sessions: []string{"main"},
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if err := s.line(word, strings.TrimSpace(rest), files); err != nil {
			return nil, fmt.Errorf("script line %d: %w", i+1, err)
		}
	}
	return s, s.checkAddresses()
}

// checkAddresses reports addresses between which there can be no connection.
func (s *Script) checkAddresses() error {
	client, server := s.Client.Addr().Unmap(), s.Server.Addr().Unmap()
	switch {
	case client.Is4() != server.Is4():
		return fmt.Errorf("client %s and server %s: one is of IPv4 and one of IPv6; set both", s.Client, s.Server)
	case server.IsLoopback() && !client.IsLoopback():
		return fmt.Errorf("client %s is on another machine, from where server %s is not reached: set another server address", s.Client, s.Server)
	case client.IsLoopback() && !server.IsLoopback():
		return fmt.Errorf("client %s reaches no server %s: set another client address", s.Client, s.Server)
	}
	return nil
}

func (s *Script) line(word, rest string, files map[string][]byte) error {
	switch word {
	case "client", "server":
		if len(s.steps) > 0 {
			return fmt.Errorf("%s must come before the steps", word)
		}
		a, err := netip.ParseAddrPort(rest)
		if err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
		if word == "client" {
			s.Client = a
		} else {
			s.Server = a
		}
		return nil
	case "standalone":
		if len(s.steps) > 0 {
			return fmt.Errorf("standalone must come before the steps")
		}
		s.Standalone = true
		return noArgument(word, rest)
	case "timeout", "sleep":
		d, err := time.ParseDuration(rest)
		if err != nil || d <= 0 {
			return fmt.Errorf("%s: %q is not a duration like 60s", word, rest)
		}
		if word == "timeout" {
			s.Patience = d
		} else {
			s.add(step{op: opSleep, wait: d})
		}
		return nil
	}
	if steps, ok := plainSteps[word]; ok {
		s.add(steps...)
		return noArgument(word, rest)
	}
	return s.stepLine(word, rest, files)
}

// plainSteps are the lines without arguments.
var plainSteps = map[string][]step{
	"connect":      {{op: opConnect}},
	"pasv":         {{op: opSend, text: []byte("PASV\r\n")}, {op: opPassive}},
	"port":         {{op: opListen, text: []byte("PORT")}, {op: opFinalReply}},
	"eprt":         {{op: opListen, text: []byte("EPRT")}, {op: opFinalReply}},
	"data-connect": {{op: opDataConnect}},
	"data-accept":  {{op: opDataAccept}},
	"data-recv":    {{op: opDataAccept, quiet: true}, {op: opDataRecv}, {op: opDataClose, quiet: true}},
	"data-close":   {{op: opDataClose}},
	"eof":          {{op: opEOF}},
	"close":        {{op: opClose}},
	"drain":        {{op: opDrain}},
}

func noArgument(word, rest string) error {
	if rest != "" {
		return fmt.Errorf("%s takes no argument, got %q", word, rest)
	}
	return nil
}

func (s *Script) add(steps ...step) { s.steps = append(s.steps, steps...) }

func (s *Script) stepLine(word, rest string, files map[string][]byte) error {
	switch word {
	case "session":
		return s.session(rest)
	case "send":
		s.add(step{op: opSend, text: []byte(rest + "\r\n")})
	case "raw", "send-oob":
		text, err := strconv.Unquote(rest)
		if err != nil || text == "" {
			return fmt.Errorf("%s: %s is not a string literal", word, rest)
		}
		s.add(step{op: opSend, text: []byte(text), urgent: word == "send-oob"})
	case "expect", "require":
		codes := strings.Fields(rest)
		for _, c := range codes {
			if _, err := strconv.Atoi(c); err != nil || len(c) > 3 {
				return fmt.Errorf("%s: %q is not the beginning of a reply code", word, c)
			}
		}
		s.add(step{op: opReply, codes: codes, require: word == "require"})
	case "expect-line":
		if rest == "" {
			return fmt.Errorf("expect-line takes the text to wait for")
		}
		s.add(step{op: opLine, text: []byte(rest)})
	case "cmd":
		s.add(step{op: opSend, text: []byte(rest + "\r\n")}, step{op: opFinalReply})
	case "epsv":
		text := strings.TrimSpace("EPSV "+rest) + "\r\n"
		s.add(step{op: opSend, text: []byte(text)}, step{op: opPassive})
	case "data-send":
		data, rest, err := dataArgument(rest, files, true)
		if err != nil || rest != "" {
			return fmt.Errorf("data-send: %s: %v", rest, err)
		}
		s.add(step{op: opDataAccept, quiet: true}, step{op: opDataSend, text: data})
	case "download":
		s.add(
			step{op: opDataConnect, quiet: true},
			step{op: opSend, text: []byte(rest + "\r\n")}, step{op: opReply},
			step{op: opDataAccept, within: true, quiet: true}, step{op: opDataRecv, within: true},
			step{op: opDataClose, quiet: true}, step{op: opFinalReply, within: true})
	case "upload":
		data, cmd, err := dataArgument(rest, files, false)
		if err != nil {
			return fmt.Errorf("upload: %w", err)
		}
		if cmd == "" {
			return fmt.Errorf("upload takes data and a command")
		}
		s.add(
			step{op: opDataConnect, quiet: true},
			step{op: opSend, text: []byte(cmd + "\r\n")}, step{op: opReply},
			step{op: opDataAccept, within: true, quiet: true}, step{op: opDataSend, text: data, within: true},
			step{op: opDataClose, quiet: true}, step{op: opFinalReply, within: true})
	default:
		return fmt.Errorf("unknown step %q", word)
	}
	return nil
}

func (s *Script) session(name string) error {
	if name == "" || strings.ContainsAny(name, " \t<>#") {
		return fmt.Errorf("session: %q is not a name", name)
	}
	for i, n := range s.sessions {
		if n == name {
			s.add(step{op: opSession, session: i})
			return nil
		}
	}
	if len(s.sessions) == maxSessions {
		return fmt.Errorf("session: more than %d sessions", maxSessions)
	}
	if !s.Standalone {
		return fmt.Errorf("session: only a standalone server has more than one")
	}
	s.add(step{op: opSession, session: len(s.sessions)})
	s.sessions = append(s.sessions, name)
	return nil
}

// dataArgument reads the data at the beginning of a line: @NAME, a string
// literal, or text: one word, or all of it.
func dataArgument(line string, files map[string][]byte, all bool) (data []byte, rest string, err error) {
	if strings.HasPrefix(line, `"`) || strings.HasPrefix(line, "`") {
		literal, err := strconv.QuotedPrefix(line)
		if err != nil {
			return nil, "", fmt.Errorf("%s: bad string literal", line)
		}
		text, err := strconv.Unquote(literal)
		return []byte(text), strings.TrimSpace(line[len(literal):]), err
	}
	word, rest, _ := strings.Cut(line, " ")
	if strings.HasPrefix(word, "@") {
		data, ok := files[word[1:]]
		if !ok {
			return nil, "", fmt.Errorf("there is no file %q", word[1:])
		}
		return data, strings.TrimSpace(rest), nil
	}
	if all {
		return []byte(line), "", nil
	}
	return []byte(word), strings.TrimSpace(rest), nil
}
