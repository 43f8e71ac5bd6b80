package interp

// This file has the shortcuts for functions on concrete floats that Go computes exactly as IEEE says.

import (
	"math"

	"github.com/confcov/confcov/explore/expr"
)

func init() {
	unary := func(f func(float64) float64) intrinsic {
		return func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
			if !concretes(args, 1) || isNaN(args[0].C, 8) {
				return no()
			}
			r := math.Float64bits(f(math.Float64frombits(args[0].C)))
			return decided(!isNaN(r, 8), r)
		}
	}
	shortcuts["sqrt"] = unary(math.Sqrt)
	shortcuts["fabs"] = unary(math.Abs)
	shortcuts["floor"] = unary(math.Floor)
	shortcuts["ceil"] = unary(math.Ceil)
	shortcuts["trunc"] = unary(math.Trunc)
	shortcuts["rint"] = unary(math.RoundToEven)
	shortcuts["fma"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if !concretes(args, 3) {
			return no()
		}
		var x [3]float64
		for i := range x {
			x[i] = math.Float64frombits(args[i].C)
		}
		r := math.Float64bits(math.FMA(x[0], x[1], x[2]))
		return decided(!isNaN(r, 8), r)
	}
	shortcuts["sqrtf"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if !concretes(args, 1) || isNaN(args[0].C, 4) {
			return no()
		}
		r := toBits(math.Sqrt(fromBits(args[0].C, 4)), 4)
		return decided(!isNaN(r, 4), r)
	}
	shortcuts["fabsf"] = func(m *Machine, at *callSite, args []expr.Value) (reply, bool) {
		if !concretes(args, 1) {
			return no()
		}
		return done(args[0].C &^ (1 << 31))
	}
}
