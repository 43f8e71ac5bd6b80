package frontend_test

// This file lowers every file of vsftpd and of musl, in all lowerings, with
// the verifier on, compares what the lowerings number, and every structure's layout with gcc's. vsftpd's source is
// that of the cache directory, or of the folder or archive that CONFCOV_SOURCES names.

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	gopath "path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/confcov/confcov/explore"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/libc"
	"github.com/confcov/confcov/explore/need"
	"github.com/confcov/confcov/explore/path"
	"github.com/confcov/confcov/subjects"
	"github.com/confcov/confcov/subjects/fetch"
	"golang.org/x/sync/errgroup"
)

// input is a file to lower, and how gcc is to compile it.
type input struct {
	file string
	opt  frontend.Options
	gcc  []string
}

func vsftpdInputs(t testing.TB) []input {
	t.Helper()
	s, err := subjects.Load("vsftpd")
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Prepare(t.Context(), fetch.Options{Local: os.Getenv("CONFCOV_SOURCES")})
	need.Fetched(t, err)
	dir := p.Dir
	files, _ := filepath.Glob(filepath.Join(dir, "*.c"))
	if len(files) != 39 {
		t.Fatalf("%d files", len(files))
	}
	var list []input
	for _, f := range files {
		list = append(list, input{
			f,
			frontend.Options{SubjectRoot: dir, AfterPaths: []string{dir + "/dummyinc"}},
			[]string{"-idirafter", dir + "/dummyinc"},
		})
	}
	return list
}

// common are the folders of musl that are lowered unless CONFCOV_ALL asks for all of it.
var common = map[string]bool{"src/stdio": true, "src/internal": true, "src/time": true, "src/passwd": true, "compat": true}

func muslInputs(t testing.TB) []input {
	t.Helper()
	tree, err := libc.Prepare(t.Context(), fetch.Options{})
	need.Fetched(t, err)
	members, err := tree.Members()
	if err != nil {
		t.Fatal(err)
	}
	var list []input
	for _, m := range members {
		if os.Getenv("CONFCOV_ALL") == "" && !common[gopath.Dir(m)] {
			continue
		}
		in := input{file: filepath.Join(tree.Musl, m)}
		if strings.HasPrefix(m, "compat/") {
			in.file = filepath.Join(tree.Own, m)
		}
		in.opt = frontend.Options{
			IncludePaths: []string{
				filepath.Join(tree.Own, "overlay"), filepath.Join(tree.Musl, "arch/x86_64"), filepath.Join(tree.Musl, "arch/generic"),
				filepath.Join(tree.Own, "generated"), filepath.Join(tree.Musl, "src/include"), filepath.Join(tree.Musl, "src/internal"),
				filepath.Join(tree.Musl, "include"),
			},
			SystemIncludePaths: []string{},
			Defines:            []string{"_XOPEN_SOURCE=700"},
			NoGNUC:             strings.HasPrefix(m, "src/string/"),
		}
		in.gcc = []string{"-nostdinc", "-ffreestanding", "-fno-builtin", "-D_XOPEN_SOURCE=700"}
		for _, p := range in.opt.IncludePaths {
			in.gcc = append(in.gcc, "-I", p)
		}
		list = append(list, in)
	}
	return list
}

// lowerAll lowers the inputs and returns the units of the merged lowering.
func lowerAll(t *testing.T, list []input) []*ir.Unit {
	t.Helper()
	units := make([]*ir.Unit, len(list))
	var g errgroup.Group
	g.SetLimit(2)
	var mu sync.Mutex
	for i, in := range list {
		g.Go(func() error {
			s, err := frontend.Parse(context.Background(), in.file, nil, &in.opt)
			programs := map[path.Mode]*ir.Program{}
			for _, how := range []ir.Lowering{ir.Merged, ir.Expanded, ir.Both} {
				var u *ir.Unit
				if err == nil {
					u, err = s.Lower(t.Context(), how)
				}
				if err == nil {
					err = ir.Verify(u)
				}
				if err == nil {
					programs[path.Mode(how)+path.Merged] = asSubject(u)
				}
				if how == ir.Merged {
					units[i] = u
				}
			}
			if err == nil {
				_, err = explore.NewUniverse(programs)
			}
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				t.Error(err)
			}
			return nil
		})
	}
	_ = g.Wait()
	return units
}

// asSubject returns the unit as a program, all of which counts for coverage.
func asSubject(u *ir.Unit) *ir.Program {
	p := &ir.Program{Files: slices.Clone(u.Files), Symbols: u.Symbols}
	for i := range p.Files {
		p.Files[i].Subject = true
	}
	for i := range p.Symbols {
		if f := p.Symbols[i].Func; f != nil {
			f.Subject = true
		}
	}
	return p
}

