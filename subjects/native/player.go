package native

// This file plays the peer's script over real sockets.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/confcov/confcov/subjects"
)

// patience is how long the peer waits for anything that does not come.
const patience = 8 * time.Second

// player is the peer of one run.
type player struct {
	control *net.TCPConn
	data    net.Conn
	listen  net.Listener
	pending []byte // read from the control connection, not yet a reply
	ended   bool   // the program closed the control connection
	log     []byte
	Wrong   []string // replies other than the script expects
}

func newPlayer(control *net.TCPConn) *player { return &player{control: control} }

func (p *player) close() {
	if p.data != nil {
		p.data.Close()
	}
	if p.listen != nil {
		p.listen.Close()
	}
}

func (p *player) play(t *subjects.Test) error {
	for i, line := range strings.Split(strings.TrimSuffix(t.Script, "\n"), "\n") {
		verb, arg, _ := strings.Cut(line, " ")
		if err := p.do(verb, arg); err != nil {
			return fmt.Errorf("%s:%d: %s: %w", t.Path, t.ScriptLine+i, line, err)
		}
	}
	// What is still said counts too.
	for !p.ended {
		if _, err := p.reply(); err != nil {
			break
		}
	}
	return nil
}

func (p *player) do(verb, arg string) error {
	switch verb {
	case "expect":
		text, err := p.reply()
		if err != nil {
			p.note("no reply: %v", err)
			return nil
		}
		if !strings.HasPrefix(text, arg) {
			p.Wrong = append(p.Wrong, fmt.Sprintf("want %s, got %q", arg, text))
		}
	case "send":
		p.log = fmt.Appendf(p.log, "> %s\n", arg)
		p.control.Write([]byte(unescape(arg) + "\r\n"))
	case "close":
		p.control.Close()
		p.ended = true
	case "close-send":
		p.control.CloseWrite()
	case "recv":
		for !p.ended {
			if _, err := p.reply(); err != nil {
				break
			}
		}
	case "sleep":
		d, err := time.ParseDuration(arg)
		if err != nil {
			return err
		}
		time.Sleep(d / Scale)
	case "pasv", "epsv":
		p.passive(strings.ToUpper(verb))
	case "port", "eprt":
		p.active(strings.ToUpper(verb))
	case "data-recv":
		p.receive()
	case "data-send":
		if c := p.connection(); c != nil {
			c.Write([]byte(unescape(arg)))
		}
	case "data-close":
		if p.data != nil {
			p.data.Close()
			p.data = nil
		}
	default:
		return fmt.Errorf("unknown verb")
	}
	return nil
}

func unescape(s string) string {
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	if err != nil {
		return s
	}
	return out
}

func (p *player) note(format string, args ...any) {
	p.log = fmt.Appendf(p.log, "! "+format+"\n", args...)
}

// reply reads one complete reply, all its lines, and returns it.
func (p *player) reply() (string, error) {
	first := ""
	var all bytes.Buffer
	for {
		line, err := p.line()
		if err != nil {
			return all.String(), err
		}
		p.log = fmt.Appendf(p.log, "< %s\n", line)
		all.WriteString(line + "\n")
		switch {
		case first == "" && len(line) >= 4 && line[3] == '-':
			first = line[:3]
		case first == "" || strings.HasPrefix(line, first+" "):
			return all.String(), nil
		}
	}
}

func (p *player) line() (string, error) {
	for {
		if i := bytes.IndexByte(p.pending, '\n'); i >= 0 {
			line := strings.TrimSuffix(string(p.pending[:i]), "\r")
			p.pending = p.pending[i+1:]
			return line, nil
		}
		if p.ended {
			return "", io.EOF
		}
		buf := make([]byte, 4096)
		p.control.SetReadDeadline(time.Now().Add(patience))
		n, err := p.control.Read(buf)
		p.pending = append(p.pending, buf[:n]...)
		if err != nil {
			if n == 0 {
				p.ended = !errors.Is(err, errTimeout)
				return "", err
			}
		}
	}
}

var errTimeout = errors.New("timeout")

func (p *player) drop() {
	p.close()
	p.data, p.listen = nil, nil
}

// passive asks for a passive connection and makes it.
func (p *player) passive(verb string) {
	p.drop()
	p.do("send", verb)
	text, err := p.reply()
	if err != nil {
		return
	}
	var port int
	if verb == "EPSV" {
		if _, rest, ok := strings.Cut(text, "(|||"); ok {
			fmt.Sscanf(rest, "%d|)", &port)
		}
	} else if _, rest, ok := strings.Cut(text, "("); ok {
		var a, b, c, d, hi, lo int
		if n, _ := fmt.Sscanf(rest, "%d,%d,%d,%d,%d,%d", &a, &b, &c, &d, &hi, &lo); n == 6 {
			port = hi<<8 | lo
		}
	}
	if port == 0 {
		return
	}
	if c, err := net.DialTimeout("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)), patience); err == nil {
		p.data = c
	} else {
		p.note("connect: %v", err)
	}
}

// active announces a port and waits for the connection when it is needed.
func (p *player) active(verb string) {
	p.drop()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		p.note("listen: %v", err)
		return
	}
	p.listen = l
	port := l.Addr().(*net.TCPAddr).Port
	if verb == "EPRT" {
		p.do("send", fmt.Sprintf("EPRT |1|127.0.0.1|%d|", port))
	} else {
		p.do("send", fmt.Sprintf("PORT 127,0,0,1,%d,%d", port>>8, port&255))
	}
	p.reply()
}

// connection returns the data connection, accepting it if it is active; nil if there is none.
func (p *player) connection() net.Conn {
	if p.data == nil && p.listen != nil {
		p.listen.(*net.TCPListener).SetDeadline(time.Now().Add(patience / 4))
		if c, err := p.listen.Accept(); err == nil {
			p.data = c
		}
	}
	return p.data
}

// receive reads the data connection to its end.
func (p *player) receive() {
	c := p.connection()
	if c == nil {
		return
	}
	c.SetReadDeadline(time.Now().Add(patience))
	data, _ := io.ReadAll(c)
	for line := range strings.Lines(string(data)) {
		p.log = fmt.Appendf(p.log, "| %q\n", line)
	}
	c.Close()
	p.drop()
}
