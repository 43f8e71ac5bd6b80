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
	"sync/atomic"
	"time"
	"unsafe"
)

type zcontext struct {
	c      C.Z3_context
	solver C.Z3_solver
	quick  C.Z3_solver // asked first
	answer C.Z3_solver // the one of them that decided the last query
	rne    C.Z3_ast    // rounding modes: to nearest, ties to even
	rtz    C.Z3_ast    // and toward zero
	terms  []C.Z3_ast
	life   sync.Mutex // for interrupt, which must not come after free

	busy, interrupted atomic.Bool // a query is under way, and is to end
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
	z.quick = C.Z3_mk_simple_solver(z.c)
	z.check()
	C.Z3_solver_inc_ref(z.c, z.quick)
	z.configure(z.solver, 0)
	quick := uint(quickLimit)
	if limit > 0 {
		quick = min(limit, quick)
	}
	z.configure(z.quick, quick)
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
	C.Z3_solver_dec_ref(z.c, z.quick)
	C.Z3_del_context(z.c) // with all its terms
	z.c = nil
}

// cancel ends the query that is under way, if there is one. It comes back until that is over: Z3 does not hear of what is
// said before it has begun.
func (z *zcontext) cancel() {
	for z.busy.Load() {
		z.interrupt()
		time.Sleep(20 * time.Millisecond)
	}
}

// interrupt ends the query that is under way, if there is one. Any goroutine may call it at any time.
func (z *zcontext) interrupt() {
	z.life.Lock()
	defer z.life.Unlock()
	if z.c != nil {
		z.interrupted.Store(true)
		C.Z3_interrupt(z.c)
	}
}

// forget lets go of all terms.
func (z *zcontext) forget() {
	C.Z3_solver_reset(z.c, z.solver)
	C.Z3_solver_reset(z.c, z.quick)
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

// quickLimit is the number of steps that the quick solver may take. Z3's solver proper simplifies a query with several tactics first, which
// is what makes hard ones feasible and takes most of the time of easy ones: 3.6 ms instead of 0.6 for a + b == c between bounds.
const quickLimit = 100_000

// configure sets a solver's own limit of steps (0: that of the context), and keeps it from having a handler of SIGINT of its own while it
// works: that took the signal away from Go's runtime, and ran on a stack on which it crashed.
func (z *zcontext) configure(s C.Z3_solver, limit uint) {
	params := C.Z3_mk_params(z.c)
	C.Z3_params_inc_ref(z.c, params)
	defer C.Z3_params_dec_ref(z.c, params)
	symbol := func(text string) C.Z3_symbol {
		name := C.CString(text)
		defer C.free(unsafe.Pointer(name))
		return C.Z3_mk_string_symbol(z.c, name)
	}
	C.Z3_params_set_bool(z.c, params, symbol("ctrl_c"), false)
	if limit > 0 {
		C.Z3_params_set_uint(z.c, params, symbol("rlimit"), C.uint(limit))
	}
	C.Z3_solver_set_params(z.c, s, params)
	z.check()
}

// satisfiable decides whether the conditions hold together. Where it cannot, it gives Z3's reason.
func (z *zcontext) satisfiable(conds []formula) (sat bool, unknown string) {
	if sat, unknown = z.ask(z.quick, conds); unknown == "" || z.interrupted.Load() {
		return sat, unknown
	}
	return z.ask(z.solver, conds)
}

// ask puts the question to one of the solvers.
func (z *zcontext) ask(s C.Z3_solver, conds []formula) (sat bool, unknown string) {
	C.Z3_solver_reset(z.c, s)
	for _, f := range conds {
		C.Z3_solver_assert(z.c, s, f.ast)
		z.check()
	}
	z.answer = s
	switch C.Z3_solver_check(z.c, s) {
	case C.Z3_L_TRUE:
		return true, ""
	case C.Z3_L_FALSE:
		return false, ""
	}
	z.check()
	unknown = C.GoString(C.Z3_solver_get_reason_unknown(z.c, s))
	if unknown == "" {
		unknown = "no reason given"
	}
	return false, unknown
}

// values returns the numbers of terms in a model of the last query, which was satisfiable; terms that are not in it have any.
func (z *zcontext) values(terms []bv) []uint64 {
	m := C.Z3_solver_get_model(z.c, z.answer)
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