func TestVsftpd(t *testing.T) {
	list := vsftpdInputs(t)
	checkLayouts(t, list, lowerAll(t, list))
}

func TestMusl(t *testing.T) {
	need.Slow(t)
	list := muslInputs(t)
	checkLayouts(t, list, lowerAll(t, list))
}

// checkLayouts compares each different layout that the units record with gcc's.
func checkLayouts(t *testing.T, list []input, units []*ir.Unit) {
	t.Helper()
	need.Tool(t, "gcc")
	seen := map[string]bool{}
	n := 0
	for i, u := range units {
		if u == nil {
			continue
		}
		var fresh []ir.StructInfo
		for _, s := range u.Structs {
			if key := fmt.Sprint(s); !seen[key] {
				seen[key] = true
				fresh = append(fresh, s)
			}
		}
		if len(fresh) == 0 {
			continue
		}
		n += len(fresh)
		if err := gccAgrees(t.TempDir(), list[i], fresh); err != nil {
			t.Errorf("%s: %v", list[i].file, err)
		}
	}
	t.Logf("%d layouts agree with gcc", n)
}

// gccAgrees compiles the input with gcc, together with an array of the sizes
// and offsets and one object for each bit-field with that field filled with
// ones, and compares the contents of the object file with the layouts.
func gccAgrees(dir string, in input, structs []ir.StructInfo) error {
	var text, want bytes.Buffer
	fmt.Fprintf(&text, "#include \"%s\"\nconst unsigned long confcov_layout[] = {\n", in.file)
	put := func(v uint64) { _ = binary.Write(&want, binary.LittleEndian, v) }
	type bits struct {
		name string
		f    ir.FieldInfo
		size uint64
	}
	var fields []bits
	for i, s := range structs {
		fmt.Fprintf(&text, "sizeof(%s), _Alignof(%s),\n", s.Tag, s.Tag)
		put(s.Size)
		put(s.Align)
		for j, f := range s.Fields {
			if f.BitSize == 0 {
				fmt.Fprintf(&text, "__builtin_offsetof(%s, %s),\n", s.Tag, f.Name)
				put(f.Offset)
			} else {
				fields = append(fields, bits{fmt.Sprintf("confcov_bits_%d_%d", i, j), f, s.Size})
			}
		}
	}
	text.WriteString("};\n")
	for i, s := range structs {
		for j, f := range s.Fields {
			if f.BitSize > 0 {
				fmt.Fprintf(&text, "const %s confcov_bits_%d_%d = { .%s = -1 };\n", s.Tag, i, j, f.Name)
			}
		}
	}
	file, object := filepath.Join(dir, "layout.c"), filepath.Join(dir, "layout.o")
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		return err
	}
	args := append([]string{"-w", "-std=gnu17", "-fno-common", "-c", "-o", object, file}, in.gcc...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("gcc: %w\n%s", err, out)
	}
	o, err := elf.Open(object)
	if err != nil {
		return err
	}
	defer o.Close()
	data, err := symbolData(o, "confcov_layout")
	if err != nil {
		return err
	}
	if !bytes.Equal(data, want.Bytes()) {
		return fmt.Errorf("sizes and offsets are\n% x\ngcc's are\n% x\nof %v", want.Bytes(), data, structs)
	}
	for _, b := range fields {
		data, err := symbolData(o, b.name)
		if err != nil {
			return err
		}
		ones := make([]byte, b.size)
		for k := range uint64(b.f.BitSize) {
			bit := uint64(b.f.Bit) + k
			ones[b.f.Offset+bit/8] |= 1 << (bit % 8)
		}
		if !bytes.Equal(data, ones) {
			return fmt.Errorf("bit-field %s is % x, gcc's % x", b.f.Name, ones, data)
		}
	}
	return nil
}

// symbolData returns the bytes of an object of an object file.
func symbolData(o *elf.File, name string) ([]byte, error) {
	syms, err := o.Symbols()
	if err != nil {
		return nil, err
	}
	for _, s := range syms {
		if s.Name == name && int(s.Section) < len(o.Sections) {
			sec := o.Sections[s.Section]
			if sec.Type == elf.SHT_NOBITS {
				return make([]byte, s.Size), nil
			}
			d, err := sec.Data()
			if err != nil {
				return nil, err
			}
			return d[s.Value : s.Value+s.Size], nil
		}
	}
	return nil, fmt.Errorf("no symbol %s", name)
}
