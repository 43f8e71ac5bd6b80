package main

// This file says how much garbage may gather before it is collected.

import (
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/confcov/confcov/explore/guard"
)

const (
	// garbage is how much of it may gather, in per cent of what is in use. Exploring makes much of it; with Go's own 100, a
	// third of the time goes into collecting.
	garbage = 400
	// plenty is how much memory garbage may make a process take. Beyond it there may be as much garbage as there is memory in use, which is Go's own rule.
	plenty = 3 << 30
)

// relaxCollector lets garbage gather while there is plenty of memory, unless the user says something else in Go's environment variables.
func relaxCollector() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(garbage)
	least := min(plenty, availableMemory()/2)
	debug.SetMemoryLimit(least)
	guard.Go(func() error {
		for range time.Tick(time.Second) {
			debug.SetMemoryLimit(max(least, 2*liveMemory()))
		}
		return nil
	}, func(error) {})
}

// liveMemory returns how many bytes of the heap were in use when garbage was collected last.
func liveMemory() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// availableMemory returns how many bytes the machine, the control group and the process may have.
func availableMemory() int64 {
	least := uint64(math.MaxInt64)
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) == nil {
		least = min(least, uint64(info.Totalram)*uint64(info.Unit))
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil { // "max" if there is none
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
			least = min(least, n)
		}
	}
	for _, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var limit unix.Rlimit
		if unix.Getrlimit(resource, &limit) == nil {
			least = min(least, limit.Cur)
		}
	}
	return int64(least)
}
