package gcc

// This file reads gcov's notes: which functions a program has, in which files they are, and their graphs of blocks and arcs.

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The format is in gcc's gcov-io.h: a magic number, a version and a stamp, then records of a tag,
// a length and words. The length is in bytes since gcc 12, in words before.
const (
	notesMagic  = 0x67636e6f
	tagFunction = 0x01000000
	tagBlocks   = 0x01410000
	tagArcs     = 0x01430000
	tagLines    = 0x01450000
)

// maxBlocks is more than a function has.
const maxBlocks = 1 << 24

// Flags of arcs.
const arcOnTree = 1 // has no counter: its count follows from the others

// Blocks of each function.
const (
	entryBlock = iota
	exitBlock
	firstBlock
)

// errNotes says that a file of notes is not as expected.
var errNotes = errors.New("gcov's notes are in a form that is not known")

// place is a line of a file.
type place struct {
	file string // as nameOf says: "" is outside the program
	line uint32
}

// graph is a function as gcov's notes have it.
type graph struct {
	name         string
	file         string
	begin, end   uint32 // lines
	artificial   bool
	lines        [][]place // by block; those of one file sorted, as gcov does
	last         [][]place // by block: the last line of each file
	arcs         []flow    // of all blocks, in the order of the counters
	counters     int       // arcs that have one
	at           uint64    // of the first counter among those of the program
	instrumented bool      // at is known
}

// flow is a way from one block to another.
type flow struct {
	from, to int
	tree     bool
}

// instrumented reads the notes: p.graphs, by file of notes, and, returned, the functions of the program and whether they
// are in its own files. p.graphs is nil if the graphs are in a form that is not known.
func (p *Program) instrumented() (map[string]bool, error) {
	own := map[string]bool{}
	known := true
	for i, note := range p.notes {
		data, err := os.ReadFile(filepath.Join(p.build.Dir, note+".gcno"))
		if err != nil {
			return nil, fmt.Errorf("gcov's notes: %w", err)
		}
		graphs, ok, err := p.readNotes(data, p.folder(i), own)
		if err != nil {
			return nil, fmt.Errorf("%s.gcno: %w", note, err)
		}
		known = known && ok
		p.graphs = append(p.graphs, graphs)
	}
	if !known {
		p.graphs = nil
	}
	return own, nil
}

// words reads gcov's files. After the end it is nothing but zeroes.
type words struct {
	data    []byte
	inBytes bool // lengths are
	folder  string
	bad     bool
}

func (w *words) next() uint32 {
	if len(w.data) < 4 {
		w.data, w.bad = nil, true
		return 0
	}
	v := binary.LittleEndian.Uint32(w.data)
	w.data = w.data[4:]
	return v
}

// take cuts n bytes off.
func (w *words) take(n int) []byte {
	if n < 0 || n > len(w.data) {
		w.data, w.bad = nil, true
		return nil
	}
	b := w.data[:n]
	w.data = w.data[n:]
	return b
}

// length reads the length of a record, or a string, in bytes.
func (w *words) length() int {
	n := int(w.next())
	if !w.inBytes {
		n *= 4
	}
	return n
}

func (w *words) text() string {
	b := w.take(w.length())
	for i, c := range b {
		if c == 0 {
			return string(b[:i])
		}
	}
	return string(b)
}

// readNotes adds the functions of one file, whose source is in folder, to own and returns their graphs; ok is whether those of that version are known.
func (p *Program) readNotes(data []byte, folder string, own map[string]bool) (graphs []*graph, ok bool, err error) {
	w := &words{data: data, folder: folder}
	if w.next() != notesMagic {
		return nil, false, errNotes
	}
	version := w.next() // as "B22*": the first digit counts tens of versions from A
	tens, ones := version>>24, version>>16&0xff
	w.inBytes = tens >= 'B' && (tens > 'B' || ones >= '2')
	ok = tens == 'B' && '2' <= ones && ones <= '4'
	w.next() // stamp
	if w.inBytes {
		w.next() // checksum
	}
	w.text() // working directory
	w.next() // unexecuted blocks supported
	files := map[string]string{}
	var g *graph
	for len(w.data) >= 8 && !w.bad {
		tag := w.next()
		body := &words{data: w.take(w.length()), inBytes: w.inBytes, folder: folder}
		switch {
		case tag == tagFunction:
			g = p.readFunction(body)
			own[g.name] = own[g.name] || g.file != "" && !p.without(g)
			graphs = append(graphs, g)
		case !ok || g == nil:
		case tag == tagBlocks:
			n := body.next()
			if n > maxBlocks {
				return nil, false, errNotes
			}
			g.lines, g.last = make([][]place, n), make([][]place, n)
		case tag == tagArcs:
			g.readArcs(body)
		case tag == tagLines:
			p.readPlaces(g, body, files, own)
		}
		w.bad = w.bad || body.bad
	}
	if w.bad {
		return nil, false, errNotes
	}
	return graphs, ok, nil
}

