package crosscheck

// This file finds the global integers of programs that are not Csmith's: gcc compiles the program, and its
// debugging information says what there is, the executable what it is initially. Members and elements count as
// well. Constant and thread-local objects do not, nor bit-fields, which have no address, enumerations and booleans, which do not have all values of
// their bytes, and members of unions but the first.

import (
	"bytes"
	"context"
	"debug/dwarf"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/confcov/confcov/subjects/native/confine"
)

// The limits of what is symbolic: so many elements of an array, and so many integers.
const (
	maxElements = 4
	maxGlobals  = 32
)

// ErrBuild says that gcc does not take a program.
var ErrBuild = errors.New("gcc")

// Version returns the version of any program for a mode, and the values that its options have natively. Where the
// program is not Csmith's, its globals are those that gcc knows. dir is an empty folder.
func (c *Checker) Version(ctx context.Context, program []byte, mode Mode, k Constrainer, r *rand.Rand, dir string) ([]byte, map[string]int64, error) {
	if mode == Concrete || asksItself(program) || endLine.Match(program) {
		return Version(program, mode, k, r)
	}
	file := filepath.Join(dir, "globals.c")
	if err := os.WriteFile(file, program, 0o644); err != nil {
		return nil, nil, fmt.Errorf("write program: %w", err)
	}
	args := slices.Concat([]string{"-w", "-O0", "-g", "-no-pie", "-o", "globals"}, c.Flags, c.includes(), []string{file, "-lm"})
	if out, err := c.compile(ctx, dir, args...); err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if errors.Is(err, confine.ErrUnavailable) {
			return nil, nil, err
		}
		if why := c.exhausted(ctx, err); why != "" {
			return nil, nil, fmt.Errorf("%w: %s", ErrBuild, strings.TrimPrefix(why, "gcc: "))
		}
		return nil, nil, fmt.Errorf("%w: %s", ErrBuild, firstError(string(out), dir))
	}
	globals, err := described(filepath.Join(dir, "globals"))
	if err != nil {
		return nil, nil, err
	}
	text, values := appended(program, globals, mode, k, r)
	return text, values, nil
}

// appended returns the version of a program that makes its globals symbolic before main, and prints them at its end.
func appended(program []byte, globals []Global, mode Mode, k Constrainer, r *rand.Rand) ([]byte, map[string]int64) {
	if len(globals) == 0 {
		return program, map[string]int64{}
	}
	if mode == Merging {
		globals = varied(globals, r)
	}
	var w, end bytes.Buffer
	w.Write(program)
	// The program may have names of its own for the library's functions.
	w.WriteString(`
void confcov_make_symbolic(void *, unsigned long, const char *);
int confcov_symbolic_bool(const char *);
void confcov_leave(int) __asm__("_exit");
int confcov_print(const char *, ...) __asm__("printf");
static void __attribute__((__constructor__)) confcov_symbolic(void)
{
`)
	values := symbolic(&w, &end, globals, mode, k, r, "confcov_leave", "confcov_print")
	w.WriteString("}\n\nstatic void __attribute__((__destructor__)) confcov_end(void)\n{\n")
	w.Write(end.Bytes())
	w.WriteString("}\n")
	return w.Bytes(), values
}

// executable is a program with debugging information.
type executable struct {
	file    *elf.File
	data    *dwarf.Data
	globals []Global
	known   map[string]bool // options
}

// described returns the global integers of an executable with debugging information.
func described(name string) ([]Global, error) {
	f, err := elf.Open(name)
	if err != nil {
		return nil, fmt.Errorf("globals: %w", err)
	}
	defer f.Close()
	data, err := f.DWARF()
	if err != nil {
		return nil, fmt.Errorf("globals: %w", err)
	}
	x := &executable{file: f, data: data, known: map[string]bool{}}
	for r := data.Reader(); ; {
		e, err := r.Next()
		if err != nil {
			return nil, fmt.Errorf("globals: %w", err)
		}
		if e == nil {
			return x.globals, nil
		}
		switch e.Tag {
		case dwarf.TagCompileUnit:
		case dwarf.TagVariable:
			if err := x.variable(e); err != nil {
				return nil, fmt.Errorf("globals: %w", err)
			}
		default:
			r.SkipChildren()
		}
	}
}

