package crosscheck

// This file names modes and constrainers.

import "fmt"

// Mode is how a program is run in the engine.
type Mode uint8

const (
	Concrete   Mode = iota + 1 // as it is
	SinglePath                 // globals are symbolic and constrained to their initial values
	MultiPath                  // globals are symbolic
	Merging                    // options choose globals' values, and ways are merged wherever they meet
)

var modeNames = [...]string{Concrete: "concrete", SinglePath: "single", MultiPath: "multi", Merging: "merge"}

// Modes returns all modes in order.
func Modes() []Mode { return []Mode{Concrete, SinglePath, MultiPath, Merging} }

func (m Mode) String() string {
	if m >= Concrete && m <= Merging {
		return modeNames[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// ParseMode returns the mode of that name.
func ParseMode(name string) (Mode, error) {
	for _, m := range Modes() {
		if m.String() == name {
			return m, nil
		}
	}
	return 0, fmt.Errorf("unknown mode %q: want concrete, single, multi, merge or all", name)
}
