package interp

// This file has the shortcuts for string functions. Each does the simple case:
// addresses and sizes concrete, everything in bounds, every byte that decides
// concrete. Anything else, errors too, is left to the C body.

import (
	"bytes"
	"math"

	"github.com/confcov/confcov/explore/expr"
	"github.com/confcov/confcov/explore/memory"
)

// text is memory to look at: the bytes of an object from an address on.
type text struct {
	c    *memory.Contents
	off  uint64
	data []byte
}

// at returns the memory at an address; false where there is none.
func (m *Machine) at(a expr.Value) (t text, ok bool) {
	if a.E != nil {
		return t, false
	}
	c, f := m.p.Mem.Read(a.C, 0)
	if f != nil {
		return t, false
	}
	off := a.C & math.MaxUint32
	return text{c, off, c.Bytes[off:]}, true
}

// plain reports whether the first n bytes exist, are defined and concrete.
func (t text) plain(n uint64) bool {
	return n <= uint64(len(t.data)) && !t.c.Symbolic(t.off, n) && t.c.Defined(t.off, n)
}

// str returns the string at an address, at most limit bytes of it, and whether it ended there.
func (m *Machine) str(a expr.Value, limit uint64) (s []byte, ended, ok bool) {
	t, ok := m.at(a)
	if !ok {
		return nil, false, false
	}
	s = t.data[:min(limit, uint64(len(t.data)))]
	k := bytes.IndexByte(s, 0)
	switch {
	case k >= 0:
		return s[:k], true, t.plain(uint64(k) + 1)
	case uint64(len(s)) < limit:
		return nil, false, false
	}
	return s, false, t.plain(limit)
}

const whole = math.MaxInt64

// put copies bytes to memory; false where it is not all writable.
func (m *Machine) put(a expr.Value, s ...[]byte) bool {
	n := uint64(0)
	for _, p := range s {
		n += uint64(len(p))
	}
	if a.E != nil {
		return false
	}
	c, f := m.p.Mem.Write(a.C, n)
	if f != nil {
		return false
	}
	m.drop(uint32(a.C >> 32))
	off := a.C & math.MaxUint32
	for _, p := range s {
		c.Put(off, p)
		off += uint64(len(p))
	}
	return true
}

var nul = []byte{0}

// apart reports whether n bytes at a and k bytes at b do not overlap.
func apart(a, n, b, k uint64) bool { return a>>32 != b>>32 || a+n <= b || b+k <= a }

// overlap reports whether the n bytes at a that a function writes overlap the k bytes at b that it reads. Where the
// program itself calls it, that is an error of the program.
func (m *Machine) overlap(at *callSite, a, n, b, k uint64) bool {
	if apart(a, n, b, k) {
		return false
	}
	if n > 0 && k > 0 && m.code.functions[at.frame.Sym].ir.Subject {
		o, _ := m.p.Mem.Find(a)
		m.fault(&memory.Fault{Kind: memory.Overlap, Call: at.name, Addr: a, Size: k, Obj: o})
	}
	return true
}

// mayOverlap is overlap for memcpy with arguments that are symbolic: the configurations for which they overlap are one path.
func (m *Machine) mayOverlap(at *callSite, args []expr.Value) {
	if len(args) < 3 || !m.code.functions[at.frame.Sym].ir.Subject {
		return
	}
	b := m.b
	dst, src, n := m.wide(args[0], 64), m.wide(args[1], 64), m.wide(args[2], 64)
	apart := b.Or(b.ULe(b.Add(dst, n), src), b.ULe(b.Add(src, n), dst))
	if m.decide(b.Or(b.Or(b.Eq(dst, src), b.Eq(n, b.Const(0, 64))), apart)) {
		return
	}
	a, size := m.concrete(args[0]), m.concrete(args[2])
	o, _ := m.p.Mem.Find(a)
	m.fault(&memory.Fault{Kind: memory.Overlap, Call: at.name, Addr: a, Size: size, Obj: o})
}

// within looks at a copy of a string from an object to itself that the program makes, and makes concrete what tells whether the strings overlap: the
// arguments, of which a third is a limit, and where the strings end. If appends, the copy goes behind what is there.
func (m *Machine) within(at *callSite, args []expr.Value, appends bool) {
	if !m.code.functions[at.frame.Sym].ir.Subject || !m.shareObject(args[0], args[1]) {
		return
	}
	limit := uint64(whole)
	if len(args) > 2 {
		if e := args[2].E; e != nil && !e.HasConstants() {
			return // of too many values, maybe
		}
		args[2] = expr.Value{C: m.concrete(args[2])}
		limit = args[2].C
	}
	args[0], args[1] = expr.Value{C: m.concrete(args[0])}, expr.Value{C: m.concrete(args[1])}
	n, ok := m.extent(args[1].C, limit)
	reads := min(n+1, limit)
	writes := reads
	if ok && appends {
		writes, ok = m.extent(args[0].C, whole)
		writes += n + 1
	}
	if ok {
		m.overlap(at, args[0].C, writes, args[1].C, reads)
	}
}

