package z3solver

// This file is Z3's context: what a core has of Z3, and lets go of at a known moment. A context is used by one goroutine at a time, but for
// interrupt. Z3 counts the references to terms; ours are held until forget, so that the numbers that Z3 gives to terms, on which its
// search depends, do not depend on when Go's collector runs.

/*
#cgo LDFLAGS: -lz3
#include <stdlib.h>
#include <z3.h>
*/
import "C"

import (
	"strconv"
	"sync"
	"unsafe"
)

type zcontext struct {
	c      C.Z3_context
	solver C.Z3_solver
	rne    C.Z3_ast // rounding modes: to nearest, ties to even
	rtz    C.Z3_ast // and toward zero
	terms  []C.Z3_ast
	life   sync.Mutex // for interrupt, which must not come after free
}

// newContext returns a context whose queries take at most limit steps each; 0: no limit.
func newContext(limit uint) *zcontext {
	config := C.Z3_mk_config()
	defer C.Z3_del_config(config)
	key, value := C.CString("rlimit"), C.CString(strconv.FormatUint(uint64(limit), 10))
	defer C.free(unsafe.Pointer(key))
	defer C.free(unsafe.Pointer(value))
	C.Z3_set_param_value(config, key, value)
	z := &zcontext{c: C.Z3_mk_context_rc(config)}
	C.Z3_set_error_handler(z.c, nil) // check asks instead: a handler could not return through Z3's frames
	z.solver = C.Z3_mk_solver(z.c)
	z.check()
	C.Z3_solver_inc_ref(z.c, z.solver)
	z.rne = C.Z3_mk_fpa_rne(z.c)
	C.Z3_inc_ref(z.c, z.rne)
	z.rtz = C.Z3_mk_fpa_rtz(z.c)
	C.Z3_inc_ref(z.c, z.rtz)
	return z
}

// free lets go of all. Nothing of the context may be used then, but interrupt.
func (z *zcontext) free() {
	z.life.Lock()
	defer z.life.Unlock()
	C.Z3_solver_dec_ref(z.c, z.solver)
	C.Z3_del_context(z.c) // with all its terms
	z.c = nil
}

// interrupt ends the query that is under way, if there is one. Any goroutine may call it at any time.
func (z *zcontext) interrupt() {
	z.life.Lock()
	defer z.life.Unlock()
	if z.c != nil {
		C.Z3_interrupt(z.c)
	}
}

// forget lets go of all terms, of which none may be asserted.
func (z *zcontext) forget() {
	for _, t := range z.terms {
		C.Z3_dec_ref(z.c, t)
	}
	clear(z.terms)
	z.terms = z.terms[:0]
}

// keep holds a term that Z3 made. It panics if Z3 refused to.
func (z *zcontext) keep(t C.Z3_ast) C.Z3_ast {
	if t == nil {
		z.check()
		panic("no term")
	}
	C.Z3_inc_ref(z.c, t)
	z.terms = append(z.terms, t)
	return t
}

// check panics if the last call was an error.
func (z *zcontext) check() {
	if code := C.Z3_get_error_code(z.c); code != C.Z3_OK {
		panic(C.GoString(C.Z3_get_error_msg(z.c, code)))
	}
}

func (z *zcontext) reset() { C.Z3_solver_reset(z.c, z.solver) }

func (z *zcontext) assert(f formula) {
	C.Z3_solver_assert(z.c, z.solver, f.ast)
	z.check()
}

// satisfiable decides the assertions. Where it cannot, it gives Z3's reason.
func (z *zcontext) satisfiable() (sat bool, unknown string) {
	switch C.Z3_solver_check(z.c, z.solver) {
	case C.Z3_L_TRUE:
		return true, ""
	case C.Z3_L_FALSE:
		return false, ""
	}
	z.check()
	unknown = C.GoString(C.Z3_solver_get_reason_unknown(z.c, z.solver))
	if unknown == "" {
		unknown = "no reason given"
	}
	return false, unknown
}

// values returns the numbers of terms in a model of the assertions, which are satisfiable; terms that are not in it have any.
func (z *zcontext) values(terms []bv) []uint64 {
	m := C.Z3_solver_get_model(z.c, z.solver)
	if m == nil {
		z.check()
		panic("no model")
	}
	C.Z3_model_inc_ref(z.c, m)
	defer C.Z3_model_dec_ref(z.c, m)
	out := make([]uint64, len(terms))
	for i, t := range terms {
		var v C.Z3_ast
		var n C.uint64_t
		if !C.Z3_model_eval(z.c, m, t.ast, true, &v) || !C.Z3_get_numeral_uint64(z.c, v, &n) {
			panic("a term has no number in the model")
		}
		out[i] = uint64(n)
	}
	return out
}
