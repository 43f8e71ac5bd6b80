package peer

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
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

	roles       []role
	steps       []step
	reactions   []reaction // of all roles
	ports       []string   // those that are ports, which differ from run to run
	records     []record
	dnsAt       netip.AddrPort // not valid: the client's address
	captures    []string       // names that patterns capture
	uses        map[string]int // by name: behind the last step that uses what was captured
	remote      []netip.Addr
	asksMatched bool // some step depends on whether an expect was matched

	framing              framing // of roles that have none of their own
	current              int     // while parsing: the session of the next step
	named                bool    // while parsing: the line says which
	number               int     // while parsing: of the line
	unnamed              int     // the first line about the first connection that needs it to be open; 0: none
	hasClient, hasServer bool
}

// role is a session as the script knows it.
type role struct {
	name      string
	line      int  // where it is named first
	declared  bool // it is opened or begun somewhere
	udp       bool // it is an address that datagrams come to
	dns       bool // they are questions about names
	listens   bool // some step listens
	accepted  int  // the line of a step that accepts the connections that arrive; 0: none
	framing   framing
	reactions []reaction
}

// Inetd reports whether the control connection is open on descriptors 0, 1 and 2 from the start.
func (s *Script) Inetd() bool { return !s.Standalone }

// op is what a step does.
type op uint8

const (
	opConnect op = iota + 1
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
	opAwait
	opIf
	opSignal
	opEnd // wait for the end of the process that got the signal
	opHear
	opAccept
)

// step is one action of a script; a line may be several.
type step struct {
	op      op
	text    []byte
	send    *message // opSend, instead of text; nil: it is text
	urgent  bool
	codes   []string // opReply: prefixes, nil for any
	require bool
	line    int           // in the script; 0: it is of none
	session int           // index of the role whose session it is about
	target  Target        // opConnect
	wait    time.Duration // how long to wait; 0: as the script says
	await   *await        // opAwait
	cond    condition     // opIf: else the next skip steps are left out
	skip    int
	signal  int      // opSignal
	from    int      // opAccept: index of the role that listens
	to      []string // opConnect: names of what was captured that is the port, or its high and low byte
	within  bool     // only where the last reply was preliminary (1xx)
	quiet   bool     // no note when there is nothing to do
}

// Parse parses a script. files are the files that data-send and upload can name.
func Parse(text string, files map[string][]byte) (*Script, error) {
	s := &Script{
		Client: netip.MustParseAddrPort("127.0.0.1:40000"),
		Server: netip.MustParseAddrPort("127.0.0.1:21"),
		roles:  []role{{name: "main", declared: true}},
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		s.number = i + 1
		n := len(s.steps)
		if err := s.prefixed(line, i+1, files); err != nil {
			return nil, fmt.Errorf("script line %d: %w", i+1, err)
		}
		for n = min(n, len(s.steps)); n < len(s.steps); n++ {
			s.steps[n].line = i + 1
		}
	}
	for _, r := range s.roles {
		if !r.declared {
			return nil, fmt.Errorf("script line %d: no line opens connection %q: add one like `open %s`", r.line, r.name, r.name)
		}
		if r.accepted > 0 && !r.listens {
			return nil, fmt.Errorf("script line %d: no line listens as %q: add one like `listen %s on PORT`", r.accepted, r.name, r.name)
		}
	}
	opens := func(st step) bool { return st.session == 0 && (st.op == opConnect || st.op == opAccept) }
	if s.Standalone && s.unnamed > 0 && !slices.ContainsFunc(s.steps, opens) {
		return nil, fmt.Errorf("script line %d: no line opens the connection that this one is about: write its name in front, as in `alice: send x`, or connect", s.unnamed)
	}
	if len(s.records) > 0 || s.dnsAt.IsValid() {
		s.steps = slices.Insert(s.steps, 0, step{op: opHear, session: s.role("dns", 0), target: Target{From: netip.AddrPortFrom(s.dnsAt.Addr(), cmp.Or(s.dnsAt.Port(), dnsPort))}})
	}
	s.countUses()
	return s, s.checkAddresses()
}

const dnsPort = 53

// capturedPort parses a port that is captured, ${NAME}, or its bytes, ${NAME},${NAME}; nil if the text is neither.
func (s *Script) capturedPort(text string) ([]string, error) {
	var names []string
	for word := range strings.SplitSeq(text, ",") {
		before, name, after, ok := cutName(word)
		if !ok || before != "" || after != "" || len(names) == 2 {
			return nil, nil
		}
		if !slices.Contains(s.captures, name) {
			return nil, fmt.Errorf("nothing captures ${%s}", name)
		}
		names = append(names, name)
		s.ports = append(s.ports, name)
	}
	return names, nil
}

// prefixed parses a line that may begin with the name of the connection it is about.
func (s *Script) prefixed(line string, number int, files map[string][]byte) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if name, ok := strings.CutSuffix(word, ":"); ok && isName(name) {
		back, named := s.current, s.named
		s.current, s.named = s.role(name, number), true
		defer func() { s.current, s.named = back, named }()
		word, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
	}
	switch word {
	case "open":
		return s.open(rest, number)
	case "if":
		return s.conditional(rest, number, files)
	case "listen", "udp":
		return s.hear(word, rest, number)
	case "accept":
		return s.accept(rest, number)
	case "dns":
		return s.dnsLine(rest, number)
	}
	return s.line(word, rest, files)
}

func isName(text string) bool {
	for i, c := range text {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '-' && c != '_') {
			return false
		}
	}
	return text != ""
}

