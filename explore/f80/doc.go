// Package f80 computes with the 80-bit floats of the x87, which are C's long double on x86-64: 64 bits of significand
// with an explicit leading one, 15 bits of exponent, rounding to nearest even, exceptions masked. Results are those of the machine bit for
// bit: also the NaNs, encodings that stand for no number (as an operand they give the default NaN), denormals whose leading one is set, and
// conversions out of range as gcc's code does them.
//
// Not modelled: other rounding and precision modes, and the exception flags.
package f80
