package kernel

import (
	"slices"
	"testing"

	"github.com/confcov/confcov/explore/kernel/peer"
	"github.com/confcov/confcov/subjects/confspace"
	"pgregory.net/rapid"
)

// This file compares random programs of system calls on kernels that are forked and joined with
// the same programs on one kernel for each configuration.

// programs draws programs.
type programs struct {
	t       *rapid.T
	options int
	ids     int
	forks   bool // there is a second process, which makes some of the calls
	calls   []func(p *programs) item
}

func (p *programs) draw(depth, most int) []item {
	var prog []item
	for range rapid.IntRange(1, most).Draw(p.t, "length") {
		if depth > 0 && rapid.IntRange(0, 2).Draw(p.t, "branch") == 0 {
			it := item{option: p.option(), yes: p.draw(depth-1, 3)}
			if rapid.Bool().Draw(p.t, "else") {
				it.no = p.draw(depth-1, 2)
			}
			prog = append(prog, it)
			continue
		}
		it := rapid.SampledFrom(p.calls).Draw(p.t, "call")(p)
		it.child = p.forks && rapid.IntRange(0, 2).Draw(p.t, "child") == 0
		it.id = p.ids
		p.ids++
		prog = append(prog, it)
	}
	return prog
}

func (p *programs) option() int { return rapid.IntRange(0, p.options-1).Draw(p.t, "option") }

// num draws an argument, which may depend on an option.
func (p *programs) num(values ...uint64) word {
	w := word{c: rapid.SampledFrom(values).Draw(p.t, "n"), option: -1}
	if rapid.IntRange(0, 4).Draw(p.t, "depends") == 0 {
		w.option, w.alt = p.option(), rapid.SampledFrom(values).Draw(p.t, "alt")
	}
	return w
}

func fixed(c uint64) word { return word{c: c, option: -1} }

func (p *programs) path() []byte {
	return []byte(rapid.SampledFrom([]string{"/f", "/g", "/d/x", "/d/y", "/log", "/d"}).Draw(p.t, "path") + "\x00")
}

func (p *programs) fd() word { return p.num(0, 1, 2, 3, 3, 3, 4, 4, 5) }

func (p *programs) write() item {
	texts := []string{"a", "log in\n", "log out\n", "220 hello\r\n", "230-x\r\n230 y\r\n", "331 next\r\n", "500 what\r\n"}
	text := rapid.SampledFrom(texts).Draw(p.t, "text")
	it := item{name: "write", args: [6]word{p.fd(), fixed(runBase), fixed(uint64(len(text)))}, mem: []byte(text)}
	if rapid.IntRange(0, 3).Draw(p.t, "symbolic") == 0 {
		it.sym = map[int][2]any{rapid.IntRange(0, len(text)-1).Draw(p.t, "at"): {p.option(), byte('0' + p.option())}}
	}
	if rapid.IntRange(0, 4).Draw(p.t, "shorter") == 0 {
		it.args[2] = p.num(0, uint64(len(text)), uint64(len(text)-1))
	}
	return it
}

