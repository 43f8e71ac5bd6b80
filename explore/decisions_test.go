package explore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/confcov/confcov/coverage"
	"github.com/confcov/confcov/explore/frontend"
	"github.com/confcov/confcov/explore/ir"
	"github.com/confcov/confcov/explore/path"
)

// TestDecisions: each line of f is a statement with a decision; the comment has the conditions by column, and what comes after "true" and "false": another condition,
// or what the decision comes to; and which condition before always has the same outcome.
func TestDecisions(t *testing.T) {
	const source = `int g(int x) { return x; }
int f(int a, int b, int c, int d, char *p)
{
	if (a) g(1);                               /* 6:T,F */
	if (a && b && c) g(2);                     /* 6:11,F 11:16,F 16:T,F */
	if ((a && b) || c) g(3);                   /* 7:12,18 12:T,18 18:T,F */
	if (!(a || !b) && c) g(4);                 /* 8:F,14 14:20,F 20:T,F */
	a = b || c;                                /* 6:T,11 11:T,F */
	while (a && g(b)) ;                        /* 9:14,F 14:T,F */
	b && g(c);                                 /* 2:T,F */
	b && c && g(d);                            /* 2:7,F 7:T,F */
	if (b && 1 && (0 || c)) g(5);              /* 6:22,F 22:T,F */
	if (a && (b ? c : d)) g(6);                /* 6:12,F 12:16,20 16:T,F 20:T,F */
	d = (b || c) ? g(7) : 8;                   /* 7:T,12 12:T,F */
	if (a && g(b && c)) g(9);                  /* 6:11,F 11:T,F 13:18,F 18:T,F */
	if (!!a || (long)(p && *p)) g(10);         /* 8:T,20 20:25,F 25:T,F */
	if ((a && b) || (!a && !b)) g(11);         /* 7:12,20 12:T,20 20~7:F,26 26~12:F,T */
	if ((a == 1 && c) || a == 1 || p) g(12);   /* 7:17,23 17:T,23 23~7:T,33 33:T,F */
	if ((a && g(b)) || (!a && c)) g(13);       /* 7:12,23 12:T,23 23:F,28 28:T,F */
	return d;
}
int main(void) { return f(1, 2, 3, 4, "x"); }
`
	for _, how := range []ir.Lowering{ir.Both, ir.Expanded} {
		p := linkC(t, t.TempDir()+"/main.c", []byte(source), frontend.Options{Lowering: how})
		mode := path.Both
		if how == ir.Expanded {
			mode = path.Expanded
		}
		u := universe(t, p, mode)
		got := map[uint32][]string{}
		rows := Decisions(p)
		for i := 0; i < len(rows); {
			end := i
			for end < len(rows) && rows[end].Decision == rows[i].Decision {
				end++
			}
			group := rows[i:end]
			lead := func(n int32) string {
				switch n {
				case ir.DecisionTrue:
					return "T"
				case ir.DecisionFalse:
					return "F"
				}
				k := slices.IndexFunc(group, func(r path.Operand) bool { return r.Index == n })
				return fmt.Sprint(u.Elements[coverage.Outcome][group[k].Outcome-1].Col)
			}
			for _, r := range group {
				e := u.Elements[coverage.Outcome][r.Outcome-1]
				at := fmt.Sprint(e.Col)
				if r.Like != 0 {
					at += "~" + lead(r.Like-1)
				}
				got[e.Line] = append(got[e.Line], fmt.Sprintf("%s:%s,%s", at, lead(r.True), lead(r.False)))
			}
			i = end
		}
		for n, line := range strings.Split(source, "\n") {
			_, want, ok := strings.Cut(line, "/* ")
			if have := strings.Join(got[uint32(n+1)], " "); ok && have != strings.TrimSuffix(want, " */") {
				t.Errorf("lowering %d, line %d: %s\n\thave %s", how, n+1, line, have)
			}
		}
	}
}
