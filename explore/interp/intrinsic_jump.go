package interp

// This file implements setjmp and longjmp. The buffer holds the serial number
// of the frame, the slot of the call and a mark.

import (
	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

const (
	jumpMark   = 0x636f6e66636f7600
	bufFlag    = 64 // int: whether the mask was saved
	bufMask    = 72 // the mask
	sysSigmask = 14
	sigSetmask = 2
)

func init() {
	for _, name := range []string{"setjmp", "_setjmp"} {
		intrinsics[name] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			m.want(at, args, 1)
			m.setjmp(at, m.concrete(args[0]))
			return done(0)
		}
	}
	for _, name := range []string{"sigsetjmp", "__sigsetjmp"} {
		intrinsics[name] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			m.want(at, args, 2)
			buf, save := m.concrete(args[0]), m.concrete(args[1])
			m.setjmp(at, buf)
			m.store(expr.Value{C: buf + bufFlag}, 4, expr.Value{C: b2u(uint32(save) != 0)}, 0)
			if uint32(save) != 0 {
				m.sigmask(0, 0, buf+bufMask)
			}
			return done(0)
		}
	}
	for _, name := range []string{"longjmp", "_longjmp"} {
		intrinsics[name] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			m.want(at, args, 2)
			m.longjmp(m.concrete(args[0]), m.narrow(args[1], 4))
			return reply{jumped: true}, true
		}
	}
	intrinsics["siglongjmp"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		m.want(at, args, 2)
		buf := m.concrete(args[0])
		v := expr.Value{C: m.concrete(m.narrow(args[1], 4))}
		if m.load(expr.Value{C: buf + bufFlag}, 4).C != 0 {
			m.sigmask(sigSetmask, buf+bufMask, 0)
		}
		m.longjmp(buf, v)
		return reply{jumped: true}, true
	}
}

// sigmask calls rt_sigprocmask.
func (m *Machine) sigmask(how, set, old uint64) {
	m.st.Kernel.Syscall(m, m.p.PID, sysSigmask, [6]expr.Value{{C: how}, {C: set}, {C: old}, {C: 8}})
}

// setjmp saves where at's frame is in buf.
func (m *Machine) setjmp(at *callSite, buf uint64) {
	w := m.writable(buf, 24)
	off := buf & 0xffffffff
	w.Store(off, 8, expr.Value{C: jumpMark})
	w.Store(off+8, 8, expr.Value{C: uint64(at.frame.Serial)})
	w.Store(off+16, 8, expr.Value{C: uint64(at.frame.PC)})
	at.frame.Saved = true
}

// longjmp goes back to the setjmp that filled buf, which returns v.
func (m *Machine) longjmp(buf uint64, v expr.Value) {
	c := m.readable(buf, 24)
	off := buf & 0xffffffff
	mark, serial, pc := m.concrete(c.Load(m.b, off, 8)), m.concrete(c.Load(m.b, off+8, 8)), m.concrete(c.Load(m.b, off+16, 8))
	p := m.p
	k := len(p.Frames) - 1
	for k >= 0 && (mark != jumpMark || p.Frames[k].Serial != uint32(serial)) {
		k--
	}
	if k < 0 {
		m.end(path.MemoryError, 0, "longjmp to a buffer that no active function has filled by setjmp")
	}
	if v.E == nil && v.C == 0 {
		v.C = 1
	} else if v.E != nil && !m.decide(m.cond(v, 4)) {
		v = expr.Value{C: 1}
	}
	m.st.Steps++
	m.code.leave(m.st, p, k) // the frame that is gone back to leaves its block, too
	for len(p.Frames) > k+1 {
		m.pop(p, p.Top())
	}
	f := p.Own(k)
	f.PC = int32(pc)
	fn := m.code.functions[f.Sym]
	at := fn.places[f.PC]
	in := &fn.ir.Blocks[at.block].Instrs[at.index]
	if in.Dst != ir.NoReg {
		f.Set(in.Dst, v)
	}
	m.code.countCall(m.st, f, 1)
	f.PC++
}
