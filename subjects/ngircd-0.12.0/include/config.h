/*
 * What configure finds on a system with a C library of today: the repository has the source without its configure script. Like the dissertation's
 * this build uses poll, and has IRC+, but neither zlib nor syslog, IPv6, IDENT, TCP wrappers and Rendezvous.
 */
#define PACKAGE_NAME "ngircd"
#define PACKAGE_VERSION "0.12.0"
#define PROTOTYPES 1
#define STDC_HEADERS 1
#define TIME_WITH_SYS_TIME 1
#define RETSIGTYPE void
#define IRCPLUS 1
#define TARGET_CPU "x86_64"
#define TARGET_OS "linux-gnu"
#define TARGET_VENDOR "pc"
#define HAVE_ARPA_INET_H 1
#define HAVE_CTYPE_H 1
#define HAVE_ERRNO_H 1
#define HAVE_FCNTL_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_MALLOC_H 1
#define HAVE_NETDB_H 1
#define HAVE_NETINET_IN_H 1
#define HAVE_POLL 1
#define HAVE_POLL_H 1
#define HAVE_STDBOOL_H 1
#define HAVE_STDDEF_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_STRINGS_H 1
#define HAVE_SYS_POLL_H 1
#define HAVE_SYS_SELECT_H 1
#define HAVE_SYS_SOCKET_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_WAIT_H 1
#define HAVE_UNISTD_H 1
#define HAVE_INET_ATON 1
#define HAVE_ISDIGIT 1
#define HAVE_SIGACTION 1
#define HAVE_SNPRINTF 1
#define HAVE_STRDUP 1
#define HAVE_VSNPRINTF 1
#define HAVE_socklen_t 1