// fileCalls are calls on files and time.
var fileCalls = []func(p *programs) item{
	(*programs).write, (*programs).write, (*programs).write, (*programs).write,
	func(p *programs) item {
		flags := p.num(oRdwr, oRdwr|oCreat, oWronly|oAppend|oCreat, oWronly|oAppend|oCreat, oRdwr|oTrunc, 0)
		return item{name: "open", args: [6]word{fixed(runBase), flags, p.num(0o644, 0o600)}, mem: p.path()}
	},
	func(p *programs) item { return item{name: "close", args: [6]word{p.fd()}} },
	func(p *programs) item {
		return item{name: "read", args: [6]word{p.fd(), fixed(runBase), p.num(1, 5, 100)}}
	},
	func(p *programs) item {
		return item{name: "pread64", args: [6]word{p.fd(), fixed(runBase), p.num(1, 100), p.num(0, 3)}}
	},
	func(p *programs) item {
		return item{name: "pwrite64", args: [6]word{p.fd(), fixed(runBase), p.num(1, 3), p.num(0, 3, 20)}, mem: []byte("XYZ")}
	},
	func(p *programs) item {
		return item{name: "lseek", args: [6]word{p.fd(), p.num(0, 0, 2, ^uint64(0)), p.num(0, 1, 2, 2, 4)}}
	},
	func(p *programs) item {
		return item{name: "ftruncate", args: [6]word{p.fd(), p.num(0, 3, 40)}}
	},
	func(p *programs) item { return item{name: "fstat", args: [6]word{p.fd(), fixed(runBase)}} },
	func(p *programs) item {
		return item{name: "stat", args: [6]word{fixed(runBase), fixed(runBase + 512)}, mem: p.path()}
	},
	func(p *programs) item { return item{name: "unlink", args: [6]word{fixed(runBase)}, mem: p.path()} },
	func(p *programs) item {
		return item{name: "mkdir", args: [6]word{fixed(runBase), fixed(0o755)}, mem: p.path()}
	},
	func(p *programs) item {
		return item{name: "chmod", args: [6]word{fixed(runBase), p.num(0o600, 0o644)}, mem: p.path()}
	},
	func(p *programs) item { return item{name: "umask", args: [6]word{p.num(0o22, 0o77)}} },
	func(p *programs) item { return item{name: "alarm", args: [6]word{p.num(0, 1, 5, 60)}} },
	func(p *programs) item { return item{name: "getitimer", args: [6]word{fixed(0), fixed(runBase)}} },
	func(p *programs) item {
		return item{name: "nanosleep", args: [6]word{fixed(runBase), fixed(runBase + 64)}, mem: timer(p.num(1, 3).c, p.num(0, 7e8).c)}
	},
	func(p *programs) item {
		return item{name: "rt_sigaction", args: [6]word{fixed(sigALRM), fixed(runBase), fixed(0), fixed(8)}, mem: timer(p.num(sigDfl, 0x5000, 0x6000).c, 0, 0, 0)}
	},
	func(p *programs) item {
		return item{name: "clock_gettime", args: [6]word{p.num(0, 1), fixed(runBase)}}
	},
	func(p *programs) item { return item{name: "dup", args: [6]word{p.fd()}} },
	func(p *programs) item { return item{name: "dup2", args: [6]word{p.fd(), p.fd()}} },
	func(p *programs) item {
		return item{name: "fcntl", args: [6]word{p.fd(), p.num(fGetfl, fSetfl, fSetfd, fGetfd), p.num(0, 1, oAppend, oNonblock)}}
	},
	func(p *programs) item { // a struct flock
		typ, start := p.num(lockRead, lockWrite, lockWrite, lockUnlock), p.num(0, 0, 3)
		return item{name: "fcntl", args: [6]word{p.fd(), p.num(fSetlk, fSetlk, fGetlk), fixed(runBase)}, mem: timer(typ.c, start.c, p.num(0, 2, 9).c, 0)}
	},
	func(p *programs) item { return item{name: "pipe", args: [6]word{fixed(runBase)}} },
	func(p *programs) item {
		return item{name: "getrandom", args: [6]word{fixed(runBase), p.num(2, 4), fixed(0)}}
	},
	func(p *programs) item {
		return item{name: "setrlimit", args: [6]word{p.num(rlimitCPU, rlimitFsize), fixed(runBase)}, mem: timer(p.num(9, 30).c, ^uint64(0))}
	},
	func(p *programs) item {
		return item{name: "ioctl", args: [6]word{p.fd(), fixed(fionread), fixed(runBase)}}
	},
	func(p *programs) item {
		return item{name: "poll", args: [6]word{fixed(runBase), fixed(1), p.num(0, 1000)}, mem: []byte{byte(p.num(0, 1, 3, 4).c), 0, 0, 0, 5, 0, 0, 0}}
	},
	func(p *programs) item {
		return item{name: "sendfile", args: [6]word{p.fd(), p.fd(), fixed(0), p.num(1, 10)}}
	},
	func(p *programs) item {
		return item{name: "setresuid", args: [6]word{fixed(^uint64(0)), p.num(0, 1000), fixed(^uint64(0))}}
	},
	func(p *programs) item {
		return item{name: "rt_sigaction", args: [6]word{p.num(10, 12), fixed(runBase), fixed(runBase + 64), fixed(8)}, mem: timer(p.num(sigIgn, 0x5000, 0x6000).c, 0, 0, 0)}
	},
	func(p *programs) item { return item{name: "kill", args: [6]word{fixed(100), p.num(10, 17)}} },
	func(p *programs) item {
		return item{name: "rt_sigprocmask", args: [6]word{p.num(0, 1), fixed(runBase), fixed(0), fixed(8)}, mem: timer(p.num(0x200, 0xa00).c)}
	},
	func(p *programs) item {
		return item{name: "mmap", args: [6]word{fixed(0), p.num(1, 5000), fixed(3), fixed(mapAnonymous | 2), fixed(^uint64(0))}}
	},
	func(p *programs) item {
		return item{name: "setrlimit", args: [6]word{p.num(rlimitAS, rlimitNofile), fixed(runBase)}, mem: timer(p.num(4, 8192).c, ^uint64(0))}
	},
	func(p *programs) item {
		return item{name: "setpriority", args: [6]word{fixed(0), fixed(0), p.num(3, 5)}}
	},
	func(p *programs) item { return item{name: "getpriority"} },
	func(p *programs) item { return item{name: "chdir", args: [6]word{fixed(runBase)}, mem: p.path()} },
	func(p *programs) item {
		return item{name: "getdents64", args: [6]word{p.fd(), fixed(runBase), fixed(1000)}}
	},
}