// shareObject reports whether two addresses may be of one object.
func (m *Machine) shareObject(dst, src expr.Value) bool {
	if dst.E == nil && src.E == nil {
		return dst.C>>32 == src.C>>32
	}
	dst, src = m.settle(m.st, dst), m.settle(m.st, src)
	ids := map[uint64]bool{}
	m.objects(m.wide(dst, 64), func(id uint64) bool { ids[id] = true; return false })
	return m.objects(m.wide(src, 64), func(id uint64) bool { return ids[id] })
}

// objects calls f with the objects, as far as they can be seen, that an address may be of, until it returns true, and returns that.
func (m *Machine) objects(addr *expr.Expr, f func(id uint64) bool) bool {
	if addr.IsConst() {
		return f(addr.Const() >> 32)
	}
	if addr.Op() == expr.OpIte {
		return m.objects(addr.Arg(1), f) || m.objects(addr.Arg(2), f)
	}
	for leaf := range m.b.Values(addr) {
		id, ok := m.origin(leaf)
		if leaf.IsConst() {
			id, ok = leaf.Const()>>32, true
		}
		if ok && f(id) {
			return true
		}
	}
	return false
}

// extent returns the length of the string at an address, at most limit, and forks where it may end in several places; false where it has no end in bounds.
func (m *Machine) extent(a, limit uint64) (n uint64, ok bool) {
	t, ok := m.at(expr.Value{C: a})
	for ; ok && n < limit; n++ {
		if n >= uint64(len(t.data)) || !t.c.Defined(t.off+n, 1) {
			return 0, false
		}
		v := t.c.Load(m.b, t.off+n, 1)
		if v.E == nil && v.C == 0 || v.E != nil && m.decide(m.b.Eq(v.E, m.b.Const(0, 8))) {
			break
		}
	}
	return n, ok
}

func init() {
	shortcuts["memcpy"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if !concretes(args, 3) {
			if m.copyParts(args) {
				return reply{value: args[0]}, true
			}
			m.mayOverlap(at, args)
			return no()
		}
		if args[0].C != args[1].C && m.overlap(at, args[0].C, args[2].C, args[1].C, args[2].C) {
			return no()
		}
		return m.move(args[0].C, args[1].C, args[2].C)
	}
	shortcuts["memmove"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if !concretes(args, 3) {
			return no()
		}
		return m.move(args[0].C, args[1].C, args[2].C)
	}
	shortcuts["memset"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 3 {
			return no()
		}
		if args[0].E != nil || args[2].E != nil {
			if m.fillParts(m.settle(m.st, args[0]), m.narrow(args[1], 1), m.settle(m.st, args[2])) {
				return reply{value: args[0]}, true
			}
			return no()
		}
		if n := args[2].C; n > 0 {
			c, f := m.p.Mem.Write(args[0].C, n)
			if f != nil {
				return no()
			}
			m.drop(uint32(args[0].C >> 32))
			c.Fill(args[0].C&math.MaxUint32, n, m.narrow(args[1], 1))
		}
		return done(args[0].C)
	}
	shortcuts["mempcpy"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if !concretes(args, 3) {
			if m.copyParts(args) {
				return reply{value: m.b.Value(m.b.Add(m.wide(args[0], 64), m.wide(args[2], 64)))}, true
			}
			m.mayOverlap(at, args)
			return no()
		}
		if args[0].C != args[1].C && m.overlap(at, args[0].C, args[2].C, args[1].C, args[2].C) {
			return no()
		}
		if _, ok := m.move(args[0].C, args[1].C, args[2].C); !ok {
			return no()
		}
		return done(args[0].C + args[2].C)
	}
	initFinds()
	initStrings()
	initCopies()
}

// initFinds adds what compares and searches memory of a given length.
func initFinds() {
	shortcuts["memcmp"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 3 || args[2].E != nil {
			return no()
		}
		n := args[2].C
		x, ok1 := m.at(args[0])
		y, ok2 := m.at(args[1])
		if n == 0 {
			return done(0)
		}
		if !ok1 || !ok2 {
			return no()
		}
		k := uint64(0)
		for k < n && k < uint64(len(x.data)) && k < uint64(len(y.data)) && x.data[k] == y.data[k] {
			k++
		}
		if k == n {
			return decided(x.plain(n) && y.plain(n), 0)
		}
		return decided(x.plain(k+1) && y.plain(k+1), difference(x.data, y.data, k))
	}
	shortcuts["memchr"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		return m.find(args, false)
	}
	shortcuts["memrchr"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		return m.find(args, true)
	}
	shortcuts["rawmemchr"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 2 || args[1].E != nil {
			return no()
		}
		t, ok := m.at(args[0])
		if !ok {
			return no()
		}
		k := bytes.IndexByte(t.data, byte(args[1].C))
		return decided(k >= 0 && t.plain(uint64(k)+1), args[0].C+uint64(k))
	}
}

