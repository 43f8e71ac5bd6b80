package frontend

// This file knows which calls gcc takes for certain to return, once: those of functions that are declared pure or const, and of the
// library functions that it knows, if its table says that they do not throw. Any other call ends a basic block of
// gcc's where edges are counted (stmt_can_terminate_bb_p in its tree-cfg.cc), because it may end the program or
// jump out.

import "strings"

// moreBuiltins are functions that gcc knows and that do not throw, besides those of librarySignatures; signatures as there.
var moreBuiltins = []string{
	"S gettext s", "S dgettext ss", "S dcgettext ssi",
	"i execl ss.", "i execle ss.", "i execlp ss.", "i execv sp", "i execve spp", "i execvp sp",
	"i fegetenv p", "i fegetround ", "i feholdexcept p", "i fesetenv p", "l strfmon Szs.",
	"i finite d", "i finitef f", "i finitel D", "i isinf d", "i isinff f", "i isinfl D", "i isnan d", "i isnanf f", "i isnanl D",
	"d gamma d", "f gammaf f", "D gammal D", "d lgamma_r dp", "f lgammaf_r fp", "D lgammal_r Dp",
	"i iswalnum u", "i iswalpha u", "i iswblank u", "i iswcntrl u", "i iswdigit u", "i iswgraph u", "i iswlower u", "i iswprint u",
	"i iswpunct u", "i iswspace u", "i iswupper u", "i iswxdigit u", "u towlower u", "u towupper u",
}

// throwing are the functions of librarySignatures after whose call gcc does not count on going on.
var throwing = map[string]bool{
	"printf": true, "fprintf": true, "vprintf": true, "vfprintf": true, "scanf": true, "fscanf": true, "vscanf": true, "vfscanf": true,
	"puts": true, "putchar": true, "fputs": true, "fputc": true, "putc": true, "fwrite": true, "setjmp": true,
	"longjmp": true, "exit": true, "_exit": true, "abort": true,
}

// returning are the signatures of the library functions whose calls return.
var returning = func() map[string][]string {
	m := map[string][]string{}
	for name, f := range librarySignatures {
		if !throwing[name] {
			m[name] = f
		}
	}
	for _, s := range moreBuiltins {
		f := strings.SplitN(s, " ", 3)
		m[f[1]] = f
	}
	return m
}()

// returns reports whether a call of e is taken to return.
func (e *expr) returns() bool {
	if e.op == eAddr {
		e = e.a
	}
	if e.op != eVar || e.obj.kind != objFunc {
		return false
	}
	o := e.obj
	if o.pure {
		return !o.noreturn
	}
	f := returning[strings.TrimPrefix(o.name, "__builtin_")]
	return f != nil && o.link == linkExternal && signed(o.typ, f)
}

// signed reports whether a function's type is that of the signature, but for what its pointers point to: gcc does not know a function
// that is declared as another.
func signed(t *ctype, f []string) bool {
	if !matches(t.elem, f[0][0]) {
		return false
	}
	fixed, variadic := strings.CutSuffix(f[2], ".")
	if t.noProto {
		return true
	}
	if len(t.params) != len(fixed) || t.variadic != variadic {
		return false
	}
	for i, p := range t.params {
		if !matches(p.typ, fixed[i]) {
			return false
		}
	}
	return true
}

// matches reports whether t is the type that a letter of a signature stands for; any pointer where it stands for one.
func matches(t *ctype, letter byte) bool {
	want := letterTypes[letter]
	if letter == 'V' || want.kind == kPtr {
		return t.kind == kPtr
	}
	return compatible(t.unqualified(), want)
}