// setitimer is not for programs of two processes: one may wait for ever while the other's timer ticks. For the same reason
// no program ignores or blocks SIGALRM.
func (p *programs) setitimer() item {
	return item{name: "setitimer", args: [6]word{fixed(0), fixed(runBase), fixed(runBase + 64)}, mem: timer(p.num(0, 2).c, p.num(0, 1).c, p.num(400000).c)}
}

// timer is words in memory.
func timer(ws ...uint64) []byte {
	var b []byte
	for _, w := range ws {
		for i := range 8 {
			b = append(b, byte(w>>(8*i)))
		}
	}
	return b
}

// epilogue looks at everything that the program left.
func (p *programs) epilogue() []item {
	var prog []item
	add := func(it item) {
		it.id = p.ids
		p.ids++
		prog = append(prog, it)
	}
	for fd := range uint64(6) {
		add(item{name: "lseek", args: [6]word{fixed(fd), fixed(0), fixed(1)}})
		add(item{name: "fstat", args: [6]word{fixed(fd), fixed(runBase)}})
		add(item{name: "fcntl", args: [6]word{fixed(fd), fixed(fGetfl)}})
		add(item{name: "close", args: [6]word{fixed(fd)}})
	}
	for _, path := range []string{"/f\x00", "/g\x00", "/d/x\x00", "/log\x00"} {
		add(item{name: "open", args: [6]word{fixed(runBase), fixed(0)}, mem: []byte(path)})
		add(item{name: "fstat", args: [6]word{fixed(0), fixed(runBase)}})
		add(item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(2000)}})
		add(item{name: "close", args: [6]word{fixed(0)}})
	}
	add(item{name: "alarm"})
	add(item{name: "time"})
	add(item{name: "getrandom", args: [6]word{fixed(runBase), fixed(4), fixed(0)}})
	return prog
}

const joinOptions = 3

