//go:build race

package need

// Race reports whether the race detector is on, which is there for goroutines: a test that does one thing many times, without any, does it
// less often then.
const Race = true