// decided is the reply with a value if ok.
func decided(ok bool, v uint64) (reply, bool) {
	if !ok {
		return no()
	}
	return done(v)
}

// difference returns the difference of byte k of x and y as an int.
func difference(x, y []byte, k uint64) uint64 {
	byteAt := func(b []byte) int32 {
		if k < uint64(len(b)) {
			return int32(b[k])
		}
		return 0
	}
	return uint64(uint32(byteAt(x) - byteAt(y)))
}

// move is memmove.
func (m *Machine) move(dst, src, n uint64) (reply, bool) {
	if n == 0 {
		return done(dst)
	}
	if _, f := m.p.Mem.Read(src, n); f != nil {
		return no()
	}
	if m.moveLate(dst, src, n) {
		return done(dst)
	}
	d, f := m.p.Mem.Write(dst, n)
	if f != nil {
		return no()
	}
	s, _ := m.p.Mem.Read(src, n) // Write may have made d of what was read
	m.drop(uint32(dst >> 32))
	d.Copy(dst&math.MaxUint32, s, src&math.MaxUint32, n)
	return done(dst)
}

// find is memchr and memrchr.
func (m *Machine) find(args []expr.Value, last bool) (reply, bool) {
	if len(args) < 3 || args[1].E != nil || args[2].E != nil {
		return no()
	}
	t, ok := m.at(args[0])
	n := args[2].C
	if !ok {
		return no()
	}
	s := t.data[:min(n, uint64(len(t.data)))]
	k := bytes.IndexByte(s, byte(args[1].C))
	if last {
		k = bytes.LastIndexByte(s, byte(args[1].C))
		return decidedAt(t.plain(n), args[0].C, k)
	}
	if k < 0 {
		return decided(t.plain(n), 0)
	}
	return decided(t.plain(uint64(k)+1), args[0].C+uint64(k))
}

// decidedAt is the reply with the address of byte k of s, null for a negative k.
func decidedAt(ok bool, s uint64, k int) (reply, bool) {
	if k < 0 {
		return decided(ok, 0)
	}
	return decided(ok, s+uint64(k))
}

// initStrings has the shortcuts that only look.
func initStrings() {
	shortcuts["strlen"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 1 {
			return no()
		}
		if end := m.stringEnd(args[0]); end != nil {
			return reply{value: m.settle(m.st, m.b.Value(m.b.Sub(end, m.b.Const(args[0].C, 64))))}, true
		}
		s, ended, ok := m.str(args[0], whole)
		return decided(ok && ended, uint64(len(s)))
	}
	shortcuts["strnlen"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 2 || args[1].E != nil {
			return no()
		}
		s, _, ok := m.str(args[0], args[1].C)
		return decided(ok, uint64(len(s)))
	}
	compare := func(limited bool, fold func(byte) byte) intrinsic {
		return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			limit := uint64(whole)
			if limited {
				if len(args) < 3 || args[2].E != nil {
					return no()
				}
				limit = args[2].C
			}
			if len(args) < 2 {
				return no()
			}
			return m.compare(args[0], args[1], limit, fold)
		}
	}
	same := func(c byte) byte { return c }
	shortcuts["strcmp"], shortcuts["strncmp"] = compare(false, same), compare(true, same)
	shortcuts["strcasecmp"], shortcuts["strncasecmp"] = compare(false, lower), compare(true, lower)
	search := func(null, last bool) intrinsic {
		return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			if len(args) < 2 || args[1].E != nil {
				return no()
			}
			return m.search(args[0], byte(args[1].C), null, last)
		}
	}
	shortcuts["strchr"], shortcuts["strrchr"], shortcuts["strchrnul"] = search(true, false), search(true, true), search(false, false)
	span := func(in bool) intrinsic {
		return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			if len(args) < 2 {
				return no()
			}
			s, e1, ok1 := m.str(args[0], whole)
			set, e2, ok2 := m.str(args[1], whole)
			if !ok1 || !ok2 || !e1 || !e2 {
				return no()
			}
			k := 0
			for k < len(s) && (bytes.IndexByte(set, s[k]) >= 0) == in {
				k++
			}
			return done(uint64(k))
		}
	}
	shortcuts["strspn"], shortcuts["strcspn"] = span(true), span(false)
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 32
	}
	return c
}

