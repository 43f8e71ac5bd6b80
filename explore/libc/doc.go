// Package libc is the C library of the programs under analysis: musl 1.2.5,
// fetched and checked, prepared, compiled by explore/frontend and linked by need.
//
// # Nouns
//
//	Tree       musl's unpacked source with our overlay beside it, in the cache directory
//	Archive    a Tree as a linker sees it: members, the symbols each defines and needs
//	member     one C file: of musl ("src/stdio/printf.c") or of ours ("compat/start.c")
//	overlay    headers of ours that stand in for musl's x86-64 pieces
//	compat     C sources of ours: the start of a program, what replaces musl's assembly,
//	           and what glibc's headers make a program call and musl lacks
//	intrinsic  a function that the engine performs
//
// # What is replaced
//
// Of musl's 1339 generic C files 1177 are members, compiled as they are but for
// a few exact textual patches (patch.go, each with its reason); none of an architecture
// folder is. The overlay replaces syscall_arch.h (system calls become the
// intrinsic __confcov_syscall), atomic_arch.h (plain C, for there is one
// thread), pthread_arch.h (the thread pointer is the address of an object) and
// the header of port input and output; nothing names the vDSO. The other 162 files are
// left out (skip.go, each with its reason): their work is the engine's, or they make no
// sense in one thread, or need _Complex (68 of them), or differ from glibc's. A use of
// a left-out function is an undefined symbol at link time, or ends the path as
// unsupported by __confcov_unsupported.
//
// String functions, those of multibyte strings too, are compiled without __GNUC__: with it they read whole
// aligned words beyond the end of an object.
//
// The library is lowered once, with logical operators not expanded: its coverage is not
// counted, and so a symbolic && within it does not fork. Concretely that costs 0.4 to
// 8 per cent more instructions than the other lowering (printf and strtol of the test programs).
//
// # Linking by need
//
// What each member defines and needs is in index.txt, which a test makes anew: the
// source is known by its checksum, so its symbols are. The closure of a program's needs
// is computed before anything is compiled; the members in it (about 230
// for vsftpd) are compiled in parallel, or come from the cache of units: 4 to 7 seconds of processor
// time cold, 0.06 s warm. ir.Link then takes what the program really refers to.
//
// # glibc and musl
//
// A program is compiled against the host's headers, which are glibc's. musl has the same
// layouts and constants on x86-64 but for those in abi_test.go's table, which
// says what is done about each. What programs can see is made as glibc's where
// it was found to differ: the texts of strerror and assert, errno after strtol, the
// default locale and its characters, the syntax of regular expressions and regexec's offsets, fnmatch, nftw's numbers, qsort's order, rand's
// sequence, strftime, getopt, basename and strerror_r of GNU,
// errno after a function of math.h (math.go) and the digits of its results;
// names that only glibc has are aliases (alias.go) or compat sources. Known to differ still:
//
//	a function of math.h whose result is not exact may differ in the last digits (below)
//	gcc computes what is called with constants itself, without errno: pow(1e-300, 2)
//	nan("n") and strtod("nan(n)") forget n; fmax and fmin take a signaling NaN for a quiet one
//	strtof and strtod of what is rounded up to the least normal number leave errno alone
//	printf("%#g") keeps trailing zeros where rounding adds a digit (glibc prints 999999.5 as 1.e+06)
//	setvbuf with less than 8 bytes keeps the stream's own buffer; glibc writes through one of less than 128
//	nftw that follows links visits a directory as often as it meets it, glibc once
//	regexec may miss a match with a back-reference: \(a*\)b\1 in aaab; it takes the longest alternative for a group: (foo|foobar)(bar)? in foobar
//	getaddrinfo does not list raw sockets
//	dirname of // is /; getaddrinfo has other errors for a numeric name of another family
//	open_memstream leaves what was written beyond the last position when it is closed
//	setlocale accepts any name; locales but C and POSIX are UTF-8 and otherwise like C
//	the default buffer of a stream has 1024 bytes, glibc's 4096 for a pipe: writes are cut elsewhere
//	a wide-character function works on a stream that is byte oriented; without a locale of UTF-8 fputwc fails for what glibc writes as ? or in letters
//	classes and widths of wide characters are of another Unicode; a number beyond the last character (0x110000) has no bytes: after
//	F5 to FD mbrtowc asks for more bytes, as glibc does, but then rejects them; scanf("%lc") counts bytes
//	printf and scanf take arguments by number up to the ninth
//	a symbolic number that is printed with a width or precision beyond 500 forks for each number of digits, though the length is one
//	printf with a conversion that there is none of (%y, %b, %5%) fails, glibc copies it; its flags + and space and its precision leave %p alone
//	mktime with tm_isdst -1 in an hour that is twice or never there may take the other offset; strptime does not compute days from %U or %W
//	getline allocates what the line needs, glibc 120 bytes at first; fmemopen writes over a last byte that glibc keeps 0
//	iconv to UTF-16, UTF-32 and UCS-2 writes the high byte first and no byte order mark; //TRANSLIT and //IGNORE are no part of a name
//	twalk shows another tree; hsearch finds room beyond what hcreate was told
//	a program that asks for an exception of floating point, or for rounding other than to nearest, ends as unsupported
//	utmpx and wtmp functions do nothing
//	getpwnam and its kin ask no name service but nscd, which is never there
//	crypt knows DES, MD5, Blowfish, SHA-256 and SHA-512, not yescrypt
//	gethostbyname and getaddrinfo read /etc/hosts and then ask the servers of resolv.conf
//
// # Digits
//
// glibc's functions are not exact either, and with FMA exp, log, pow and sin have other last bits than without. Of
// 100,000 random arguments each, this many per cent give another result than glibc 2.36 with FMA, by one unit in the last place unless said:
//
//	double       none: exp2, hypot, fma, fmod, remainder, sqrt and all that is exact; below 0.02: log, log2, log10; to 0.1: exp,
//	             pow, exp10, expm1, log1p, asinh, acosh, atanh, cosh, tanh, sinh, asin, acos, atan, atan2, cos; 0.1 to 0.2: sin, tan
//	             erf 3, erfc 3 (2 units), cbrt 51 (3 units), tgamma 47 (9), lgamma 4, j0 16, j1 11, y0 10, y1 3: many units near zeros
//	float        none: expf, exp2f, logf, log2f, powf, hypotf, log10f, coshf, sinhf, tanhf; below 0.1: exp10f, log1pf, atanhf;
//	             about 1: sinf, cosf, acoshf, asinhf, erff, erfcf; 3 to 12: asinf, atan2f, cbrtf, tanf, atanf, acosf; lgammaf 5, tgammaf 21, j0f 16
//	long double  1 to 20: most; exp2l and log10l 30, exp10l 38 (45 units), powl 17 (hundreds of units for large powers), tgammal 43
//
// A program that differs natively for that reason is one that does what the engine does when it is linked with the
// engine's functions (BuildMath). Package crosscheck names the functions (Inexact) as the reason then, and only then.
//
// # Start of a program
//
// The entry is
//
//	void __confcov_start(long *stack)
//
// where stack points to what the Linux kernel leaves on a new program's stack,
// all 8-byte cells: argc, argc pointers to arguments, 0, pointers to environment
// strings, 0, then pairs of the auxiliary vector (AT_PAGESZ 6, AT_UID 11, AT_EUID
// 12, AT_GID 13, AT_EGID 14, AT_CLKTCK 17, AT_SECURE 23, AT_RANDOM 25 (pointer to
// 16 bytes), AT_EXECFN 31), ended by 0, 0. The engine makes one object of it and one of
// each string. It initialises the library, calls main and exit, and never returns.
//
// # Intrinsics that have no body
//
// After linking they are symbols of kind ir.SymIntrinsic. Names (Intrinsics
// lists them):
//
//	long __confcov_syscall(long n, long a, long b, long c, long d, long e, long f)
//	    the system call n; returns -errno for an error, as the kernel does
//	void *malloc(size_t), calloc(size_t, size_t), realloc(void *, size_t),
//	void *memalign(size_t align, size_t), aligned_alloc(size_t align, size_t)
//	void free(void *), size_t malloc_usable_size(void *)
//	    one object per allocation; 0 for a size of 4 GiB or more, or that overflows:
//	    then 12 (ENOMEM) is stored in the int object __confcov_errno, which is errno. aligned_alloc
//	    stores 22 (EINVAL) and returns 0 if align is no power of two.
//	    malloc(0) is a new object of no bytes. posix_memalign and reallocarray are C.
//	int setjmp(buf), int _setjmp(buf)       save the place and frame in *buf; the mask is not saved
//	int sigsetjmp(buf, int save), int __sigsetjmp(buf, int save)
//	    the same, and where save is not 0 the signal mask (rt_sigprocmask); the int at buf+64
//	    says whether, the 8 bytes at buf+72 are the mask
//	void longjmp(buf, int), _longjmp(buf, int), siglongjmp(buf, int)
//	    back, with the value (1 for 0); siglongjmp restores a saved mask
//	    *buf has 64 bytes for the engine. A frame that has returned is an error of the path.
//	void __confcov_crash(void)              the library found its state broken: ends the path as an error
//	void __confcov_unsupported(const char *what)  ends the path as unsupported, naming what
//
// and those of confcov.h, the C interface for programs under analysis:
//
//	int  confcov_symbolic_bool(const char *name)   option name's value, in {0,1}, as an int
//	long confcov_symbolic_int(const char *name)    option name's value
//	void confcov_make_symbolic(void *object, unsigned long size, const char *name)
//	    stores the option's value in the object of 1, 2, 4 or 8 bytes
//	void confcov_assume(int condition)             ends the path (without an error) where the condition is 0
//
// A name that is no option of the test is an error of the path. The same value is
// given each time a name is asked for. confcov_native.c implements them for a native build: the
// value is that of the environment variable of that name.
//
// # Intrinsics with a body
//
// These are C functions of musl, which the engine may perform itself where that is
// faster or forks less, and otherwise runs. They are known by name, and only where
// Func.Subject is false (a program may have its own function of that name).
//
//	memcpy memmove memset         addresses and size concrete; bytes may be symbolic
//	mempcpy memccpy               (call memcpy; memccpy all concrete)
//	memcmp memchr memrchr rawmemchr strlen strnlen strcmp strncmp
//	strcpy stpcpy strncpy stpncpy strcat strncat strchr strchrnul strrchr
//	strspn strcspn strcasecmp strncasecmp strdup
//	    addresses concrete and every byte that decides concrete
//	__confcov_fmt_u(uintmax_t x, char *s, int least)  musl's fmt_u, fmt_o, fmt_x of vfprintf.c, renamed:
//	__confcov_fmt_o(uintmax_t x, char *s)             write the digits of x to the bytes that end before s,
//	__confcov_fmt_x(uintmax_t x, char *s, int lower)  return the first digit's address (s itself for x = 0);
//	    a symbolic x forks for each number of digits. There are at least so many digits; lower is or-ed to each
//	    digit's character (32 or 0)
//	__confcov_fmt_int(char *field, size_t room, uintmax_t x, int t, int fl, int w, int p)
//	    prints a symbolic x as printf's conversion t with its flags, width and precision (negative: none) does, and returns the
//	    length, forking for each one there is. A concrete x returns 0, as the body always does: printf then prints it itself
//	__assert_fail                 ends the path as a failed assertion
//	sqrt sqrtf fabs fabsf floor ceil trunc rint fma   concrete doubles
//
// The body is the meaning: a fast path that disagrees with it is a bug.
package libc
