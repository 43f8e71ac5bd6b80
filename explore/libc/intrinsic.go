package libc

// This file lists the intrinsics; the package comment says what they do.

import "slices"

// intrinsics are the functions that have no body.
var intrinsics = []string{
	"__confcov_crash", "__confcov_syscall", "__confcov_unsupported",
	"__sigsetjmp", "_longjmp", "_setjmp",
	"aligned_alloc", "calloc",
	"confcov_assume", "confcov_make_symbolic", "confcov_symbolic_bool", "confcov_symbolic_int",
	"free", "longjmp", "malloc", "malloc_usable_size", "memalign", "realloc",
	"setjmp", "siglongjmp", "sigsetjmp",
}

// fastPaths are the functions with a body that the engine may perform itself.
var fastPaths = []string{
	"__assert_fail", "__confcov_fmt_int", "__confcov_fmt_o", "__confcov_fmt_u", "__confcov_fmt_x",
	"ceil", "fabs", "fabsf", "floor", "fma",
	"memccpy", "memchr", "memcmp", "memcpy", "memmove", "mempcpy", "memrchr", "memset",
	"rawmemchr", "rint", "sqrt", "sqrtf",
	"stpcpy", "stpncpy", "strcasecmp", "strcat", "strchr", "strchrnul", "strcmp", "strcpy", "strcspn", "strdup",
	"strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strnlen", "strrchr", "strspn", "trunc",
}

// Intrinsics returns the functions that have no body: the engine performs them.
func Intrinsics() []string { return slices.Clone(intrinsics) }

// FastPaths returns the functions with a body that the engine may perform itself.
func FastPaths() []string { return slices.Clone(fastPaths) }

// IsIntrinsic reports whether the function has no body.
func IsIntrinsic(name string) bool {
	_, ok := slices.BinarySearch(intrinsics, name)
	return ok
}