// compare is strcmp and its kin.
func (m *Machine) compare(a, b expr.Value, limit uint64, fold func(byte) byte) (reply, bool) {
	x, ok1 := m.at(a)
	y, ok2 := m.at(b)
	if limit == 0 {
		return done(0)
	}
	if !ok1 || !ok2 {
		return no()
	}
	for k := uint64(0); k < limit; k++ {
		if k >= uint64(len(x.data)) || k >= uint64(len(y.data)) {
			return no()
		}
		c, d := fold(x.data[k]), fold(y.data[k])
		if c != d || c == 0 {
			return decided(x.plain(k+1) && y.plain(k+1), uint64(uint32(int32(c)-int32(d))))
		}
	}
	return decided(x.plain(limit) && y.plain(limit), 0)
}

// search is strchr and its kin: null says that what is not found is the null pointer.
func (m *Machine) search(a expr.Value, c byte, null, last bool) (reply, bool) {
	s, ended, ok := m.str(a, whole)
	t, _ := m.at(a)
	if !ok || !ended {
		// The first occurrence may come before a symbolic byte.
		if k := bytes.IndexByte(t.data, c); !last && k >= 0 && t.plain(uint64(k)+1) && bytes.IndexByte(t.data[:k], 0) < 0 {
			return done(a.C + uint64(k))
		}
		return no()
	}
	s = t.data[:len(s)+1]
	k := bytes.IndexByte(s, c)
	if last {
		k = bytes.LastIndexByte(s, c)
	}
	switch {
	case k >= 0:
		return done(a.C + uint64(k))
	case null:
		return done(0)
	}
	return done(a.C + uint64(len(s)-1))
}

// initCopies has the shortcuts that copy strings.
func initCopies() {
	copyTo := func(end bool) intrinsic {
		return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			if len(args) < 2 {
				return no()
			}
			m.within(at, args[:2], false)
			s, ended, ok := m.str(args[1], whole)
			n := uint64(len(s))
			if ok && ended && m.putLate(args[0], args[1].C, s, nul) {
				if end && args[0].E != nil {
					return reply{value: m.b.Value(m.b.Add(args[0].E, m.b.Const(n, 64)))}, true
				}
				return reply{value: args[0]}, true
			}
			if !ok || !ended || args[0].E != nil || !apart(args[0].C, n+1, args[1].C, n+1) || !m.put(args[0], s, nul) {
				return no()
			}
			return done(args[0].C + n*b2u(end))
		}
	}
	shortcuts["strcpy"], shortcuts["stpcpy"] = copyTo(false), copyTo(true)
	copyN := func(end bool) intrinsic {
		return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			if len(args) < 3 {
				return no()
			}
			m.within(at, args[:3], false)
			if args[2].E != nil || args[2].C > memory.MaxSize {
				return no()
			}
			s, _, ok := m.str(args[1], args[2].C)
			n := uint64(len(s))
			if !ok || args[0].E != nil || !apart(args[0].C, args[2].C, args[1].C, args[2].C) || !m.put(args[0], s, make([]byte, args[2].C-n)) {
				return no()
			}
			return done(args[0].C + n*b2u(end))
		}
	}
	shortcuts["strncpy"], shortcuts["stpncpy"] = copyN(false), copyN(true)
	shortcuts["strcat"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 2 {
			return no()
		}
		m.within(at, args[:2], true)
		return m.append(args, whole)
	}
	shortcuts["strncat"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 3 {
			return no()
		}
		if m.within(at, args[:3], true); args[2].E != nil {
			return no()
		}
		return m.append(args, args[2].C)
	}
	shortcuts["strdup"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if len(args) < 1 {
			return no()
		}
		s, ended, ok := m.str(args[0], whole)
		if !ok || !ended {
			return no()
		}
		s = append(bytes.Clone(s), 0)
		r, _ := m.malloc(at, uint64(len(s)), true)
		m.put(r.value, s)
		return r, true
	}
}

// append is strcat and strncat.
func (m *Machine) append(args []expr.Value, limit uint64) (reply, bool) {
	dst, src := args[0], args[1]
	s, _, ok := m.str(src, limit)
	if ok && m.appendLate(dst, src.C, s) {
		return done(dst.C)
	}
	d, ended, ok2 := m.str(dst, whole)
	if !ok2 || !ended {
		return no()
	}
	end := dst.C + uint64(len(d))
	if !ok || !apart(dst.C, uint64(len(d)+len(s))+1, src.C, uint64(len(s))+1) || !m.put(expr.Value{C: end}, s, nul) {
		return no()
	}
	return done(dst.C)
}
