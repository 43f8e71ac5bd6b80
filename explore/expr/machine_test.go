package expr

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/need"
)

// TestEvalAgreesWithTheMachine compares operations on constants with a program that gcc compiled.
func TestEvalAgreesWithTheMachine(t *testing.T) {
	gcc := need.Tool(t, "gcc")
	exe := filepath.Join(t.TempDir(), "machine")
	if out, err := exec.Command(gcc, "-O0", "-fno-math-errno", "-fwrapv", "-o", exe, "testdata/machine.c", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	type query struct {
		op      Op
		w, from uint
		x, y    uint64
	}
	r := rand.New(rand.NewPCG(3, 4))
	var in bytes.Buffer
	var queries []query
	for range 40000 {
		q := query{op: machineOps[r.IntN(len(machineOps))]}
		q.w, q.from = machineWidths(r, q.op)
		isFloat := q.op.IsFloat() && q.op != OpSIToF && q.op != OpUIToF
		q.x, q.y = machineWord(r, q.from, isFloat), machineWord(r, q.from, isFloat)
		switch q.op {
		case OpShl, OpLShr, OpAShr:
			q.y %= uint64(max(32, q.from))
		case OpUDiv, OpSDiv, OpURem, OpSRem:
			if q.y == 0 || q.y == mask(q.from) {
				q.y = 3
			}
		}
		if (q.op == OpFAdd || q.op == OpFMul) && isNaN(q.x, q.w) && isNaN(q.y, q.w) {
			continue // gcc chooses which operand is the first
		}
		fmt.Fprintf(&in, "%v %d %d %x %x\n", q.op, q.w, q.from, q.x, q.y)
		queries = append(queries, q)
	}
	cmd := exec.Command(exe)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(out))
	if len(lines) != len(queries) {
		t.Fatalf("%d answers to %d questions", len(lines), len(queries))
	}
	b := NewBuilder()
	for i, q := range queries {
		want, err := strconv.ParseUint(lines[i], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		var e *Expr
		x, y := b.Const(q.x, q.from), b.Const(q.y, q.from)
		switch q.op {
		case OpFNeg, OpFSqrt, OpFCvt, OpSIToF, OpUIToF, OpFToSI, OpFToUI:
			e = b.Unary(q.op, x, q.w)
		default:
			e = b.Binary(q.op, x, y)
		}
		if e.Const() != want {
			t.Errorf("%v of %d bits, to %d: %#x, %#x: %#x, the machine says %#x", q.op, q.from, q.w, q.x, q.y, e.Const(), want)
		}
	}
}

func isNaN(x uint64, w uint) bool {
	if w == 32 {
		return isNaN32(x)
	}
	return isNaN64(x)
}

var machineOps = []Op{
	OpAdd, OpSub, OpMul, OpUDiv, OpSDiv, OpURem, OpSRem, OpShl, OpLShr, OpAShr, OpULt, OpSLt,
	OpFAdd, OpFSub, OpFMul, OpFDiv, OpFNeg, OpFSqrt, OpFEq, OpFLt, OpFLe, OpFCvt, OpSIToF, OpUIToF, OpFToSI, OpFToUI,
}

func machineWidths(r *rand.Rand, op Op) (w, from uint) {
	integers := []uint{8, 16, 32, 64}
	i, f := integers[r.IntN(4)], integers[2+r.IntN(2)]
	switch op {
	case OpSIToF, OpUIToF:
		return f, i
	case OpFToSI, OpFToUI:
		return i, f
	case OpFCvt:
		return 96 - f, f
	case OpULt, OpSLt:
		return 1, i
	case OpFEq, OpFLt, OpFLe:
		return 1, f
	}
	if op.IsFloat() {
		return f, f
	}
	return i, i
}

// machineWord returns a word of that width, often one at an edge.
func machineWord(r *rand.Rand, w uint, isFloat bool) uint64 {
	v := r.Uint64()
	if isFloat {
		f := []float64{0, 1, -1, 0.5, 1e10, -1e10, 1e19, 1.8e19, 4e9, 2147483647.5, math.Inf(1), math.Inf(-1), 127.9, 300, -129}[r.IntN(15)]
		switch k := r.IntN(3); {
		case k == 0 && w == 32:
			return uint64(math.Float32bits(float32(f)))
		case k == 0:
			return math.Float64bits(f)
		case k == 1 && w == 32: // near one of them, or a NaN
			return uint64(math.Float32bits(float32(f)))&^0xFFFF | v&0xFFFF
		case k == 1:
			return math.Float64bits(f)&^0xFFFFFFFF | v&0xFFFFFFFF
		}
		return v & mask(w)
	}
	switch r.IntN(3) {
	case 0:
		return (uint64(1)<<r.UintN(w) - v%3) & mask(w)
	case 1:
		return v % 20
	}
	return v & mask(w)
}
