package native

// This file links parts of the engine's C library instead of the machine's, where a difference that libraries are free to have shows
// in the program: the errno that syslog leaves, the processes that daemon makes, what is asked of a name server and when. The machine's library would
// also call its own names of functions that the shim replaces (__poll for poll), so a resolver of its would wait by the real clock.

import (
	"fmt"
	"os"
	"strings"
)

// part is some files of the engine's C library, compiled as one.
type part struct {
	name      string
	files     []string
	functions []string // that are linked instead of the machine's
	headers   []string // of the machine
	names     []string // name and what it is called instead
	locals    []string // names that several of the files have
}

var parts = []part{
	{
		name: "syslog.c", files: []string{"src/misc/syslog.c"},
		functions: []string{"openlog", "syslog", "vsyslog", "closelog", "setlogmask"},
		headers:   []string{"errno.h", "fcntl.h", "pthread.h", "signal.h", "stdarg.h", "stdio.h", "string.h", "sys/socket.h", "syslog.h", "time.h", "unistd.h"},
		names: []string{
			"__vsyslog", "confcov_vsyslog", "__openlog", "confcov_openlog", "__syslog_lockptr", "confcov_syslog_lockptr",
			"strftime_l(s, max, format, time, locale)", "strftime(s, max, format, time)",
		},
	},
	{
		name: "daemon.c", files: []string{"src/legacy/daemon.c"}, functions: []string{"daemon"},
		headers: []string{"fcntl.h", "unistd.h"},
	},
	{
		name: "resolver.c",
		files: []string{
			"src/network/lookup.h", "src/network/lookup_ipliteral.c", "src/network/lookup_serv.c", "src/network/resolvconf.c", "src/network/dn_expand.c",
			"src/network/dns_parse.c", "src/network/res_mkquery.c", "src/network/res_msend.c", "src/network/res_send.c", "src/network/res_query.c",
			"src/network/res_querydomain.c", "src/network/lookup_name.c", "src/network/getaddrinfo.c", "src/network/freeaddrinfo.c",
			"src/network/gai_strerror.c", "src/network/hstrerror.c", "src/network/getnameinfo.c", "src/network/gethostbyaddr_r.c",
			"src/network/gethostbyaddr.c", "src/network/gethostbyname2_r.c", "src/network/gethostbyname_r.c", "src/network/gethostbyname2.c",
			"src/network/gethostbyname.c",
		},
		functions: []string{
			"getaddrinfo", "freeaddrinfo", "gai_strerror", "hstrerror", "getnameinfo", "gethostbyaddr", "gethostbyaddr_r", "gethostbyname", "gethostbyname_r",
			"gethostbyname2", "gethostbyname2_r", "dn_expand", "res_mkquery", "res_send", "res_query", "res_search", "res_querydomain",
		},
		headers: []string{
			"arpa/inet.h", "ctype.h", "endian.h", "errno.h", "fcntl.h", "inttypes.h", "limits.h", "net/if.h", "netdb.h", "netinet/in.h", "netinet/tcp.h", "poll.h",
			"pthread.h", "resolv.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h", "sys/socket.h", "time.h", "unistd.h",
		},
		names: []string{
			"__dn_expand", "confcov_dn_expand", "__res_mkquery", "confcov_res_mkquery", "__res_send", "confcov_res_send", "__inet_aton", "inet_aton",
			"__dns_parse", "confcov_dns_parse", "__get_resolv_conf", "confcov_get_resolv_conf", "__lookup_ipliteral", "confcov_lookup_ipliteral",
			"__lookup_name", "confcov_lookup_name", "__lookup_serv", "confcov_lookup_serv", "__res_msend", "confcov_res_msend",
			"__res_msend_rc", "confcov_res_msend_rc", "__fopen_rb_ca(name, f, buffer, size)", `fopen(name, "rbe")`, "__fclose_ca(f)", "fclose(f)",
			"__syscall(number, fd)", "close(fd)", "NI_NUMERICSCOPE", "0x100",
		},
		locals: []string{"cleanup", "dns_parse_callback", "is_valid_hostname", "msgs"},
	},
}

// source returns what is compiled; library says where a file of the engine's C library is.
func (p *part) source(library func(file string) string) (string, error) {
	var b strings.Builder
	b.WriteString("#define _GNU_SOURCE\n")
	for _, h := range p.headers {
		fmt.Fprintf(&b, "#include <%s>\n", h)
	}
	b.WriteString(`#define hidden static
#define weak_alias(old, new) confcov_alias(old, new)
#define confcov_alias(old, new) extern __typeof(old) new __attribute__((alias(#old)))
#define LOCK(x) ((void) 0)
#define UNLOCK(x) ((void) 0)
#define LCTRANS_CUR(text) (text)
`)
	for _, f := range p.functions {
		fmt.Fprintf(&b, "extern __typeof(%s) __wrap_%[1]s;\n#undef %[1]s\n#define %[1]s __wrap_%[1]s\n", f)
	}
	for i := 0; i < len(p.names); i += 2 {
		fmt.Fprintf(&b, "#define %s %s\n", p.names[i], p.names[i+1])
	}
	for i, name := range p.files {
		text, err := os.ReadFile(library(name))
		if err != nil {
			return "", err
		}
		for _, l := range p.locals {
			fmt.Fprintf(&b, "#undef %s\n#define %[1]s confcov_%[1]s_%d\n", l, i)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "#include ") && !strings.HasPrefix(line, "#define _GNU_SOURCE") && !strings.HasPrefix(line, "#define _BSD_SOURCE") {
				b.WriteString(line)
			}
		}
	}
	return b.String(), nil
}
