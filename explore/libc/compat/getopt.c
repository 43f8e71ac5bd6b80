/* getopt as glibc has it: operands are moved to the end. */

#include <getopt.h>

int __confcov_gnu_getopt(int argc, char *const *argv, const char *options)
{
	return getopt_long(argc, argv, options, 0, 0);
}
