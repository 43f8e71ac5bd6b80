package libc

// This file says which functions of math.h set errno. musl's do not; glibc's do, each kind in its own way
// (overlay/confcov_math.h). The file of such a function defines it under a name with rawPrefix before it, by which
// the others of math.h call it, and the function that sets errno is appended to the file.

import (
	"fmt"
	"slices"
	"strings"
)

const rawPrefix = "__raw_"

// mathKinds are the functions of double that set errno: each line the macro that makes them and their
// names. Those of float and long double have f and l behind the name.
var mathKinds = []string{
	"ARC acos asin", "ROOT sqrt", "FROM_ONE acosh", "WITHIN_ONE atanh", "LOG log log2", "LOG_POSITIVE log10", "LOG_1 log1p", "PERIODIC sin cos tan", "PERIODIC2 sincos",
	"MODULO fmod remainder drem", "OVER expm1 lgamma", "OVER_EVEN sinh cosh", "UNDER erfc", "OVER_UNDER exp exp2 exp10", "LENGTH hypot", "OVER2 fdim", "ANGLE atan2",
	"GAMMA tgamma", "GAMMA_R lgamma_r", "POWER pow", "NEXT nextafter", "NEXT_TOWARD nexttoward", "SCALE ldexp scalbn", "SCALE_LONG scalbln", "SCALB scalb",
	"EXPONENT ilogb", "NORMAL significand", "UNDER_BUT_0 j0 j1", "BESSEL_JN jn", "BESSEL_Y y0 y1", "BESSEL_YN yn",
}

// otherKinds are the kinds of functions of float and long double that are not as those of double.
var otherKinds = map[string]string{
	"logl": "LOG_POSITIVE", "log2l": "LOG_POSITIVE", "expf": "EXP_F", "exp2f": "EXP2_F", "exp10f": "EXP10_F", "powf": "POWER_F",
}

// mathFiles are the files of functions that have none of their own, without .c and the letter of the type.
var mathFiles = map[string]string{
	"drem": "remainder", "erfc": "erf", "y0": "j0", "y1": "j1", "yn": "jn", "lgammal_r": "lgammal",
}

// mathTypes are the types by the letter behind a function's name.
var mathTypes = map[string]string{"": "double", "f": "float", "l": "long double"}

// noLongDouble are the functions of which musl has none of long double.
const noLongDouble = " drem scalb j0 j1 y0 y1 jn yn significand "

// mathFunction is a function that sets errno.
type mathFunction struct{ name, file, kind, typ string }

// mathFunctions are all of them, in the order of their files and names.
var mathFunctions = func() []mathFunction {
	var all []mathFunction
	for _, line := range mathKinds {
		f := strings.Fields(line)
		for _, base := range f[1:] {
			for _, letter := range []string{"", "f", "l"} {
				if letter == "l" && strings.Contains(noLongDouble, " "+base+" ") {
					continue
				}
				stem, r := strings.CutSuffix(base, "_r")
				name := stem + letter
				if r {
					name += "_r"
				}
				file := name
				if own, ok := mathFiles[base]; ok {
					file = own + letter
				} else if own, ok := mathFiles[name]; ok {
					file = own
				}
				kind := f[0]
				if own, ok := otherKinds[name]; ok {
					kind = own
				}
				all = append(all, mathFunction{name, "src/math/" + file + ".c", kind, mathTypes[letter]})
			}
		}
	}
	slices.SortFunc(all, func(a, b mathFunction) int {
		return strings.Compare(a.file+" "+a.name, b.file+" "+b.name)
	})
	return all
}()

// rawNames are the macros by which members of math.h know the functions without errno, and the one that may ask for exceptions.
var rawNames = func() []string {
	macros := []string{"fetestexcept=" + rawPrefix + "fetestexcept"}
	for _, f := range mathFunctions {
		macros = append(macros, f.name+"="+rawPrefix+f.name)
	}
	return macros
}()

// text is the function, to be appended to its file.
func (f *mathFunction) text() string {
	return fmt.Sprintf("\n#undef %[1]s\n#include <confcov_math.h>\n%[2]s(%[1]s, %[3]s)\n", f.name, f.kind, f.typ)
}

// inexact are the functions whose results are not always the numbers nearest to the true ones, neither here nor in glibc, where they
// depend on the processor: the last digits may differ. As in mathKinds, f and l make those of float and long double.
var inexact = func() map[string]bool {
	names := map[string]bool{"hypotl": true, "lgamma_r": true, "lgammaf_r": true, "lgammal_r": true}
	for _, base := range strings.Fields("acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 gamma j0 j1 jn lgamma " +
		"log log10 log1p log2 pow sin sincos sinh tan tanh tgamma y0 y1 yn") {
		for letter := range mathTypes {
			names[base+letter] = true
		}
	}
	return names
}()

// Inexact reports whether the last digits of a function's results may differ from glibc's.
func Inexact(name string) bool { return inexact[name] }
