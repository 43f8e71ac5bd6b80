package libc

// This file lists musl's files that are left out, each with the reason.

import (
	"path"
	"strings"
)

const (
	engineDoes = "the engine does it"
	ownDoes    = "a compat source does it"
	noThreads  = "there is one thread"
	noLoader   = "there is no dynamic linker and no ELF image"
	noComplex  = "_Complex is not supported"
	asDigits   = "programs print the digits of glibc; a compat source has them"
	ownStart   = "the start of a program is compat/start.c"
)

// skipped maps a file, or a folder that ends in "/", to the reason why no member is made of it.
var skipped = map[string]string{
	"src/complex/": noComplex,

	"src/malloc/calloc.c":      engineDoes,
	"src/malloc/free.c":        engineDoes,
	"src/malloc/libc_calloc.c": ownDoes,
	"src/malloc/lite_malloc.c": engineDoes,
	"src/malloc/memalign.c":    engineDoes,
	"src/malloc/realloc.c":     engineDoes,
	"src/malloc/replaced.c":    ownDoes,

	"src/select/select.c": "glibc stores the remaining time; a compat source does it",

	"src/setjmp/setjmp.c":         engineDoes,
	"src/setjmp/longjmp.c":        engineDoes,
	"src/signal/sigsetjmp.c":      engineDoes,
	"src/signal/sigsetjmp_tail.c": engineDoes,
	"src/signal/siglongjmp.c":     engineDoes,
	"src/signal/restore.c":        ownDoes,

	"src/env/__libc_start_main.c":  ownStart,
	"src/env/__init_tls.c":         ownStart,
	"src/env/__reset_tls.c":        ownStart,
	"src/env/__stack_chk_fail.c":   "code is compiled without stack protection: the engine checks every access",
	"src/errno/__errno_location.c": ownDoes,

	"src/process/_Fork.c":        ownDoes,
	"src/process/fork.c":         ownDoes,
	"src/process/vfork.c":        ownDoes,
	"src/process/posix_spawn.c":  "runs the child on a stack of its own in the parent's memory",
	"src/process/posix_spawnp.c": "needs posix_spawn",
	"src/linux/clone.c":          "runs the child on a stack of its own",

	"src/string/explicit_bzero.c": "inline assembly; a compat source does it",

	"src/thread/__set_thread_area.c": noThreads,
	"src/thread/__tls_get_addr.c":    noThreads,
	"src/thread/__unmapself.c":       noThreads,
	"src/thread/clone.c":             noThreads,
	"src/thread/lock_ptc.c":          noThreads,
	"src/thread/pthread_cancel.c":    noThreads,
	"src/thread/pthread_create.c":    noThreads,
	"src/thread/synccall.c":          noThreads,
	"src/thread/syscall_cp.c":        noThreads,
	"src/thread/thrd_create.c":       noThreads,
	"src/thread/tls.c":               noThreads,
	"src/thread/vmlock.c":            noThreads,

	"src/ldso/dl_iterate_phdr.c": noLoader,
	"src/ldso/tlsdesc.c":         noLoader,

	"src/errno/strerror.c":      "programs print the texts of glibc; a compat source has them",
	"src/string/strerror_r.c":   ownDoes,
	"src/string/strsignal.c":    "the same",
	"src/misc/getopt.c":         "glibc moves operands at other times; a compat source does it",
	"src/misc/getopt_long.c":    "the same",
	"src/time/asctime.c":        "crashes where a field is out of range; a compat source does it",
	"src/time/asctime_r.c":      "the same",
	"src/time/ctime.c":          "the same",
	"src/time/ctime_r.c":        "the same",
	"src/regex/regerror.c":      "the same",
	"src/regex/fnmatch.c":       "glibc's knows alternatives and takes other brackets; a compat source does it",
	"src/stdlib/qsort.c":        "glibc's keeps the order of equal elements; a compat source does it",
	"src/stdlib/qsort_nr.c":     "the same",
	"src/prng/rand.c":           "glibc's sequence is another one; a compat source has it",
	"src/prng/rand_r.c":         "the same",
	"src/prng/random.c":         "the same",
	"src/network/inet_legacy.c": "forgets the order of bytes; a compat source does it",
	"src/exit/assert.c":         "programs print the text of glibc; a compat source has it",

	"src/unistd/faccessat.c": "needs a thread where the kernel is old; a compat source does it",
	"src/time/strptime.c":    "glibc's knows more conversions and computes the days; a compat source does it",

	"src/fenv/fegetexceptflag.c": ownDoes,
	"src/fenv/feholdexcept.c":    ownDoes,
	"src/fenv/fenv.c":            ownDoes,
	"src/fenv/fesetexceptflag.c": ownDoes,
	"src/fenv/fesetround.c":      ownDoes,
	"src/fenv/feupdateenv.c":     ownDoes,

	"src/math/fmax.c":   ownDoes,
	"src/math/fmaxf.c":  ownDoes,
	"src/math/fmaxl.c":  ownDoes,
	"src/math/fmin.c":   ownDoes,
	"src/math/fminf.c":  ownDoes,
	"src/math/fminl.c":  ownDoes,
	"src/math/cosh.c":   asDigits,
	"src/math/coshf.c":  asDigits,
	"src/math/exp10.c":  asDigits,
	"src/math/exp10f.c": asDigits,
	"src/math/hypot.c":  asDigits,
	"src/math/hypotf.c": asDigits,
	"src/math/log10.c":  asDigits,
	"src/math/log10f.c": asDigits,
	"src/math/sinh.c":   asDigits,
	"src/math/sinhf.c":  asDigits,
	"src/math/tanh.c":   asDigits,
	"src/math/tanhf.c":  asDigits,
	"src/math/sqrt.c":   ownDoes,
	"src/math/acos.c":   asDigits,
	"src/math/asin.c":   asDigits,
	"src/math/atan.c":   asDigits,
	"src/math/atan2.c":  asDigits,
	"src/math/cos.c":    asDigits,
	"src/math/sin.c":    asDigits,
	"src/math/sincos.c": asDigits,
	"src/math/tan.c":    asDigits,
	"src/math/sqrtf.c":  ownDoes,
}

// skipReason returns why a file of musl is no member, or "".
func skipReason(file string) string {
	if r := skipped[file]; r != "" {
		return r
	}
	if r := skipped[path.Dir(file)+"/"]; r != "" {
		return r
	}
	if strings.HasPrefix(file, "src/malloc/mallocng/") || strings.HasPrefix(file, "src/malloc/oldmalloc/") {
		return engineDoes
	}
	return ""
}
