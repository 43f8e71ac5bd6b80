package interp

// This file makes stack traces of the program.

import (
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/explore/state"
)

// maxStack is how many frames a trace has.
const maxStack = 64

// position returns the source position of a slot.
func (fn *function) position(pc int32) ir.Pos {
	at := fn.places[pc]
	b := fn.ir.Blocks[at.block]
	switch {
	case at.index < 0 && pc+1 < int32(len(fn.places)):
		return fn.position(pc + 1)
	case int(at.index) < len(b.Instrs):
		return b.Instrs[at.index].Pos
	}
	return b.Term.Pos
}

// frame describes where f is.
func (c *Code) frame(f *state.Frame) path.Frame {
	fn := c.functions[f.Sym]
	pos := fn.position(f.PC)
	return path.Frame{Func: fn.ir.Name, File: c.file(pos), Line: pos.Line, Col: pos.Col}
}

func (c *Code) file(pos ir.Pos) string {
	if int(pos.File) < len(c.Program.Files) {
		return c.Program.Files[pos.File].Name
	}
	return ""
}

// stack returns the stack of the running process, innermost frame first.
func (m *Machine) stack() []path.Frame {
	var out []path.Frame
	fs := m.p.Frames
	for i := len(fs) - 1; i >= 0 && len(out) < maxStack; i-- {
		out = append(out, m.code.frame(fs[i]))
	}
	return out
}

// note records a note at the innermost frame.
func (m *Machine) note(kind path.NoteKind, message string) {
	n := path.Note{Kind: kind, Message: message}
	if fs := m.p.Frames; len(fs) > 0 {
		n.At = m.code.frame(fs[len(fs)-1])
	}
	m.st.Note(n)
}
