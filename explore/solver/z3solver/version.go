package z3solver

// This file says which Z3 decides.

/*
#include <z3.h>
*/
import "C"

// Version returns the version of the Z3 library.
func Version() string { return C.GoString(C.Z3_get_full_version()) }
