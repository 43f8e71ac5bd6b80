package kernel

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/kernel/peer"
)

// This file runs scripts against a small FTP server, once on the simulated
// kernel and once natively: the transcripts must be equal.

// ftpSystem is what the server needs of a kernel.
type ftpSystem interface {
	read(fd, n int) []byte // nothing at the end or on error
	write(fd int, b string)
	listen() (fd, port int)
	accept(fd int) int
	connect(port int) int // -1: refused
	close(fd int)
}

// simpleReplies are the commands that need nothing but a reply.
var simpleReplies = map[string]string{"USER": "331 Password?", "PASS": "230 Welcome.", "RETR": "550 No."}

func passiveReply(cmd string, port int) string {
	if cmd == "EPSV" {
		return fmt.Sprintf("229 Entering Extended Passive Mode (|||%d|)", port)
	}
	return fmt.Sprintf("227 Entering Passive Mode (127,0,0,1,%d,%d).", port>>8, port&255)
}

// serveFTP is the server: one session on descriptor fd.
func serveFTP(s ftpSystem, fd int) {
	reply := func(text string) { s.write(fd, text+"\r\n") }
	data, listening := -1, -1
	open := func() bool {
		if listening >= 0 {
			data = s.accept(listening)
			s.close(listening)
			listening = -1
		}
		if data < 0 {
			reply("425 Use PORT or PASV first.")
		}
		return data >= 0
	}
	done := func() { s.close(data); data = -1; reply("226 Done.") }
	reply("220-Hello\r\n220 there")
	pending := ""
	for {
		for !strings.Contains(pending, "\n") {
			b := s.read(fd, 100)
			if len(b) == 0 {
				s.close(fd)
				return
			}
			pending += string(b)
		}
		line, rest, _ := strings.Cut(pending, "\n")
		pending = rest
		cmd, arg, _ := strings.Cut(strings.TrimSuffix(line, "\r"), " ")
		if text := simpleReplies[cmd]; text != "" {
			reply(text)
			continue
		}
		switch cmd {
		case "PASV", "EPSV":
			var port int
			listening, port = s.listen()
			reply(passiveReply(cmd, port))
		case "PORT":
			var a [6]int
			if n, _ := fmt.Sscanf(arg, "%d,%d,%d,%d,%d,%d", &a[0], &a[1], &a[2], &a[3], &a[4], &a[5]); n != 6 {
				reply("500 What?")
				continue
			}
			data = s.connect(a[4]<<8 | a[5])
			reply("200 PORT.")
		case "LIST", "BIG":
			if open() {
				reply("150 Here it comes.")
				text := "a\r\nb\tc\r\nlast"
				if cmd == "BIG" {
					text = strings.Repeat("0123456789abcde\n", 1<<16)
				}
				s.write(data, text)
				done()
			}
		case "STOR":
			if open() {
				reply("150 Go ahead.")
				n := 0
				for b := s.read(data, 1000); len(b) > 0; b = s.read(data, 1000) {
					n += len(b)
				}
				s.close(data)
				data = -1
				reply(fmt.Sprintf("226 Got %d bytes.", n))
			}
		case "QUIT":
			reply("221 Bye.")
			s.close(fd)
			return
		case "VANISH":
			s.close(fd)
			return
		default:
			reply("500 What is " + cmd + "?")
		}
	}
}

// simulated is a machine whose blocking calls wait for the peer.
type simulated struct{ *machine }

func (s simulated) wait(name string, args ...any) int64 {
	for {
		a := s.action(name, args...)
		if a.Kind == Return {
			return int64(a.Ret.C)
		}
		if a.Kind != Block {
			s.t.Fatalf("%s: action %d %s", name, a.Kind, a.Message)
		}
		for !s.k.Runnable(s.pid) {
			if step := s.k.Idle(s.cpu); step != StepPeer && step != StepTime {
				s.t.Fatalf("%s: nothing more happens (%d)\n%s", name, step, s.k.Transcript().Bytes)
			}
		}
	}
}

func (s simulated) read(fd, n int) []byte {
	buf := s.space(n)
	got := s.wait("read", fd, buf, n)
	if got <= 0 {
		return nil
	}
	return s.mem(buf, int(got))
}

func (s simulated) write(fd int, b string) {
	for len(b) > 0 {
		part := b[:min(len(b), 1<<18)]
		if n := s.wait("write", fd, part, len(part)); n != int64(len(part)) {
			return
		}
		b = b[len(part):]
	}
}

