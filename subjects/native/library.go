package native

// This file links parts of the engine's C library instead of the machine's, where a difference that libraries are free to have shows
// in the program: the errno that syslog leaves.

import "strings"

// part is a file of the engine's C library.
type part struct {
	file      string
	functions []string // that are linked instead of the machine's
	source    func(text string) string
}

var parts = []part{
	{"src/misc/syslog.c", []string{"openlog", "syslog", "vsyslog", "closelog", "setlogmask"}, logSource},
}

// logSource makes of musl's syslog.c the functions that are linked.
func logSource(musl string) string {
	for _, header := range []string{"lock.h", "fork_impl.h", "locale_impl.h"} {
		musl = strings.Replace(musl, `#include "`+header+`"`, "", 1)
	}
	return `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>
#define openlog __wrap_openlog
#define syslog __wrap_syslog
#define __vsyslog __wrap_vsyslog
#define closelog __wrap_closelog
#define setlogmask __wrap_setlogmask
#define __openlog confcov_openlog
#define __syslog_lockptr confcov_syslog_lockptr
#define weak_alias(old, new) typedef int confcov_no_alias
#define LOCK(x) ((void) 0)
#define UNLOCK(x) ((void) 0)
#define strftime_l(s, max, format, time, locale) strftime(s, max, format, time)
` + strings.Replace(musl, "static void __vsyslog", "void __vsyslog", 1)
}
