package interp

// This file is the loop that executes concrete code: frames without symbolic
// registers, memory without symbolic bytes, no errors. Whatever is not that
// leaves the loop at the slot in question, and the slow path performs it.
//
// Nothing here allocates. Registers are indexed with their bounds checked; the
// verifier promises that they are in range.

import (
	"encoding/binary"

	"github.com/confcov/confcov/explore/state"
)

// fast executes until something needs the slow path, a frame with symbolic
// registers comes to the top, or the steps reach limit. It returns with the top frame's
// PC at the slot that comes next.
func (m *Machine) fast(st *state.State, p *state.Process, limit uint64) {
	f := p.Top()
	fn := m.code.functions[f.Sym]
	code := fn.code
	if f.Serial == m.stop.serial {
		code = m.stop.code
	}
	regs := f.Regs
	pc := int(f.PC)
	steps := st.Steps
	visited := st.Visited
	cache := &m.cache
	gen := m.generation
	base := uint64(f.Base) << 32
	floor := m.floor
loop:
	for {
		i := &code[pc]
		switch i.op {
		case opConst:
			regs[i.dst] = i.imm
		case opMov:
			regs[i.dst] = regs[i.a]
		case opLocalAddr:
			regs[i.dst] = base + i.imm<<32
		case opAdd8:
			regs[i.dst] = regs[i.a] + regs[i.b]
		case opAdd4:
			regs[i.dst] = uint64(uint32(regs[i.a] + regs[i.b]))
		case opAdd:
			regs[i.dst] = (regs[i.a] + regs[i.b]) & mask(i.w)
		case opAdd8I:
			regs[i.dst] = regs[i.a] + i.imm
		case opAdd4I:
			regs[i.dst] = uint64(uint32(regs[i.a] + i.imm))
		case opAddI:
			regs[i.dst] = (regs[i.a] + i.imm) & mask(i.w)
		case opSub8:
			regs[i.dst] = regs[i.a] - regs[i.b]
		case opSub4:
			regs[i.dst] = uint64(uint32(regs[i.a] - regs[i.b]))
		case opSub:
			regs[i.dst] = (regs[i.a] - regs[i.b]) & mask(i.w)
		case opSubI:
			regs[i.dst] = (regs[i.a] - i.imm) & mask(i.w)
		case opMul8:
			regs[i.dst] = regs[i.a] * regs[i.b]
		case opMul4:
			regs[i.dst] = uint64(uint32(regs[i.a] * regs[i.b]))
		case opMul:
			regs[i.dst] = (regs[i.a] * regs[i.b]) & mask(i.w)
		case opMulI:
			regs[i.dst] = (regs[i.a] * i.imm) & mask(i.w)
		case opAnd:
			regs[i.dst] = regs[i.a] & regs[i.b]
		case opAndI:
			regs[i.dst] = regs[i.a] & i.imm
		case opOr:
			regs[i.dst] = regs[i.a] | regs[i.b]
		case opOrI:
			regs[i.dst] = regs[i.a] | i.imm
		case opXor:
			regs[i.dst] = regs[i.a] ^ regs[i.b]
		case opXorI:
			regs[i.dst] = regs[i.a] ^ i.imm
		case opShl:
			regs[i.dst] = regs[i.a] << (regs[i.b] & countMask(i.w)) & mask(i.w)
		case opShlI:
			regs[i.dst] = regs[i.a] << (i.imm & 63) & mask(i.w)
		case opLShr:
			regs[i.dst] = regs[i.a] >> (regs[i.b] & countMask(i.w))
		case opLShrI:
			regs[i.dst] = regs[i.a] >> (i.imm & 63)
		case opAShr:
			regs[i.dst] = uint64(sext(regs[i.a], i.w)>>(regs[i.b]&countMask(i.w))) & mask(i.w)
		case opAShrI:
			regs[i.dst] = uint64(sext(regs[i.a], i.w)>>(i.imm&63)) & mask(i.w)
		case opNeg:
			regs[i.dst] = -regs[i.a] & mask(i.w)
		case opNot:
			regs[i.dst] = ^regs[i.a] & mask(i.w)
		case opUDiv:
			d := regs[i.b]
			if d == 0 {
				break loop
			}
			regs[i.dst] = regs[i.a] / d
		case opURem:
			d := regs[i.b]
			if d == 0 {
				break loop
			}
			regs[i.dst] = regs[i.a] % d
		case opSDiv:
			d := sext(regs[i.b], i.w)
			if d == 0 || d == -1 {
				break loop
			}
			regs[i.dst] = uint64(sext(regs[i.a], i.w)/d) & mask(i.w)
		case opSRem:
			d := sext(regs[i.b], i.w)
			if d == 0 || d == -1 {
				break loop
			}
			regs[i.dst] = uint64(sext(regs[i.a], i.w)%d) & mask(i.w)
		case opUDivI:
			regs[i.dst] = regs[i.a] / i.imm
		case opURemI:
			regs[i.dst] = regs[i.a] % i.imm
		case opSDivI:
			regs[i.dst] = uint64(sext(regs[i.a], i.w)/int64(i.imm)) & mask(i.w)
		case opSRemI:
			regs[i.dst] = uint64(sext(regs[i.a], i.w)%int64(i.imm)) & mask(i.w)
		case opEq:
			regs[i.dst] = b2u(regs[i.a] == regs[i.b])
		case opEqI:
			regs[i.dst] = b2u(regs[i.a] == i.imm)
		case opNe:
			regs[i.dst] = b2u(regs[i.a] != regs[i.b])
		case opNeI:
			regs[i.dst] = b2u(regs[i.a] != i.imm)
		case opULt:
			regs[i.dst] = b2u(regs[i.a] < regs[i.b])
		case opULtI:
			regs[i.dst] = b2u(regs[i.a] < i.imm)
		case opULe:
			regs[i.dst] = b2u(regs[i.a] <= regs[i.b])
		case opULeI:
			regs[i.dst] = b2u(regs[i.a] <= i.imm)
		case opSLt8:
			regs[i.dst] = b2u(int64(regs[i.a]) < int64(regs[i.b]))
		case opSLt8I:
			regs[i.dst] = b2u(int64(regs[i.a]) < int64(i.imm))
		case opSLt4:
			regs[i.dst] = b2u(int32(regs[i.a]) < int32(regs[i.b]))
		case opSLt4I:
			regs[i.dst] = b2u(int32(regs[i.a]) < int32(i.imm))
		case opSLt:
			regs[i.dst] = b2u(sext(regs[i.a], i.w) < sext(regs[i.b], i.w))
		case opSLtI:
			regs[i.dst] = b2u(sext(regs[i.a], i.w) < int64(i.imm))
		case opSLe8:
			regs[i.dst] = b2u(int64(regs[i.a]) <= int64(regs[i.b]))
		case opSLe8I:
			regs[i.dst] = b2u(int64(regs[i.a]) <= int64(i.imm))
		case opSLe4:
			regs[i.dst] = b2u(int32(regs[i.a]) <= int32(regs[i.b]))
		case opSLe4I:
			regs[i.dst] = b2u(int32(regs[i.a]) <= int32(i.imm))
		case opSLe:
			regs[i.dst] = b2u(sext(regs[i.a], i.w) <= sext(regs[i.b], i.w))
		case opSLeI:
			regs[i.dst] = b2u(sext(regs[i.a], i.w) <= int64(i.imm))
		case opSExt1:
			regs[i.dst] = uint64(int64(int8(regs[i.a]))) & mask(i.w)
		case opSExt2:
			regs[i.dst] = uint64(int64(int16(regs[i.a]))) & mask(i.w)
		case opSExt4:
			regs[i.dst] = uint64(int64(int32(regs[i.a])))
		case opTrunc:
			regs[i.dst] = regs[i.a] & mask(i.w)
		case opSelect:
			if regs[i.a] != 0 {
				regs[i.dst] = regs[i.b]
			} else {
				regs[i.dst] = regs[i.x]
			}

		case opLastingAddr:
			regs[i.dst] = uint64(f.Lasting)<<32 + i.imm<<32
		case opBegin:
			m.begin(p, uint32(base>>32)+uint32(i.imm))
		case opEnd:
			m.endLife(p, uint32(base>>32)+uint32(i.imm))
		case opLastingBegin:
			m.begin(p, f.Lasting+uint32(i.imm))
		case opLastingEnd:
			m.endLife(p, f.Lasting+uint32(i.imm))

		case opLoad1:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off >= uint64(len(e.data)) {
				if e = m.line(p, addr, 1, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = uint64(e.data[off])
		case opLoad2:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+2 > uint64(len(e.data)) {
				if e = m.line(p, addr, 2, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = uint64(binary.LittleEndian.Uint16(e.data[off:]))
		case opLoad4:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+4 > uint64(len(e.data)) {
				if e = m.line(p, addr, 4, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = uint64(binary.LittleEndian.Uint32(e.data[off:]))
		case opLoad8:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+8 > uint64(len(e.data)) {
				if e = m.line(p, addr, 8, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = binary.LittleEndian.Uint64(e.data[off:])
		case opStore1:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off >= uint64(len(e.data)) || !e.own {
				if e = m.line(p, addr, 1, true); e == nil {
					break loop
				}
			}
			e.data[off] = byte(regs[i.b])
		case opStore2:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+2 > uint64(len(e.data)) || !e.own {
				if e = m.line(p, addr, 2, true); e == nil {
					break loop
				}
			}
			binary.LittleEndian.PutUint16(e.data[off:], uint16(regs[i.b]))
		case opStore4:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+4 > uint64(len(e.data)) || !e.own {
				if e = m.line(p, addr, 4, true); e == nil {
					break loop
				}
			}
			binary.LittleEndian.PutUint32(e.data[off:], uint32(regs[i.b]))
		case opStore8:
			addr := regs[i.a] + i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+8 > uint64(len(e.data)) || !e.own {
				if e = m.line(p, addr, 8, true); e == nil {
					break loop
				}
			}
			binary.LittleEndian.PutUint64(e.data[off:], regs[i.b])

		case opCopyI:
			dst, src, n := regs[i.a], regs[i.b], i.imm
			e := m.span(p, src, n, false)
			if e == nil {
				break loop
			}
			from := e.data[src&0xffffffff:][:n]
			if e = m.span(p, dst, n, true); e == nil {
				break loop
			}
			copy(e.data[dst&0xffffffff:], from)
		case opFillI:
			dst, n := regs[i.a], i.imm
			e := m.span(p, dst, n, true)
			if e == nil {
				break loop
			}
			to := e.data[dst&0xffffffff:][:n]
			if v := byte(regs[i.b]); v == 0 {
				clear(to)
			} else {
				for k := range to {
					to[k] = v
				}
			}

		case opQuick:
			if m.opt.NoShortcuts {
				break loop
			}
			c := &fn.calls[i.x]
			v, ok := c.quick(m, p, regs, c.args)
			if !ok {
				break loop
			}
			steps += uint64(i.n)
			if i.dst >= 0 {
				regs[i.dst] = v
			}
		case opCall, opCallReg:
			c := &fn.calls[i.x]
			callee := c.callee
			if i.op == opCallReg {
				callee = m.plainTarget(regs[i.a], len(c.args))
			}
			if callee == nil || len(p.Frames) >= maxFrames {
				break loop
			}
			steps += uint64(i.n)
			f.PC = int32(pc)
			fn = callee
			g := m.push(p, fn)
			for k, r := range c.args {
				g.Regs[k] = regs[r]
			}
			visited[fn.entry>>6] |= 1 << (fn.entry & 63)
			f, code, regs, pc = g, fn.code, g.Regs, 0
			base = uint64(f.Base) << 32
			if steps >= limit {
				break loop
			}
			continue
		case opRet, opRetVoid:
			if len(p.Frames) <= floor || f.Special() {
				break loop
			}
			g := p.Frames[len(p.Frames)-2]
			if g.Symbolic() || !p.Owns(g) {
				break loop
			}
			steps += uint64(i.n)
			visited[uint32(i.imm)>>6] |= 1 << (i.imm & 63)
			v := uint64(0)
			if i.op == opRet {
				v = regs[i.a]
			}
			m.pop(p, f)
			f = g
			fn = m.code.functions[f.Sym]
			code, regs, pc = fn.code, f.Regs, int(f.PC)
			base = uint64(f.Base) << 32
			if dst := code[pc].dst; dst >= 0 {
				regs[dst] = v
			}

		case opJump:
			steps += uint64(i.n)
			visited[uint32(i.imm)>>6] |= 1 << (i.imm & 63)
			pc = int(i.b)
			if steps >= limit {
				break loop
			}
			continue
		case opBranch:
			steps += uint64(i.n)
			pc = branch(regs[i.a] != 0, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSwitch:
			steps += uint64(i.n)
			w := m.switchWay(fn, pc, regs[i.a])
			visited[w.bit>>6] |= 1 << (w.bit & 63)
			pc = int(w.slot)
			if steps >= limit {
				break loop
			}
			continue
		case opCounted:
			steps += uint64(i.n)
			w := fn.wayOf(pc, regs)
			visited[w.bit>>6] |= 1 << (w.bit & 63)
			st.Counts[w.bit]++
			pc = int(w.slot)
			if steps >= limit {
				break loop
			}
			continue

		case opEqBr:
			c := regs[i.a] == regs[i.b]
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opEqIBr:
			c := regs[i.a] == i.imm
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opNeBr:
			c := regs[i.a] != regs[i.b]
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opNeIBr:
			c := regs[i.a] != i.imm
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opULtBr:
			c := regs[i.a] < regs[i.b]
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opULtIBr:
			c := regs[i.a] < i.imm
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opULeBr:
			c := regs[i.a] <= regs[i.b]
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opULeIBr:
			c := regs[i.a] <= i.imm
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLt8Br:
			c := int64(regs[i.a]) < int64(regs[i.b])
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLt8IBr:
			c := int64(regs[i.a]) < int64(i.imm)
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLt4Br:
			c := int32(regs[i.a]) < int32(regs[i.b])
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLt4IBr:
			c := int32(regs[i.a]) < int32(i.imm)
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLe8Br:
			c := int64(regs[i.a]) <= int64(regs[i.b])
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLe8IBr:
			c := int64(regs[i.a]) <= int64(i.imm)
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLe4Br:
			c := int32(regs[i.a]) <= int32(regs[i.b])
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue
		case opSLe4IBr:
			c := int32(regs[i.a]) <= int32(i.imm)
			regs[i.dst] = b2u(c)
			i = &code[pc+1]
			steps += uint64(i.n)
			pc = branch(c, i, visited)
			if steps >= limit {
				break loop
			}
			continue

		case opAdd8IJump, opAdd4IJump, opMovJump:
			v := regs[i.a] + i.imm
			if i.op == opAdd4IJump {
				v = uint64(uint32(v))
			}
			regs[i.dst] = v
			i = &code[pc+1]
			steps += uint64(i.n)
			visited[uint32(i.imm)>>6] |= 1 << (i.imm & 63)
			pc = int(i.b)
			if steps >= limit {
				break loop
			}
			continue
		case opAdd8Load1:
			addr := regs[i.a] + regs[i.b]
			regs[i.dst] = addr
			pc++
			i = &code[pc]
			addr += i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off >= uint64(len(e.data)) {
				if e = m.line(p, addr, 1, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = uint64(e.data[off])
		case opAdd8Load4:
			addr := regs[i.a] + regs[i.b]
			regs[i.dst] = addr
			pc++
			i = &code[pc]
			addr += i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+4 > uint64(len(e.data)) {
				if e = m.line(p, addr, 4, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = uint64(binary.LittleEndian.Uint32(e.data[off:]))
		case opAdd8Load8:
			addr := regs[i.a] + regs[i.b]
			regs[i.dst] = addr
			pc++
			i = &code[pc]
			addr += i.imm
			e := &cache[addr>>32%cacheLines]
			off := addr & 0xffffffff
			if e.key != gen|addr>>32 || off+8 > uint64(len(e.data)) {
				if e = m.line(p, addr, 8, false); e == nil {
					break loop
				}
			}
			regs[i.dst] = binary.LittleEndian.Uint64(e.data[off:])
		case opSExt4MulI:
			v := uint64(int64(int32(regs[i.a])))
			regs[i.dst] = v
			i = &code[pc+1]
			regs[i.dst] = v * i.imm
			pc += 2
			continue
		case opMul8IAdd8:
			regs[i.dst] = regs[i.a] * i.imm
			i = &code[pc+1]
			regs[i.dst] = regs[i.a] + regs[i.b]
			pc += 2
			continue
		default:
			break loop
		}
		pc++
	}
	f.PC = int32(pc)
	st.Steps = steps
}
