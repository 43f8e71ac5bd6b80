/*
 * What configure finds on a system with a C library of today: the repository has the source without its configure script. Translations are
 * left out, and grep's own regular expressions are used, as in the dissertation.
 */
#define GREP 1
#define PACKAGE "grep"
#define VERSION "2.4.2"
#define PROTOTYPES 1
#define STDC_HEADERS 1
#define HAVE_ALLOCA 1
#define HAVE_ALLOCA_H 1
#define HAVE_DIRENT_H 1
#define HAVE_GETPAGESIZE 1
#define HAVE_ISASCII 1
#define HAVE_MEMCHR 1
#define HAVE_MEMMOVE 1
#define HAVE_SETLOCALE 1
#define HAVE_STDLIB_H 1
#define HAVE_STRERROR 1
#define HAVE_STRING_H 1
#define HAVE_SYS_PARAM_H 1
#define HAVE_UNISTD_H 1
