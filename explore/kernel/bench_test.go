package kernel

import (
	"testing"

	"github.com/confcov/confcov/explore/expr"
)

// These benchmarks measure what a call and a fork cost.

func benchMachine(b *testing.B) (*Kernel, *fakeCPU, PID) {
	files := []FileSpec{{Path: "/f", Data: make([]byte, 1000)}}
	for _, d := range []string{"a", "b", "c", "d"} {
		for _, f := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
			files = append(files, FileSpec{Path: "/srv/" + d + "/" + f, Data: []byte("contents")})
		}
	}
	k, err := New(World{Files: files})
	if err != nil {
		b.Fatal(err)
	}
	return k, newFakeCPU(), k.FirstPID()
}

func BenchmarkFork(b *testing.B) {
	k, _, _ := benchMachine(b)
	b.ReportAllocs()
	for b.Loop() {
		k.Fork()
	}
}

func benchCall(b *testing.B, name string, args ...uint64) {
	k, cpu, pid := benchMachine(b)
	copy(cpu.mem, "/srv/c/5\x00")
	var values [6]expr.Value
	for i, a := range args {
		values[i] = value(a)
	}
	nr := callNumbers[name]
	k.Syscall(cpu, pid, callNumbers["open"], [6]expr.Value{value(memBase), value(oRdwr)})
	b.ReportAllocs()
	for b.Loop() {
		if a := k.Syscall(cpu, pid, nr, values); a.Kind != Return {
			b.Fatal(a)
		}
	}
}

func BenchmarkGetpid(b *testing.B) { benchCall(b, "getpid") }
func BenchmarkStat(b *testing.B)   { benchCall(b, "stat", memBase, memBase+512) }
func BenchmarkPread(b *testing.B)  { benchCall(b, "pread64", 3, memBase+512, 100, 0) }
func BenchmarkPwrite(b *testing.B) { benchCall(b, "pwrite64", 3, memBase, 8, 0) }
func BenchmarkChmod(b *testing.B)  { benchCall(b, "chmod", memBase, 0o600) }
