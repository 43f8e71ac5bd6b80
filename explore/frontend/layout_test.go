package frontend_test

// This file compares the layouts of random structures with gcc's: bit-fields of
// all types and widths, packing, alignment, nesting, unions.

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/need"
)

var fieldTypes = []struct {
	name string
	bits int // 0: no bit-field
}{
	{"char", 8},
	{"signed char", 8},
	{"unsigned char", 8},
	{"short", 16},
	{"unsigned short", 16},
	{"int", 32},
	{"unsigned", 32},
	{"long", 64},
	{"unsigned long", 64},
	{"_Bool", 1},
	{"enum e", 32},
	{"float", 0},
	{"double", 0},
	{"long double", 0},
	{"void *", 0},
}

// randomStruct writes the definition of structure number n, which may contain earlier ones.
func randomStruct(r *rand.Rand, b *strings.Builder, n int) {
	kind := "struct"
	if r.Intn(8) == 0 {
		kind = "union"
	}
	fmt.Fprintf(b, "%s s%d {\n", kind, n)
	for i := range 1 + r.Intn(7) {
		t := fieldTypes[r.Intn(len(fieldTypes))]
		switch k := r.Intn(10); {
		case k < 5 && t.bits > 0:
			w := 1 + r.Intn(t.bits)
			name := fmt.Sprintf(" f%d", i)
			if r.Intn(6) == 0 && t.name != "enum e" { // the parser takes enum e : 3 for C23's
				name, w = "", r.Intn(w+1)
			}
			fmt.Fprintf(b, "\t%s%s : %d", t.name, name, w)
		case k == 5 && n > 0:
			fmt.Fprintf(b, "\ttypeof(x%d) f%d", r.Intn(n), i)
		case k == 6:
			fmt.Fprintf(b, "\t%s f%d[%d]", t.name, i, r.Intn(4))
		case k == 7:
			fmt.Fprintf(b, "\tstruct { char f%da; %s f%db; }", i, t.name, i)
		default:
			fmt.Fprintf(b, "\t%s f%d", t.name, i)
		}
		switch r.Intn(12) {
		case 0:
			b.WriteString(" __attribute__((packed))")
		case 1:
			fmt.Fprintf(b, " __attribute__((aligned(%d)))", 1<<r.Intn(6))
		}
		b.WriteString(";\n")
	}
	b.WriteString("}")
	switch r.Intn(8) {
	case 0:
		b.WriteString(" __attribute__((packed))")
	case 1:
		b.WriteString(" __attribute__((packed, aligned(4)))")
	case 2:
		fmt.Fprintf(b, " __attribute__((aligned(%d)))", 1<<r.Intn(6))
	}
	fmt.Fprintf(b, ";\nextern %s s%d x%d;\n", kind, n, n)
}

func TestRandomLayouts(t *testing.T) {
	need.Tool(t, "gcc")
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	for round := range rounds {
		r := rand.New(rand.NewSource(int64(round)))
		var b strings.Builder
		b.WriteString("enum e { A, B };\n")
		for n := range 200 {
			pack := r.Intn(10) == 0
			if pack {
				fmt.Fprintf(&b, "#pragma pack(push, %d)\n", 1<<r.Intn(4))
			}
			randomStruct(r, &b, n)
			if pack {
				b.WriteString("#pragma pack(pop)\n")
			}
		}
		dir := t.TempDir()
		in := input{file: filepath.Join(dir, "random.c")}
		if err := os.WriteFile(in.file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		u, err := frontend.Lower(context.Background(), in.file, nil, &in.opt)
		if err != nil {
			t.Fatal(err)
		}
		if gccAgrees(dir, in, u.Structs) == nil {
			continue
		}
		for i := range u.Structs { // which one?
			if err := gccAgrees(dir, in, u.Structs[i:i+1]); err != nil {
				tag := u.Structs[i].Tag
				_, def, _ := strings.Cut(b.String(), tag+" {")
				def, _, _ = strings.Cut(def, "extern")
				t.Errorf("round %d: %v\n%s {%s", round, err, tag, def)
			}
			if t.Failed() {
				return
			}
		}
	}
}
