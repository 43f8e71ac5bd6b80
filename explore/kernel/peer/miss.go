package peer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file says what a transcript shows to be wrong with the script or the server: nobody listened, or the server did not end.

// Miss is something that a script waited for in vain, without which the rest of it says little.
type Miss struct {
	Line    int // of the script
	Text    string
	Endless bool // the server has not ended; else nobody listened
}

var (
	notListening = regexp.MustCompile(`^(?:([^ ]+) )?# nobody listens$`)
	notEnded     = regexp.MustCompile(`^# the server has not ended within (.*)$`)
)

// Misses returns what is missed in a transcript, or a part of one, each once, in the order of lines.
func (s *Script) Misses(transcript []byte) []Miss {
	var list []Miss
	add := func(op op, role, text string) {
		i := slices.IndexFunc(s.steps, func(st step) bool {
			return st.op == op && (op == opEnd || s.roles[st.session].name == role)
		})
		if i < 0 {
			return
		}
		st := &s.steps[i]
		if op == opConnect && st.target.Port > 0 {
			text = fmt.Sprintf("%s at port %d", text, st.target.Port)
		}
		if m := (Miss{st.line, text, op == opEnd}); !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	for line := range strings.Lines(string(transcript)) {
		line = strings.TrimSuffix(line, "\n")
		if m := notListening.FindStringSubmatch(line); m != nil {
			role := m[1]
			if role == "" {
				role = s.roles[0].name
			}
			add(opConnect, role, "nobody listens")
		} else if m := notEnded.FindStringSubmatch(line); m != nil {
			add(opEnd, "", "the server has not ended within "+m[1])
		}
	}
	slices.SortFunc(list, func(a, b Miss) int { return a.Line - b.Line })
	return list
}

// Remedy says what can be done.
func (m Miss) Remedy() string {
	if m.Endless {
		return "send a signal that ends it, such as stop KILL, or wait for longer: stop TERM within 10m"
	}
	return "see what the server prints, on which port and address it listens in this configuration, and whether clients reach that"
}
