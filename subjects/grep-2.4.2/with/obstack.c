/*
 * obstack.c, which leaves itself out where the C library is GNU's. The engine's is not.
 */
#include <stdio.h>
#undef __GNU_LIBRARY__
#include "src/obstack.c"
