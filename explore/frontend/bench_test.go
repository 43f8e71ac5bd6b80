package frontend_test

// This file measures how long it takes to parse and lower vsftpd and the parts
// of musl that programs commonly use. Processor time tells more than elapsed time on a busy machine.

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
)

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func benchmarkInputs(b *testing.B, list []input) {
	start := processorTime()
	for b.Loop() {
		for _, in := range list {
			s, err := frontend.Parse(context.Background(), in.file, nil, &in.opt)
			for _, how := range []ir.Lowering{ir.Merged, ir.Expanded, ir.Both} {
				if err == nil {
					_, err = s.Lower(b.Context(), how)
				}
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	used := processorTime() - start
	b.ReportMetric(used.Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(len(list)), "files")
}

func BenchmarkVsftpd(b *testing.B) { benchmarkInputs(b, vsftpdInputs(b)) }
func BenchmarkMusl(b *testing.B)   { benchmarkInputs(b, muslInputs(b)) }