// role returns the index of the role of a name, which is used in a line.
func (s *Script) role(name string, line int) int {
	for i := range s.roles {
		if s.roles[i].name == name {
			return i
		}
	}
	s.roles = append(s.roles, role{name: name, line: line, framing: s.framing})
	return len(s.roles) - 1
}

// open parses what follows the word.
func (s *Script) open(rest string, line int) error {
	fields := strings.Fields(rest)
	if len(fields) == 0 || !isName(fields[0]) {
		return fmt.Errorf("open: takes the name of a connection, and from ADDRESS[:PORT], to PORT")
	}
	if err := s.listensItself("open"); err != nil {
		return err
	}
	t := Target{Session: true}
	var to []string
	for fields := fields[1:]; len(fields) > 0; fields = fields[2:] {
		if len(fields) == 1 {
			return fmt.Errorf("open: nothing follows %q", fields[0])
		}
		var err error
		switch fields[0] {
		case "from":
			t.From, err = parseAddress(fields[1])
		case "to":
			if to, err = s.capturedPort(fields[1]); err == nil && to == nil {
				t.Port, err = parsePort(fields[1])
			}
		default:
			return fmt.Errorf("open: %q is not from or to", fields[0])
		}
		if err != nil {
			return fmt.Errorf("open: %w", err)
		}
	}
	at := s.role(fields[0], line)
	s.roles[at].declared = true
	s.steps = append(s.steps, step{op: opConnect, session: at, target: t, to: to, line: line})
	return nil
}

// parseAddress parses ADDRESS or ADDRESS:PORT.
func parseAddress(text string) (netip.AddrPort, error) {
	if a, err := netip.ParseAddr(text); err == nil {
		return netip.AddrPortFrom(a, 0), nil
	}
	a, err := netip.ParseAddrPort(text)
	if err != nil {
		return a, fmt.Errorf("%q is not an address like 10.0.0.1, 10.0.0.1:40000 or [2001:db8::1]:40000", text)
	}
	return a, nil
}

func parsePort(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 65535 {
		return 0, fmt.Errorf("%q is not a port", text)
	}
	return n, nil
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
			s.Client, s.hasClient = a, true
		} else {
			s.Server, s.hasServer = a, true
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
	if f := s.roles[s.current].framing; f.kind != framingFTP && ofFTP[word] {
		return fmt.Errorf("%s is of FTP, and the framing here is %s", word, f)
	}
	if steps, ok := plainSteps[word]; ok {
		s.add(steps...)
		return noArgument(word, rest)
	}
	return s.stepLine(word, rest, files)
}

// ofFTP are the lines that only framing ftp has.
var ofFTP = map[string]bool{
	"cmd": true, "pasv": true, "epsv": true, "port": true, "eprt": true, "download": true, "upload": true,
	"data-connect": true, "data-accept": true, "data-recv": true, "data-send": true, "data-close": true,
}

// plainSteps are the lines without arguments.
var plainSteps = map[string][]step{
	"connect":      {{op: opConnect, target: Target{Session: true}}},
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

func (s *Script) add(steps ...step) {
	for _, st := range steps {
		st.session = s.current
		s.steps = append(s.steps, st)
		switch st.op {
		case opConnect, opSleep, opSignal, opEnd:
		default:
			if s.current == 0 && s.unnamed == 0 {
				s.unnamed = s.number
			}
		}
	}
}

func (s *Script) stepLine(word, rest string, files map[string][]byte) error {
	switch word {
	case "session":
		return s.session(rest)
	case "framing":
		return s.frame(rest)
	case "on":
		if s.named {
			return s.on(rest, s.current)
		}
		return s.on(rest, -1)
	case "signal", "stop":
		return s.signal(word, rest)
	case "send":
		m, err := s.sent(rest)
		if err == nil {
			err = s.known(m)
		}
		if err != nil {
			return fmt.Errorf("send: %w", err)
		}
		s.add(step{op: opSend, send: &m})
	case "raw", "send-oob":
		text, err := rawBytes(word, rest)
		if err != nil {
			return err
		}
		s.add(step{op: opSend, text: text, urgent: word == "send-oob"})
	case "expect", "require":
		return s.expect(word, rest)
	case "expect-line":
		if rest == "" {
			return fmt.Errorf("expect-line takes the text to wait for")
		}
		p, err := literalPattern(rest)
		if err != nil {
			return fmt.Errorf("expect-line: %w", err)
		}
		s.add(step{op: opLine, await: &await{patterns: []*pattern{p}}})
	case "cmd":
		s.add(step{op: opSend, text: []byte(rest + "\r\n")}, step{op: opFinalReply})
	case "pasv":
		s.add(step{op: opSend, text: []byte(cmp.Or(rest, "PASV") + "\r\n")}, step{op: opPassive})
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

// frame parses what follows the word framing.
func (s *Script) frame(rest string) error {
	f, err := parseFraming(rest)
	if err != nil {
		return err
	}
	if s.named {
		for _, st := range s.steps {
			if st.session == s.current && st.op != opConnect && st.op != opHear && st.op != opAccept {
				return fmt.Errorf("framing of %s must come before what it sends and expects", s.roles[s.current].name)
			}
		}
		s.roles[s.current].framing = f
		return nil
	}
	if len(s.steps) > 0 {
		return fmt.Errorf("framing must come before the steps")
	}
	s.framing = f
	for i := range s.roles {
		s.roles[i].framing = f
	}
	return nil
}

func (s *Script) session(name string) error {
	if name == "" || strings.ContainsAny(name, " \t<>#") {
		return fmt.Errorf("session: %q is not a name", name)
	}
	at := s.role(name, 0)
	if !s.roles[at].declared && !s.Standalone {
		return fmt.Errorf("session: only a standalone server has more than one")
	}
	s.roles[at].declared = true
	s.current = at
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