var plainName = regexp.MustCompile(`^\w+$`)

// variable adds what a variable consists of.
func (x *executable) variable(e *dwarf.Entry) error {
	location, ok := e.Val(dwarf.AttrLocation).([]byte)
	if !ok || len(location) != 9 || location[0] != 3 { // an address
		return nil
	}
	address := binary.LittleEndian.Uint64(location[1:])
	if at, ok := e.Val(dwarf.AttrSpecification).(dwarf.Offset); ok {
		r := x.data.Reader()
		r.Seek(at)
		declared, err := r.Next()
		if err != nil {
			return err
		}
		if e.Val(dwarf.AttrType) == nil {
			e = &dwarf.Entry{Field: append(slices.Clone(declared.Field), e.Field...)}
		} else { // an array whose size the declaration does not say
			e = &dwarf.Entry{Field: append(slices.Clone(e.Field), declared.Field...)}
		}
	}
	name, _ := e.Val(dwarf.AttrName).(string)
	at, ok := e.Val(dwarf.AttrType).(dwarf.Offset)
	if !plainName.MatchString(name) || !ok { // others could not be told apart by their options
		return nil
	}
	t, err := x.data.Type(at)
	if err != nil {
		return nil // what is not known is no integer, as complex numbers
	}
	return x.add(name, t, address)
}

// add adds the integers of an object of type t.
func (x *executable) add(name string, t dwarf.Type, address uint64) error {
	switch t := t.(type) {
	case *dwarf.TypedefType:
		return x.add(name, t.Type, address)
	case *dwarf.QualType:
		if t.Qual == "const" || t.Qual == "atomic" {
			return nil
		}
		return x.add(name, t.Type, address)
	case *dwarf.IntType, *dwarf.CharType:
		return x.integer(name, t.Size(), true, address)
	case *dwarf.UintType, *dwarf.UcharType:
		return x.integer(name, t.Size(), false, address)
	case *dwarf.ArrayType:
		for i := range min(t.Count, maxElements) {
			if err := x.add(fmt.Sprintf("%s[%d]", name, i), t.Type, address+uint64(i*t.Type.Size())); err != nil {
				return err
			}
		}
	case *dwarf.StructType:
		if outside[t.StructName] {
			return nil
		}
		for i, f := range t.Field {
			if f.BitSize != 0 || f.Name == "" || t.Kind == "union" && i > 0 {
				continue
			}
			if err := x.add(name+"."+f.Name, f.Type, address+uint64(f.ByteOffset)); err != nil {
				return err
			}
		}
	}
	return nil
}

// outside are structures whose contents are the compiler's and the library's.
var outside = map[string]bool{"__va_list_tag": true, "__jmp_buf_tag": true}

// integer adds an integer.
func (x *executable) integer(name string, size int64, signed bool, address uint64) error {
	if size > 8 || len(x.globals) == maxGlobals {
		return nil
	}
	var bytes [8]byte
	for _, s := range x.file.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Flags&elf.SHF_TLS != 0 || address < s.Addr || address+uint64(size) > s.Addr+s.Size {
			continue
		}
		if s.Flags&elf.SHF_WRITE == 0 {
			return nil
		}
		if s.Type != elf.SHT_NOBITS {
			if _, err := s.ReadAt(bytes[:size], int64(address-s.Addr)); err != nil {
				return err
			}
		}
	}
	g := Global{Name: name, Bits: uint8(8 * size), Signed: signed}
	g.Value = g.domain().Normalize(int64(binary.LittleEndian.Uint64(bytes[:])))
	if !x.known[g.option()] {
		x.known[g.option()] = true
		x.globals = append(x.globals, g)
	}
	return nil
}
