package crosscheck

// This file generates programs with Csmith. Each program's seed selects not only what Csmith
// draws but also its features and sizes, so that programs differ in kind: one in which a feature is missing
// has more of the others.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// generationLimit is how long Csmith may take for one program. Rarely it does not end.
const generationLimit = 5 * time.Second

// ErrGenerate says that Csmith made no program.
var ErrGenerate = errors.New("csmith made no program")

// feature is an option of Csmith that is on or off.
type feature struct {
	name string
	rate float64 // how often it is on
}

var features = []feature{
	{"arrays", 0.9},
	{"bitfields", 0.85},
	{"comma-operators", 0.8},
	{"compound-assignment", 0.85},
	{"consts", 0.8},
	{"divs", 0.9},
	{"embedded-assigns", 0.85},
	{"pre-incr-operator", 0.9},
	{"pre-decr-operator", 0.9},
	{"post-incr-operator", 0.9},
	{"post-decr-operator", 0.9},
	{"unary-plus-operator", 0.9},
	{"jumps", 0.85},
	{"longlong", 0.9},
	{"int8", 0.9},
	{"uint8", 0.9},
	{"float", 0.2},
	{"math64", 0.9},
	{"inline-function", 0.3},
	{"muls", 0.9},
	{"packed-struct", 0.7},
	{"pointers", 0.9},
	{"structs", 0.85},
	{"unions", 0.85},
	{"volatiles", 0.7},
	{"volatile-pointers", 0.8},
	{"const-pointers", 0.8},
	{"builtins", 0.2},
	{"arg-structs", 0.85},
	{"return-structs", 0.85},
	{"arg-unions", 0.85},
	{"return-unions", 0.85},
	{"argc", 0.8},
	{"force-non-uniform-arrays", 0.7},
}

// sizes are options of Csmith that have a number, from low to high. Programs with symbolic values are smaller.
var sizes = []struct {
	name           string
	low, high      int
	symLow, symTop int
}{
	{"max-funcs", 1, 5, 1, 3},
	{"max-block-depth", 1, 4, 1, 3},
	{"max-block-size", 1, 4, 1, 3},
	{"max-expr-complexity", 1, 9, 1, 6},
	{"max-array-dim", 1, 3, 1, 2},
	{"max-array-len-per-dim", 2, 8, 2, 4},
	{"max-pointer-depth", 1, 3, 1, 2},
	{"max-struct-fields", 1, 8, 1, 4},
	{"max-union-fields", 1, 5, 1, 3},
}

// random returns the source of chance for one program of a batch.
func random(seed uint64, index int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(index))) }

// csmithArgs returns Csmith's command line.
func csmithArgs(r *rand.Rand, mode Mode) []string {
	args := []string{"--concise", "--seed", strconv.Itoa(int(r.Uint32()>>1) + 1)}
	for _, f := range features {
		on := "--"
		if r.Float64() >= f.rate {
			on = "--no-"
		}
		args = append(args, on+f.name)
	}
	for _, s := range sizes {
		low, high := s.low, s.high
		if mode != Concrete {
			low, high = s.symLow, s.symTop
		}
		args = append(args, "--"+s.name, strconv.Itoa(low+r.IntN(high-low+1)))
	}
	if mode == MultiPath || mode == Merging && r.IntN(2) == 0 {
		args = append(args, "--no-checksum")
	}
	return args
}

// generate runs Csmith.
func generate(ctx context.Context, r *rand.Rand, mode Mode, dir string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, generationLimit)
	defer cancel()
	args := csmithArgs(r, mode)
	cmd := command(ctx, "csmith", args...)
	// Where confcov is killed, so is Csmith, which may not end. It is the thread's end that counts, so this one is kept.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	cmd.Dir = dir // it leaves a file platform.info
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w: %v: %v %s", ErrGenerate, args, err, bytes.TrimSpace(stderr.Bytes()))
	}
	if !bytes.Contains(out.Bytes(), []byte("main")) {
		return nil, fmt.Errorf("%w: %v: %s", ErrGenerate, args, bytes.TrimSpace(out.Bytes()))
	}
	return out.Bytes(), nil
}
