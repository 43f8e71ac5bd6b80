//go:build !race

package need

// Race reports whether the race detector is on; see race.go.
const Race = false
