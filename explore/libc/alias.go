package libc

// This file lists the names that code compiled against glibc's headers calls and
// that are other names of functions of the library. The linker replaces them.

// Aliases returns the function that is meant by each of glibc's names that
// musl lacks. They count where the program itself does not define the name.
func Aliases() map[string]string {
	m := map[string]string{
		// Macros or other functions of the same name differ: see compat/gnu_string.c and strerror.c.
		"basename":   "__confcov_gnu_basename",
		"strerror_r": "__confcov_gnu_strerror_r",
		"getopt":     "__confcov_gnu_getopt",

		"__strdup": "strdup", "__strndup": "strndup", "__mempcpy": "mempcpy", "__rawmemchr": "rawmemchr",
		"__strtok_r": "strtok_r", "__bzero": "bzero", "__strverscmp": "strverscmp", "__mbrlen": "mbrlen",
		"__isinf": "__confcov_isinf", "__isnan": "__confcov_isnan", "__finite": "finite", "__finitef": "finitef",
		"isinf": "__confcov_isinf", "isnan": "__confcov_isnan", "isinff": "__confcov_isinff", "isnanf": "__confcov_isnanf",
		"__isinff": "__confcov_isinff", "__isnanf": "__confcov_isnanf", "__isinfl": "__confcov_isinfl",
		"__isnanl": "__confcov_isnanl", "isinfl": "__confcov_isinfl", "isnanl": "__confcov_isnanl",
		"__getpagesize": "getpagesize", "__fork": "fork", "__vfork": "vfork", "__sbrk": "sbrk", "__pread64": "pread",
		"__res_init": "res_init", "__res_query": "res_query", "__dn_skipname": "dn_skipname", "cfree": "free",
		"strtoq": "strtoll", "strtouq": "strtoull",
		"gamma": "lgamma", "gammaf": "lgammaf", "gammal": "lgammal",
		"roundeven": "rint", "roundevenf": "rintf", "roundevenl": "rintl", // rounding is always to nearest
	}
	// Large files: every off_t has 64 bits.
	for _, name := range []string{
		"alphasort", "creat", "fallocate", "fcntl", "fgetpos", "fopen", "freopen", "fseeko", "fsetpos", "fstat",
		"fstatat", "fstatfs", "fstatvfs", "ftello", "ftruncate", "ftw", "getdents", "getrlimit", "glob", "globfree",
		"lockf", "lseek", "lstat", "mkostemp", "mkostemps", "mkstemp", "mkstemps", "mmap", "nftw", "open",
		"openat", "posix_fadvise", "posix_fallocate", "pread", "preadv", "prlimit", "pwrite", "pwritev",
		"readdir", "scandir", "sendfile", "setrlimit", "stat", "statfs", "statvfs", "tmpfile", "truncate", "versionsort",
	} {
		m[name+"64"] = name
	}
	m["readdir64_r"] = "readdir_r"
	// The conversions of C23, which differ by the prefix 0b.
	for _, name := range []string{
		"fscanf", "fwscanf", "scanf", "sscanf", "strtoimax", "strtol", "strtoll", "strtoul", "strtoull", "strtoumax",
		"swscanf", "vfscanf", "vfwscanf", "vscanf", "vsscanf", "vswscanf", "vwscanf", "wcstoimax", "wcstol", "wcstoll",
		"wcstoul", "wcstoull", "wcstoumax", "wscanf",
	} {
		m["__isoc23_"+name] = name
	}
	return m
}