func (p *Program) readFunction(w *words) *graph {
	w.next() // ident
	w.next() // checksums
	w.next()
	// A name that is given in the source for the assembler begins with an asterisk.
	g := &graph{name: strings.TrimPrefix(w.text(), "*"), artificial: w.next() != 0, file: p.nameOf(w.text(), w.folder)}
	g.begin = w.next()
	w.next() // column
	g.end = w.next()
	w.next() // column
	return g
}

func (g *graph) readArcs(w *words) {
	from := int(w.next())
	for len(w.data) >= 8 {
		to, flags := int(w.next()), w.next()
		w.bad = w.bad || from >= len(g.lines) || to >= len(g.lines)
		f := flow{from, to, flags&arcOnTree != 0}
		if !f.tree {
			g.counters++
		}
		g.arcs = append(g.arcs, f)
	}
}

// readPlaces reads the lines of a block: numbers, and between them 0 and the file that those after it are in. A function that has a line in a
// file of the program is its own, wherever it begins: gcc may name the place of another definition, in a header.
func (p *Program) readPlaces(g *graph, w *words, files map[string]string, own map[string]bool) {
	block := int(w.next())
	if block >= len(g.lines) {
		w.bad = true
		return
	}
	var part []place // those of one file
	flush := func() {
		if len(part) > 0 {
			slices.SortFunc(part, func(a, b place) int { return cmp.Compare(a.line, b.line) })
			g.lines[block] = append(g.lines[block], part...)
			g.last[block] = append(g.last[block], part[len(part)-1])
			part = nil
		}
	}
	defer flush()
	file := ""
	for len(w.data) > 0 {
		line := w.next()
		if line != 0 {
			part = append(part, place{file, line})
			continue
		}
		flush()
		path := w.text()
		if path == "" {
			return
		}
		name, known := files[path]
		if !known {
			name = p.nameOf(path, w.folder)
			files[path] = name
		}
		if file = name; file != "" && !p.without(g) {
			own[g.name] = true
		}
	}
}

// without reports whether a function is not of the program though its file is.
func (p *Program) without(g *graph) bool {
	return slices.Contains(p.build.Without, Function{g.file, g.name})
}

// findCounters finds the counters of all functions, whose first address is start, among the executable's symbols: __gcov0.NAME, behind the symbol of
// the file. Files are linked in the order of the notes; some have no function. It returns false if something does not fit.
func (p *Program) findCounters(symbols []elf.Symbol, start uint64) bool {
	file, next := -1, 0 // of the notes; the first that may be the one that the symbols are of
	var left map[string]*graph
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FILE {
			file = -1
			continue
		}
		name, ok := strings.CutPrefix(s.Name, "__gcov0.")
		if !ok || elf.ST_TYPE(s.Info) != elf.STT_OBJECT {
			continue
		}
		for ; file < 0 && next < len(p.graphs); next++ {
			left = map[string]*graph{}
			for _, g := range p.graphs[next] {
				left[g.name] = g
			}
			if left[name] != nil {
				file = next
			}
		}
		g := left[name]
		if file < 0 || g == nil || g.instrumented || s.Value < start || s.Value+s.Size > start+p.counters || s.Size != 8*uint64(g.counters) {
			return false
		}
		g.at, g.instrumented = s.Value-start, true
	}
	return true
}
