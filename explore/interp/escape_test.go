package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/confcov/confcov/explore/ir"
)

const escapeProgram = `program @f
file "m.c" subject
object kept size 8 align 8
intrinsic malloc
intrinsic __confcov_syscall
func reads params 2 result 8 regs 4
b0:
  r2 = load.8 r0
  r3 = ult.8 r0, r1
  return r2
func finds params 1 result 8 regs 3
b0:
  r1 = add.8 r0, 1
  r2 = mov r1
  return r2
func keeps params 1 regs 2
b0:
  r1 = symaddr @kept
  store.8 r1, r0
  return
func relays params 2 regs 3
b0:
  r2 = call.8 @finds(r1)
  call @keeps(r2)
  return
func rounds params 2 result 8 regs 3
b0:
  r2 = call.8 @rounds(r1, r0)
  return r2
func f params 1 result 8 regs 6
local a size 8 align 8
local b size 8 align 8
b0:
  r1 = localaddr 0
  r2 = localaddr 1
%s
  return r0
`

// TestEscaping: which of two locals have addresses that may outlive the call.
func TestEscaping(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"", ""},
		{"store.8 r1, r0", ""},
		{"store.8 r1, r2", "b"},
		{"r3 = symaddr @kept; store.8 r3 + 8, r1", "a"},
		{"r3 = sub.8 r1, 8; r3 = add.8 r2, r3; store.8 r0, r3", "ab"},
		{"r3 = ne.8 r1, r2; store.8 r0, r3", ""},
		{"r3 = lshr.8 r2, 32; r4 = trunc.1.8 r3; fill r1, r4, 8", "b"},
		{"copy r1, r2, 8", ""},
		{"r3 = load.8 r1; store.8 r0, r3", ""},
		{"r0 = mov r2", "b"},
		{"r3 = call.8 @reads(r1, r2); store.8 r0, r3", ""},
		{"r3 = call.8 @finds(r1)", ""},
		{"r3 = call.8 @finds(r1); store.8 r0, r3", "a"},
		{"r0 = call.8 @finds(r2)", "b"},
		{"call @keeps(r2)", "b"},
		{"call @relays(r1, r0)", ""},
		{"call @relays(r0, r1)", "a"},
		{"r3 = call.8 @rounds(r1, r2)", ""},
		{"r3 = symaddr @reads; r3 = call.8 r3(r1, r2)", "ab"},
		{"r3 = call.8 @__confcov_syscall(r0, r1, r2, r0, r0, r0, r0); store.8 r0, r3", ""},
		{"r3 = call.8 @malloc(r1)", "a"},
		{"r3 = select.8 r0, r1, r2; call @keeps(r3)", "ab"},
	} {
		prog, err := ir.ParseProgram("m", fmt.Sprintf(escapeProgram, "  "+strings.ReplaceAll(c.body, "; ", "\n  ")))
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		got := ""
		for k, e := range escaping(prog)[len(prog.Symbols)-1] {
			if e {
				got += "ab"[k : k+1]
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
	}
}
