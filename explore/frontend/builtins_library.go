package frontend

// This file holds the library functions that gcc knows. Under a name with __builtin_ before it each
// is declared when it is used, with its own name as the symbol. Under its own name it has its type
// also where a program calls it without a declaration.

import (
	"strings"

	"github.com/confcov/confcov/explore/ir"
)

// libraryBuiltins are the builtins that are library functions: result, name and
// parameters, each a letter of letterTypes; V is va_list and . is a variable list.
var libraryBuiltins = []string{
	"v abort ", "i setjmp p", "v longjmp pi", "v exit i", "v _exit i", "i abs i", "l labs l", "L llabs L", "l imaxabs l", "i ffs i", "i ffsl l", "i ffsll L",
	"p malloc z", "p calloc zz", "p realloc pz", "v free p", "p aligned_alloc zz", "i posix_memalign pzz",
	"p memcpy pcz", "p memmove pcz", "p memset piz", "i memcmp ccz", "p memchr ciz", "p mempcpy pcz",
	"i bcmp ccz", "v bcopy cpz", "v bzero pz", "S index si", "S rindex si",
	"z strlen s", "S strcpy Ss", "S strncpy Ssz", "S strcat Ss", "S strncat Ssz", "S stpcpy Ss", "S stpncpy Ssz",
	"i strcmp ss", "i strncmp ssz", "i strcasecmp ss", "i strncasecmp ssz",
	"S strchr si", "S strrchr si", "S strstr ss", "S strpbrk ss", "z strspn ss", "z strcspn ss", "S strdup s", "S strndup sz",
	"z strnlen sz", "z strftime Szsp",
	"i printf s.", "i fprintf ps.", "i sprintf Ss.", "i snprintf Szs.", "i puts s", "i putchar i", "i fputs sp", "i fputc ip",
	"i putc ip", "z fwrite czzp", "i vprintf sV", "i vfprintf psV", "i vsprintf SsV", "i vsnprintf SzsV",
	"i scanf s.", "i fscanf ps.", "i sscanf ss.", "i vscanf sV", "i vfscanf psV", "i vsscanf ssV",
	"i isalnum i", "i isalpha i", "i isascii i", "i isblank i", "i iscntrl i", "i isdigit i", "i isgraph i", "i islower i",
	"i isprint i", "i ispunct i", "i isspace i", "i isupper i", "i isxdigit i", "i toascii i", "i tolower i", "i toupper i",
}

// mathBuiltins are more of them: those of double, of which float and long double have their own with f and l behind
// the name. Of their types, d stands for the one of the three.
var mathBuiltins = []string{
	"d acos d", "d acosh d", "d asin d", "d asinh d", "d atan d", "d atanh d", "d cbrt d", "d ceil d", "d cos d", "d cosh d",
	"d erf d", "d erfc d", "d exp d", "d exp10 d", "d exp2 d", "d expm1 d", "d fabs d", "d floor d", "d j0 d", "d j1 d",
	"d lgamma d", "d log d", "d log10 d", "d log1p d", "d log2 d", "d logb d", "d nearbyint d", "d pow10 d", "d rint d",
	"d round d", "d roundeven d", "d significand d", "d sin d", "d sinh d", "d sqrt d", "d tan d", "d tanh d", "d tgamma d",
	"d trunc d", "d y0 d", "d y1 d", "d atan2 dd", "d copysign dd", "d drem dd", "d fdim dd", "d fmax dd", "d fmin dd", "d fmod dd",
	"d hypot dd", "d nextafter dd", "d pow dd", "d remainder dd", "d scalb dd", "d nexttoward dD", "d fma ddd", "d frexp dp",
	"d ldexp di", "d scalbn di", "d scalbln dl", "d modf dp", "d remquo ddp", "d jn id", "d yn id", "d nan s", "v sincos dpp",
	"i ilogb d", "l lrint d", "l lround d", "L llrint d", "L llround d",
}

var letterTypes = map[byte]*ctype{
	'v': tVoid, 'i': tInt, 'l': tLong, 'L': basic[kLLong], 'z': tULong, 'p': tVoidPtr, 'c': pointerTo(tVoid.qualified(true, false)),
	's': pointerTo(tChar.qualified(true, false)), 'S': pointerTo(tChar), 'd': tDouble, 'f': tFloat, 'D': tLDouble,
	'u': basic[kUInt],
}

// librarySignatures are the entries of libraryBuiltins and mathBuiltins by the function's name.
var librarySignatures = func() map[string][]string {
	m := make(map[string][]string, len(libraryBuiltins)+3*len(mathBuiltins))
	add := func(entry, suffix, real string) {
		f := strings.SplitN(entry, " ", 3)
		f[1] += suffix
		f[0], f[2] = strings.ReplaceAll(f[0], "d", real), strings.ReplaceAll(f[2], "d", real)
		m[f[1]] = f
	}
	for _, s := range libraryBuiltins {
		add(s, "", "d")
	}
	for _, s := range mathBuiltins {
		add(s, "", "d")
		add(s, "f", "f")
		add(s, "l", "D")
	}
	return m
}()

// libraryFunction makes the function that gcc knows by this name; nil: none.
func (c *checker) libraryFunction(name string, pos ir.Pos) *object {
	f := librarySignatures[name]
	if f == nil {
		return nil
	}
	t := &ctype{kind: kFunc, elem: letterTypes[f[0][0]]}
	for _, p := range []byte(f[2]) {
		switch p {
		case '.':
			t.variadic = true
		case 'V':
			list := c.file.names["__builtin_va_list"]
			t.params = append(t.params, param{typ: adjusted(list.typ)})
		default:
			t.params = append(t.params, param{typ: letterTypes[p]})
		}
	}
	return &object{
		name: name, kind: objFunc, typ: t, pos: pos, link: linkExternal, addrTaken: true, nonInline: true,
		noreturn: name == "abort" || name == "exit" || name == "_exit" || name == "longjmp",
	}
}

// libraryBuiltin declares the builtin called name if it is a library function; else it returns nil.
func (c *checker) libraryBuiltin(name string) *object {
	plain := strings.TrimPrefix(name, "__builtin_")
	if builtins[name] != nil {
		return nil
	}
	o := c.libraryFunction(plain, ir.Pos{})
	if o != nil {
		o.name, o.symName = name, plain
		c.declareGlobal(o)
	}
	return o
}

// declareGlobal declares a function at file scope, wherever the checker is.
func (c *checker) declareGlobal(o *object) {
	if c.byName[o.name] == nil {
		c.byName[o.name] = o
		c.globals = append(c.globals, o)
	}
	scope := c.scope
	c.scope = c.file
	c.declare(o)
	c.scope = scope
}

// implicit declares a function that is called without a declaration: with the type that gcc
// knows, if it does, else as C did before 1999.
func (c *checker) implicit(name string, pos ir.Pos) {
	o := c.byName[name]
	if o == nil {
		if o = c.libraryFunction(name, pos); o != nil {
			o.guessed = true
		} else {
			o = &object{
				name: name, kind: objFunc, typ: &ctype{kind: kFunc, elem: tInt, noProto: true}, pos: pos,
				link: linkExternal, addrTaken: true, nonInline: true,
			}
		}
	}
	c.declareGlobal(o)
}
