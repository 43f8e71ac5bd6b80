/* What the kernel's header of 2008 had in addition: a macro that defines the function of a system call. */
#include_next <linux/unistd.h>
#include <unistd.h>
#define _syscall2(result, name, type1, arg1, type2, arg2) \
	static result name(type1 arg1, type2 arg2) { return syscall(__NR_##name, arg1, arg2); }