// checkJoins runs a program both ways.
func checkJoins(t interface {
	Fatalf(string, ...any)
}, w World, prog []item, ids int,
) *runner {
	begin := func() *Kernel {
		k, err := New(w)
		if err != nil {
			t.Fatalf("%v", err)
		}
		return k
	}
	sets := boolSets(joinOptions)
	r := newRunner(sets, true)
	k := begin()
	r.pid = k.FirstPID()
	live := r.end(r.run(prog, []*half{{k: k, care: confspace.Full}}))
	for i := range 1 << joinOptions {
		c := confspace.Configuration{}
		for o := range joinOptions {
			c = append(c, int64(i>>o&1))
		}
		one := newRunner(sets, false)
		one.pid = r.pid
		want := one.under(c, ids, one.end(one.run(prog, []*half{{k: begin(), care: sets.OfConfiguration(c)}})))
		got := r.under(c, ids, live)
		if !slices.Equal(got, want) {
			for j := range want {
				if j >= len(got) || got[j] != want[j] {
					t.Fatalf("configuration %v, program\n%v\n got %s\nwant %s", c, show2(prog, ""), lineOf(got, j), want[j])
				}
			}
			t.Fatalf("configuration %v: %d lines, want %d", c, len(got), len(want))
		}
	}
	return r
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

// TestJoinFiles: every result, every byte of files and output is that of a kernel of its own, for each configuration.
func TestJoinFiles(t *testing.T) {
	apart := map[string]int{}
	most := 0
	rapid.Check(t, func(t *rapid.T) {
		p := &programs{t: t, options: joinOptions, calls: append(fileCalls[:len(fileCalls):len(fileCalls)], (*programs).setitimer)}
		prog := p.draw(2, 10)
		prog = append(prog, p.epilogue()...)
		r := checkJoins(t, World{Files: append(joinWorld.Files[:3:3], FileSpec{Path: "/log", Data: []byte("begin\n")})}, prog, p.ids)
		for why, n := range r.apart {
			apart[why] += n
		}
		most = max(most, r.most)
	})
	t.Logf("kept apart: %v; %d kernels at once", apart, most)
}

// TestJoinPolls is TestJoinFiles for what waits for two pipes by epoll.
func TestJoinPolls(t *testing.T) {
	apart := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		fd := func(p *programs) word { return p.num(3, 3, 4, 6, 6, 7) }
		p := &programs{t: t, options: joinOptions, calls: []func(p *programs) item{
			func(p *programs) item {
				return item{name: "write", args: [6]word{p.num(4, 7), fixed(runBase), p.num(1, 3)}, mem: []byte("abc")}
			},
			func(p *programs) item {
				return item{name: "read", args: [6]word{p.num(3, 6), fixed(runBase), p.num(1, 9)}}
			},
			func(p *programs) item { return item{name: "close", args: [6]word{fd(p)}} },
			func(p *programs) item {
				return item{name: "fcntl", args: [6]word{fd(p), fixed(fSetfl), fixed(oNonblock)}}
			},
			(*programs).epollCtl, (*programs).epollCtl, (*programs).epollCtl,
			func(p *programs) item {
				return item{name: "epoll_wait", args: [6]word{fixed(5), fixed(runBase), p.num(1, 5), p.num(0, 500)}}
			},
			func(p *programs) item {
				return item{name: "poll", args: [6]word{fixed(runBase), fixed(1), p.num(0, 1000)}, mem: []byte{5, 0, 0, 0, 1, 0, 0, 0}}
			},
		}}
		var prog []item
		for _, it := range []item{
			{name: "pipe2", args: [6]word{fixed(runBase), fixed(oNonblock)}},
			{name: "epoll_create1"},
			{name: "pipe2", args: [6]word{fixed(runBase), fixed(oNonblock)}},
		} {
			it.id = p.ids
			p.ids++
			prog = append(prog, it)
		}
		prog = append(append(prog, p.draw(3, 12)...), p.epilogue()...)
		for why, n := range checkJoins(t, joinWorld, prog, p.ids).apart {
			apart[why] += n
		}
	})
	t.Logf("kept apart: %v", apart)
}

func (p *programs) epollCtl() item {
	events := rapid.SampledFrom([]uint32{pollIn, pollIn, pollOut, pollIn | pollOut, 0, pollIn | epollET, pollIn | epollOneshot}).Draw(p.t, "events")
	it := item{name: "epoll_ctl", args: [6]word{fixed(5), p.num(1, 1, 2, 3, 3), p.num(3, 3, 4, 6, 6, 7), fixed(runBase)}, mem: make([]byte, 12)}
	for i := range 4 {
		it.mem[i] = byte(events >> (8 * i))
	}
	it.mem[4] = byte(rapid.IntRange(1, 2).Draw(p.t, "data"))
	if rapid.IntRange(0, 2).Draw(p.t, "symbolic") == 0 {
		it.sym = map[int][2]any{0: {p.option(), byte(pollIn | pollOut)}}
	}
	return it
}

const joinScript = `
timeout 30s
expect 220
cmd USER x
cmd PASS y
pasv
download LIST
port
download NLST
expect-line done
upload abc STOR
send-oob "!"
cmd STAT
cmd QUIT
drain
`

func (p *programs) reply() item {
	texts := []string{
		"220 hello\r\n", "220 hello there\r\n", "230-x\r\n230 y\r\n", "331 next\r\n", "500 what\r\n", "150 data\r\n", "226 done\r\n", "22", "7 x\r\n", "200-a\r\n",
		" b\r\n", " c\r\n", " and", "200 c\r\n227 (127,0,0,1,128,0)\r\n", "227 (127,0,0,1,128,1)\r\n", "x", "221 bye\r\n",
	}
	text := rapid.SampledFrom(texts).Draw(p.t, "text")
	fd := fixed(0)
	if rapid.IntRange(0, 5).Draw(p.t, "other") == 0 {
		fd = p.fd()
	}
	it := item{name: "write", args: [6]word{fd, fixed(runBase), fixed(uint64(len(text)))}, mem: []byte(text)}
	if rapid.IntRange(0, 3).Draw(p.t, "symbolic") == 0 {
		it.sym = map[int][2]any{rapid.IntRange(0, len(text)-1).Draw(p.t, "at"): {p.option(), byte('0' + p.option())}}
	}
	if rapid.IntRange(0, 4).Draw(p.t, "shorter") == 0 {
		it.args[2] = p.num(0, uint64(len(text)), uint64(len(text)-1))
	}
	return it
}

