/* confcov.h: how a program under analysis names its configuration options itself.

   The engine gives the options' symbolic values. In a native build, link
   confcov_native.c: it takes the values from environment variables. */

#ifndef CONFCOV_H
#define CONFCOV_H

#ifdef __cplusplus
extern "C" {
#endif

/* The value of the option of that name, 0 or 1. */
int confcov_symbolic_bool(const char *name);

/* The value of the option of that name. */
long confcov_symbolic_int(const char *name);

/* Store the value of the option of that name in an object of 1, 2, 4 or 8 bytes. */
void confcov_make_symbolic(void *object, unsigned long size, const char *name);

/* Go on only where the condition holds; end the path without an error elsewhere. */
void confcov_assume(int condition);

#ifdef __cplusplus
}
#endif

#endif