func inetAddress(port int) []byte {
	b := []byte{afInet, 0, 0, 0, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}
	binary.BigEndian.PutUint16(b[2:], uint16(port))
	return b
}

func (s simulated) listen() (fd, port int) {
	fd = int(s.must("socket", afInet, sockStream, 0))
	s.want(0, "bind", fd, inetAddress(0), 16)
	s.want(0, "listen", fd, 1)
	name, size := s.space(16), s.words(16)
	s.want(0, "getsockname", fd, name, size)
	return fd, int(binary.BigEndian.Uint16(s.mem(name+2, 2)))
}

func (s simulated) accept(fd int) int { return int(s.wait("accept4", fd, 0, 0, 0)) }

func (s simulated) connect(port int) int {
	fd := int(s.must("socket", afInet, sockStream, 0))
	if s.wait("connect", fd, inetAddress(port), 16) < 0 {
		return -1
	}
	return fd
}

func (s simulated) close(fd int) { s.call("close", fd) }

// native is the host's kernel.
type native struct{}

func (native) read(fd, n int) []byte {
	b := make([]byte, n)
	k, err := syscall.Read(fd, b)
	if err != nil || k <= 0 {
		return nil
	}
	return b[:k]
}

func (native) write(fd int, b string) {
	for len(b) > 0 {
		k, err := syscall.Write(fd, []byte(b))
		if err != nil {
			return
		}
		b = b[k:]
	}
}

func (native) listen() (fd, port int) {
	fd, _ = syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	_ = syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}})
	_ = syscall.Listen(fd, 1)
	name, _ := syscall.Getsockname(fd)
	return fd, name.(*syscall.SockaddrInet4).Port
}

func (native) accept(fd int) int { n, _, _ := syscall.Accept(fd); return n }

func (native) connect(port int) int {
	fd, _ := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if syscall.Connect(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}, Port: port}) != nil {
		return -1
	}
	return fd
}

func (native) close(fd int) { _ = syscall.Close(fd) }

var ftpScripts = map[string]string{
	"login": `
expect 220
cmd USER anonymous
cmd PASS a@b
cmd NOOP\x
expect 221
send QUIT
expect 2
expect 2
send AFTER
`,
	"passive": `
expect
pasv
download LIST
epsv
upload "three\nlines\nhere\n" STOR x
epsv ALL
upload word STOR x
pasv
download RETR missing
download LIST
cmd QUIT
drain
`,
	"active": `
expect 220
port
download LIST
port
send STOR up
expect 150
data-accept
data-send some bytes of text
data-close
expect 226
data-recv
cmd QUIT
`,
	"steps": `
require 220
pasv
data-connect
send LIST
expect 150
data-recv
expect 226
raw "NOOP\r\nUSER x\r\n"
expect 500
expect 331
expect 226
cmd VANISH
cmd NOOP
require 200
cmd NEVER
`,
	"big": `
expect 220
pasv
download BIG
cmd QUIT
`,
}

func TestScripts(t *testing.T) {
	for name, text := range ftpScripts {
		t.Run(name, func(t *testing.T) {
			script, err := peer.Parse(text, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := newMachine(t, World{Script: script})
			s := simulated{m}
			serveFTP(s, 0)
			m.call("close", 1)
			m.call("close", 2)
			for m.k.Idle(m.cpu) == StepPeer {
			}
			ours := string(m.k.Transcript().Bytes)

			atClient, atServer, err := tcpPair(script.Client, script.Server)
			if err != nil {
				t.Fatal(err)
			}
			file, err := atServer.File()
			if err != nil {
				t.Fatal(err)
			}
			fd, err := syscall.Dup(int(file.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			_ = file.Close()
			_ = atServer.Close()
			if err := syscall.SetNonblock(fd, false); err != nil {
				t.Fatal(err)
			}
			go serveFTP(native{}, fd)
			n := newHostNet(netip.MustParseAddrPort("127.0.0.1:21"), netip.MustParseAddr("127.0.0.1"))
			theirs := string(runScript(script, n, n.Adopt(atClient), 5*time.Millisecond).Bytes)
			if ours != theirs {
				t.Errorf("simulated:\n%s\nnative:\n%s", ours, theirs)
			}
			if testing.Verbose() && len(ours) < 5000 {
				t.Log(ours)
			}
		})
	}
}