// peerCalls are calls of a server.
var peerCalls = []func(p *programs) item{
	(*programs).reply, (*programs).reply, (*programs).reply, (*programs).reply, (*programs).reply,
	func(p *programs) item {
		return item{name: "read", args: [6]word{p.num(0, 0, 0, 3, 4), fixed(runBase), p.num(5, 100, 100)}}
	},
	func(p *programs) item {
		return item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(100)}}
	},
	func(p *programs) item {
		return item{name: "socket", args: [6]word{fixed(afInet), fixed(sockStream), fixed(0)}}
	},
	func(p *programs) item { return item{name: "listen", args: [6]word{p.num(3, 3, 4), fixed(2)}} },
	func(p *programs) item {
		return item{name: "bind", args: [6]word{p.num(3, 4), fixed(runBase), fixed(16)}, mem: inetAddress(rapid.SampledFrom([]int{0, 32768}).Draw(p.t, "port"))}
	},
	func(p *programs) item { return item{name: "accept", args: [6]word{p.num(3, 3, 4), fixed(0), fixed(0)}} },
	func(p *programs) item {
		to := inetAddress(rapid.SampledFrom([]int{50001, 50002}).Draw(p.t, "port"))
		return item{name: "connect", args: [6]word{p.num(3, 4), fixed(runBase), fixed(16)}, mem: to}
	},
	func(p *programs) item { return item{name: "close", args: [6]word{p.num(0, 3, 4, 5)}} },
	func(p *programs) item { return item{name: "shutdown", args: [6]word{p.num(0, 3, 4), p.num(0, 1, 2)}} },
	func(p *programs) item {
		return item{name: "fcntl", args: [6]word{p.num(0, 3), fixed(fSetfl), p.num(0, oNonblock)}}
	},
	func(p *programs) item {
		return item{name: "fcntl", args: [6]word{fixed(0), fixed(fSetown), fixed(100)}}
	},
	func(p *programs) item {
		return item{name: "setsockopt", args: [6]word{fixed(0), fixed(solSocket), fixed(soOobinline), fixed(runBase), fixed(4)}, mem: []byte{1, 0, 0, 0}}
	},
	func(p *programs) item {
		return item{name: "poll", args: [6]word{fixed(runBase), fixed(1), p.num(0, 1000, 60000)}, mem: []byte{byte(p.num(0, 3, 4).c), 0, 0, 0, 5, 0, 0, 0}}
	},
	func(p *programs) item {
		return item{name: "nanosleep", args: [6]word{fixed(runBase), fixed(runBase + 64)}, mem: timer(p.num(1, 40).c, 0)}
	},
	func(p *programs) item { return item{name: "alarm", args: [6]word{p.num(0, 5, 60)}} },
	func(p *programs) item {
		return item{name: "rt_sigaction", args: [6]word{fixed(sigALRM), fixed(runBase), fixed(0), fixed(8)}, mem: timer(0x5000, 0, 0, 0)}
	},
	func(p *programs) item {
		return item{name: "ioctl", args: [6]word{fixed(0), fixed(fionread), fixed(runBase)}}
	},
	func(p *programs) item {
		return item{name: "getsockname", args: [6]word{p.num(0, 3), fixed(runBase + 64), fixed(runBase)}, mem: []byte{16, 0, 0, 0}}
	},
}

// TestJoinPeer: the peer does the same, and every reply and every byte it gets is the same.
func TestJoinPeer(t *testing.T) {
	script, err := peer.Parse(joinScript, map[string][]byte{})
	if err != nil {
		t.Fatal(err)
	}
	apart := map[string]int{}
	most := 0
	rapid.Check(t, func(t *rapid.T) {
		p := &programs{t: t, options: joinOptions, calls: peerCalls}
		prog := p.draw(2, 14)
		for range 3 {
			it := item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(100)}, id: p.ids}
			p.ids++
			prog = append(prog, it)
		}
		r := checkJoins(t, World{Script: script}, prog, p.ids)
		for why, n := range r.apart {
			apart[why] += n
		}
		most = max(most, r.most)
	})
	t.Logf("kept apart: %v; %d kernels at once", apart, most)
}

