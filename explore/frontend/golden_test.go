package frontend

// This file tests the lowering against listings: testdata/*.txtar hold a C
// source and what it lowers to, with logical operators merged and expanded, or the error. Those called cil_* are lowered as by CIL.
// CONFCOV_UPDATE=1 rewrites them.

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/ir"
	"golang.org/x/tools/txtar"
)

func TestListings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no listings", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out := &txtar.Archive{Comment: ar.Comment}
			for _, f := range ar.Files {
				if filepath.Ext(f.Name) == ".c" {
					out.Files = append(out.Files, f)
					out.Files = append(out.Files, listings(t, f)...)
				}
			}
			got := txtar.Format(out)
			if os.Getenv("CONFCOV_UPDATE") != "" {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := txtar.Format(ar); !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// listings returns what f lowers to. Lowerings that are the same have one listing.
func listings(t *testing.T, f txtar.File) []txtar.File {
	name := strings.TrimSuffix(f.Name, ".c")
	s, err := Parse(context.Background(), "/t/"+f.Name, f.Data, &Options{SubjectRoot: "/t", CIL: strings.HasPrefix(name, "cil_")})
	var texts [3]string
	for i, how := range []ir.Lowering{ir.Merged, ir.Expanded, ir.Both} {
		var u *ir.Unit
		if err == nil {
			u, err = s.Lower(t.Context(), how)
		}
		if err != nil {
			return []txtar.File{{Name: name + ".error", Data: []byte(err.Error() + "\n")}}
		}
		if err := ir.Verify(u); err != nil {
			t.Error(err)
		}
		u.Structs = nil
		for i := range u.Symbols {
			if g := u.Symbols[i].Global; g != nil {
				g.Type = "" // see TestObjectTypes
			}
		}
		texts[i] = listing(u)
	}
	if texts[0] == texts[1] && texts[0] == texts[2] {
		return []txtar.File{{Name: name + ".ir", Data: []byte(texts[0])}}
	}
	list := []txtar.File{{Name: name + ".merged.ir", Data: []byte(texts[0])}, {Name: name + ".expanded.ir", Data: []byte(texts[1])}}
	if texts[2] != texts[1] { // && and || with calls, which are branches in all lowerings
		list = append(list, txtar.File{Name: name + ".both.ir", Data: []byte(texts[2])})
	}
	return list
}

// listing prints a unit without the files that it does not come from.
func listing(u *ir.Unit) string {
	var b strings.Builder
	_ = ir.PrintUnit(&b, u, 0)
	var out strings.Builder
	for _, line := range strings.SplitAfter(b.String(), "\n") {
		if !strings.HasPrefix(line, "file \"<") && !strings.HasPrefix(line, "unit ") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// TestErrors checks that what is not supported is an error that names its place.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"int f(void) { return 1 +; }\n", "/t/e.c:1:25: unexpected"},
		{"int f(void) {\n  return x;\n}\n", "/t/e.c:2:10: undeclared identifier x"},
		{"int f(int n) { int g(void) { return n; } return g(); }\n", "unsupported: nested function"},
		{"__int128 x; void f(void) { x = 1; }\n", "unsupported: __int128"},
		{"struct s { int a; } x; int f(void) { return x.b; }\n", "/t/e.c:1:47: struct s has no member b"},
		{"int f(void) { return __builtin_ia32_rdtsc(); }\n", "/t/e.c:1:22: unsupported: __builtin_ia32_rdtsc"},
		{"int x = f();\n", "initialiser is not constant"},
		{"int f(void) { goto l; }\n", "label"},
		{"int f(int x) { switch (x) { case 1: case 1: return 1; } return 0; }\n", "duplicate case value"},
		{"int a[-1];\n", "size of array is negative"},
		{"#include <no-such-file.h>\n", "/t/e.c:1:"},
		{"void f(void) { struct s x; }\n", "incomplete type struct s"},
		{"int f(int, ...); int g(void) { return f(); }\n", "/t/e.c:1:39: call with 0 arguments of a function with 1 parameters"},
		{"#pragma pack(2)\n#include <stddef.h>\nstruct s { int x; };\n", "/t/e.c:1:9: unsupported: #pragma pack before #include or #line"},
		{"#define N 7\n#if 0\n#line M\n#endif\n  #line N\n#error no\n", "/t/e.c:5:11: unsupported: #line with a macro for its number"},
		{"_Static_assert(sizeof(struct { char c; int f:3; char d; }) == 8, \"cc's size\");\n", "static assertion failed"},
		{"int f(void) { return 1; } int f(void) { return 2; }\n", "redefinition of f"},
		{"void f(void) { break; }\n", "break outside of a loop or switch"},
		{"struct s { int a : 40; };\n", "bad bit-field a"},
		{"int f(void) { return (struct { int x; }){ 1 }; }\n", "cannot convert struct"},
		{"void f(void) __attribute__((ifunc(\"g\")));\n", "/t/e.c:1:14: unsupported: __attribute__((ifunc))"},
		{"typedef int v __attribute__((vector_size(16)));\nint f(void) { v x; return 0; }\n", "/t/e.c:2:17: unsupported: vector of int"},
		{"double f(void) { _Complex double z = 1; return 0; }\n", "/t/e.c:1:34: unsupported: _Complex"},
		{"struct s { __complex__ float c; int i; }; int x = sizeof(struct s);\n", "/t/e.c:1:51: unsupported: _Complex"},
		{"struct s { int i; _Complex float c[2]; } *p; int f(void) { return p->i; }\n", "/t/e.c:1:67: unsupported: _Complex"},
		{"_Complex float c[2]; int f(void) { return sizeof c; }\n", "/t/e.c:1:50: unsupported: _Complex"},
		{"_Complex double g(int); int f(void) { g(1); return 0; }\n", "/t/e.c:1:39: unsupported: _Complex"},
		{"int f(void) { return 2i == 0; }\n", "/t/e.c:1:22: unsupported: imaginary constant 2i"},
		{"float f(void) { return 0x1.5p3iF; }\n", "/t/e.c:1:24: unsupported: imaginary constant 0x1.5p3iF"},
		{"char a[1UL << 62];\n", "/t/e.c:1:8: unsupported: array of 4611686018427387904 elements of 1 bytes"},
		{"struct s { _Complex float c; } x;\n", "/t/e.c:1:32: unsupported: _Complex"},
		{"int f(int n) { struct { int i; char c[n]; } s; return sizeof s; }\n", "/t/e.c:1:37: unsupported: member of variable size"},
		{"extern inline __attribute__((always_inline, gnu_inline)) int f(int x, ...) { return g(x, __builtin_va_arg_pack()); }\nint h(void) { return f(1, 2); }\n", "/t/e.c:1:90: unsupported: __builtin_va_arg_pack"},
		{"_Decimal64 d; int f(void) { return d > 0; }\n", "unsupported: _Decimal64"},
		{"_Float128 q; int f(void) { return q > 0; }\n", "unsupported: _Float128"},
		{"int f(int x) { switch (x) { case 1 ... 100000: case 7: return 1; } return 0; }\n", "/t/e.c:1:48: duplicate case value"},
		{"int f(int x) { switch (x) { case 0: case -5000 ... 5000: return 1; } return 0; }\n", "/t/e.c:1:37: duplicate case value"},
		{"int f(int x) { switch (x) { case 1 ... 9000: case -9000 ... 1: return 1; } return 0; }\n", "/t/e.c:1:46: duplicate case value"},
		{"__asm__(\"nop\");\n", "unsupported: assembly at file scope"},
		{"register int r __asm__(\"rax\");\nint f(void) { register int x __asm__(\"rbx\") = 1; return x; }\n", "/t/e.c:2:28: unsupported: register variable x"},
		{"int f(int n) { int a[n] = { 1 }; return a[0]; }\n", "/t/e.c:1:20: array of variable size is initialised"},
		{"int x = 1; int x = 2;\n", "/t/e.c:1:16: redefinition of x"},
		{"int f(void) { int *p; return *p.x; }\n", "which is not a structure or union"},
		{"int f(void) { 1 = 2; return 0; }\n", "/t/e.c:1:15: assignment to an expression that is not a modifiable lvalue"},
		{"int f(void) { return *3; }\n", "/t/e.c:1:22: int is dereferenced"},
		{"int f(void) { return &3; }\n", "address of an expression that is not an lvalue"},
		{"struct s { int b : 3; } s; int *p = &s.b;\n", "address of bit-field b"},
		{"int f(void) { continue; }\n", "continue outside of a loop"},
		{"int f(void) { case 1:; return 0; }\n", "case or default outside of a switch"},
		{"int f(void) { l:; l:; return 0; }\n", "duplicate label l"},
		{"int a[2] = { [5] = 1 };\n", "array index in initialiser is out of range"},
		{"struct s { int x; int x; };\n", "duplicate member x"},
		{"int f(void) { return _Generic(1.0, int: 1); }\n", "no association of _Generic for double"},
		{"int x; int y = x;\n", "initialiser is not constant"},
		{"typedef int t; int f(void) { return t + 1; }\n", "/t/e.c:1:37: "},
		{"int f(void) { return 08; }\n", "bad integer constant 08"},
		{"int f(void) { return '\\q'; }\n", "bad escape sequence"},
		{"int f(void) { return 1 % 2.0; }\n", "bad operands int and double"},
		{"int f(a) int b; { return a; }\n", "b is not a parameter"},
		{"int f(void) { return 1;\n", "/t/e.c:"},
		{"#define CAT(a, b) a##b\nint f(int i) { i CAT(+, =) 5; return i; }\n", "/t/e.c:2:18: unsupported: the operator += made by ##"},
		{"#if 1\nint x;\n", "expected #endif"},
		{"#define F(a) a\nint x = F(1, 2;\n", "/t/e.c:2:"},
	} {
		_, err := Lower(context.Background(), "/t/e.c", []byte(c.source), &Options{SubjectRoot: "/t"})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.source, err, c.want)
		}
	}
}
