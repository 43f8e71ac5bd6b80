package unitcache

// This file finds out which files a source may include, without a preprocessor.

import (
	"bytes"
	"crypto/sha256"
	"path/filepath"
	"slices"
	"sync"

	"github.com/confcov/confcov/explore/source"
)

// A source that may include more than this is not cached.
const (
	maxPaths = 100_000  // that files may have
	maxBytes = 64 << 20 // of all files
)

// Headers are the include directories of compilations. What was read is
// remembered, so one Headers serves all sources of a program in one run; methods may be
// called at the same time.
type Headers struct {
	dirs []string

	mu    sync.Mutex
	files map[string]*header // by path; nil: there is no such file
}

// header is a file that may be included.
type header struct {
	sum      [sha256.Size]byte
	includes []string // paths
	macro    bool     // it includes what a macro names, or too much
	size     int
}

// NewHeaders returns the headers in dirs; the order does not matter.
func NewHeaders(dirs []string) *Headers {
	return &Headers{dirs: slices.Clone(dirs), files: make(map[string]*header)}
}

// Sum hashes a source file and all files that it may include, with their paths. It
// reports false where that cannot be known. text is its content; nil
// means what is on disk.
func (h *Headers) Sum(file string, text []byte) (sum [sha256.Size]byte, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var root *header
	if text != nil {
		root = h.parse(file, text)
	} else if root = h.load(file); root == nil {
		return sum, false
	}
	seen, size := map[string]*header{file: root}, 0
	for work := []*header{root}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if size += f.size; f.macro || size > maxBytes || len(seen)+len(f.includes) > maxPaths {
			return sum, false
		}
		for _, path := range f.includes {
			if _, done := seen[path]; !done {
				seen[path] = h.load(path)
				if seen[path] != nil {
					work = append(work, seen[path])
				}
			}
		}
	}
	paths := make([]string, 0, len(seen))
	for path, f := range seen {
		if f != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	all := sha256.New()
	for _, path := range paths {
		all.Write([]byte(path))
		all.Write([]byte{0})
		all.Write(seen[path].sum[:])
	}
	return [sha256.Size]byte(all.Sum(nil)), true
}

// load returns the file at path, or nil.
func (h *Headers) load(path string) *header {
	f, done := h.files[path]
	if !done {
		if text, _, err := source.Read(path); err == nil {
			f = h.parse(path, text)
		}
		h.files[path] = f
	}
	return f
}

// parse finds the include lines of a file. Lines inside comments count too.
func (h *Headers) parse(path string, text []byte) *header {
	f := &header{sum: sha256.Sum256(text), size: len(text)}
	text = bytes.ReplaceAll(text, []byte("\\\n"), nil)
	for len(text) > 0 && !f.macro {
		if len(f.includes) > maxPaths {
			f.macro = true
		}
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		name, quoted, ok := includeName(line)
		switch {
		case !ok:
		case name == "":
			f.macro = true
		case filepath.IsAbs(name):
			f.includes = append(f.includes, name)
		default:
			if quoted {
				f.includes = append(f.includes, filepath.Join(filepath.Dir(path), name))
			}
			for _, dir := range h.dirs {
				f.includes = append(f.includes, filepath.Join(dir, name))
			}
		}
	}
	return f
}

// includeName returns the name in an include line: "" where a macro stands for it.
func includeName(line []byte) (name string, quoted, ok bool) {
	s := bytes.TrimLeft(line, " \t")
	if len(s) == 0 || s[0] != '#' {
		return "", false, false
	}
	s = skipComments(s[1:])
	for _, word := range []string{"include_next", "include", "import"} {
		rest, found := bytes.CutPrefix(s, []byte(word))
		if !found || len(rest) > 0 && isWord(rest[0]) {
			continue
		}
		rest = skipComments(rest)
		if len(rest) == 0 {
			return "", false, false
		}
		end := byte('"')
		switch rest[0] {
		case '<':
			end = '>'
		case '"':
			quoted = true
		default:
			return "", false, isWord(rest[0]) // else it is no directive, but in a comment, like glibc's "#include's"
		}
		if i := bytes.IndexByte(rest[1:], end); i > 0 {
			return string(rest[1 : 1+i]), quoted, true
		}
		return "", false, true
	}
	return "", false, false
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// skipComments removes leading white space and comments.
func skipComments(s []byte) []byte {
	for {
		s = bytes.TrimLeft(s, " \t")
		if !bytes.HasPrefix(s, []byte("/*")) {
			return s
		}
		i := bytes.Index(s, []byte("*/"))
		if i < 0 {
			return nil
		}
		s = s[i+2:]
	}
}