// TestJoinDownload: what the peer receives on a data connection may differ, in bytes, in length, and by calls that only some configurations make.
func TestJoinDownload(t *testing.T) {
	script, err := peer.Parse("timeout 30s\nexpect 220\npasv\ndownload LIST\ncmd QUIT\ndrain\n", map[string][]byte{})
	if err != nil {
		t.Fatal(err)
	}
	data := func(p *programs) item {
		it := p.write()
		for i := range it.sym {
			if b := it.mem[i]; b == '\r' || b == '\n' {
				it.sym = nil // a byte that depends on an option's value is shown as a character
			}
		}
		return it
	}
	apart := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := &programs{t: t, options: joinOptions, calls: []func(p *programs) item{
			data, data, data,
			func(p *programs) item { return item{name: "fcntl", args: [6]word{fixed(4), fixed(fGetfl)}} },
			func(p *programs) item {
				return item{name: "nanosleep", args: [6]word{fixed(runBase), fixed(runBase + 64)}, mem: timer(p.num(1, 2).c, 0)}
			},
		}}
		var prog []item
		add := func(its ...item) {
			for _, it := range its {
				it.id = p.ids
				p.ids++
				prog = append(prog, it)
			}
		}
		say := func(text string) {
			add(item{name: "write", args: [6]word{fixed(0), fixed(runBase), fixed(uint64(len(text)))}, mem: []byte(text)})
		}
		hear := item{name: "read", args: [6]word{fixed(0), fixed(runBase), fixed(100)}}
		say("220 hello\r\n")
		add(hear, item{name: "socket", args: [6]word{fixed(afInet), fixed(sockStream), fixed(0)}},
			item{name: "bind", args: [6]word{fixed(3), fixed(runBase), fixed(16)}, mem: inetAddress(32768)},
			item{name: "listen", args: [6]word{fixed(3), fixed(2)}})
		say("227 (127,0,0,1,128,0)\r\n")
		add(hear, item{name: "accept", args: [6]word{fixed(3), fixed(0), fixed(0)}})
		say("150 data\r\n")
		prog = append(prog, p.draw(2, 12)...)
		add(item{name: "close", args: [6]word{fixed(4)}})
		say("226 done\r\n")
		add(hear)
		say("221 bye\r\n")
		for why, n := range checkJoins(t, World{Script: script}, prog, p.ids).apart {
			apart[why] += n
		}
	})
	t.Logf("kept apart: %v", apart)
}

// processCalls are calls about processes.
var processCalls = append([]func(p *programs) item{
	func(p *programs) item { return item{name: "fork"} },
	func(p *programs) item { return item{name: "exit_group", args: [6]word{p.num(0, 3)}, child: true} },
	func(p *programs) item {
		return item{name: "wait4", args: [6]word{fixed(^uint64(0)), fixed(runBase), fixed(wNohang), fixed(0)}}
	},
	func(p *programs) item { return item{name: "kill", args: [6]word{fixed(101), p.num(9, 15, 10)}} },
	func(p *programs) item { return item{name: "kill", args: [6]word{fixed(101), p.num(9, 15, 10)}} },
	func(p *programs) item {
		return item{name: "rt_sigaction", args: [6]word{fixed(sigCHLD), fixed(runBase), fixed(0), fixed(8)}, mem: timer(p.num(sigIgn, sigDfl, 0x5000).c, p.num(0, saSiginfo, saNocldwait).c, 0, 0)}
	},
	func(p *programs) item { return item{name: "getppid"} },
	func(p *programs) item { return item{name: "chroot", args: [6]word{fixed(runBase)}, mem: p.path()} },
}, fileCalls...)

// TestJoinProcesses: likewise where there are two processes.
func TestJoinProcesses(t *testing.T) {
	apart := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := &programs{t: t, options: joinOptions, calls: processCalls, forks: true}
		prog := []item{{id: p.ids, name: "pipe", args: [6]word{fixed(runBase)}}, {id: p.ids + 1, name: "fork"}}
		p.ids += 2
		prog = append(prog, p.draw(2, 10)...)
		prog = append(prog, p.epilogue()...)
		r := checkJoins(t, World{Files: append(joinWorld.Files[:3:3], FileSpec{Path: "/log", Data: []byte("begin\n")})}, prog, p.ids)
		for why, n := range r.apart {
			apart[why] += n
		}
	})
	t.Logf("kept apart: %v", apart)
}
