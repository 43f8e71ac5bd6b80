/* strerror with the texts that glibc gives, since programs print them. Messages are
   not translated. */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "locale_impl.h"

#define ERROR(number, text) [number] = {#number, text}

static const struct { const char *name, *text; } errors[] = {
	ERROR(0, "Success"),
	ERROR(EPERM, "Operation not permitted"),
	ERROR(ENOENT, "No such file or directory"),
	ERROR(ESRCH, "No such process"),
	ERROR(EINTR, "Interrupted system call"),
	ERROR(EIO, "Input/output error"),
	ERROR(ENXIO, "No such device or address"),
	ERROR(E2BIG, "Argument list too long"),
	ERROR(ENOEXEC, "Exec format error"),
	ERROR(EBADF, "Bad file descriptor"),
	ERROR(ECHILD, "No child processes"),
	ERROR(EAGAIN, "Resource temporarily unavailable"),
	ERROR(ENOMEM, "Cannot allocate memory"),
	ERROR(EACCES, "Permission denied"),
	ERROR(EFAULT, "Bad address"),
	ERROR(ENOTBLK, "Block device required"),
	ERROR(EBUSY, "Device or resource busy"),
	ERROR(EEXIST, "File exists"),
	ERROR(EXDEV, "Invalid cross-device link"),
	ERROR(ENODEV, "No such device"),
	ERROR(ENOTDIR, "Not a directory"),
	ERROR(EISDIR, "Is a directory"),
	ERROR(EINVAL, "Invalid argument"),
	ERROR(ENFILE, "Too many open files in system"),
	ERROR(EMFILE, "Too many open files"),
	ERROR(ENOTTY, "Inappropriate ioctl for device"),
	ERROR(ETXTBSY, "Text file busy"),
	ERROR(EFBIG, "File too large"),
	ERROR(ENOSPC, "No space left on device"),
	ERROR(ESPIPE, "Illegal seek"),
	ERROR(EROFS, "Read-only file system"),
	ERROR(EMLINK, "Too many links"),
	ERROR(EPIPE, "Broken pipe"),
	ERROR(EDOM, "Numerical argument out of domain"),
	ERROR(ERANGE, "Numerical result out of range"),
	ERROR(EDEADLK, "Resource deadlock avoided"),
	ERROR(ENAMETOOLONG, "File name too long"),
	ERROR(ENOLCK, "No locks available"),
	ERROR(ENOSYS, "Function not implemented"),
	ERROR(ENOTEMPTY, "Directory not empty"),
	ERROR(ELOOP, "Too many levels of symbolic links"),
	ERROR(ENOMSG, "No message of desired type"),
	ERROR(EIDRM, "Identifier removed"),
	ERROR(ECHRNG, "Channel number out of range"),
	ERROR(EL2NSYNC, "Level 2 not synchronized"),
	ERROR(EL3HLT, "Level 3 halted"),
	ERROR(EL3RST, "Level 3 reset"),
	ERROR(ELNRNG, "Link number out of range"),
	ERROR(EUNATCH, "Protocol driver not attached"),
	ERROR(ENOCSI, "No CSI structure available"),
	ERROR(EL2HLT, "Level 2 halted"),
	ERROR(EBADE, "Invalid exchange"),
	ERROR(EBADR, "Invalid request descriptor"),
	ERROR(EXFULL, "Exchange full"),
	ERROR(ENOANO, "No anode"),
	ERROR(EBADRQC, "Invalid request code"),
	ERROR(EBADSLT, "Invalid slot"),
	ERROR(EBFONT, "Bad font file format"),
	ERROR(ENOSTR, "Device not a stream"),
	ERROR(ENODATA, "No data available"),
	ERROR(ETIME, "Timer expired"),
	ERROR(ENOSR, "Out of streams resources"),
	ERROR(ENONET, "Machine is not on the network"),
	ERROR(ENOPKG, "Package not installed"),
	ERROR(EREMOTE, "Object is remote"),
	ERROR(ENOLINK, "Link has been severed"),
	ERROR(EADV, "Advertise error"),
	ERROR(ESRMNT, "Srmount error"),
	ERROR(ECOMM, "Communication error on send"),
	ERROR(EPROTO, "Protocol error"),
	ERROR(EMULTIHOP, "Multihop attempted"),
	ERROR(EDOTDOT, "RFS specific error"),
	ERROR(EBADMSG, "Bad message"),
	ERROR(EOVERFLOW, "Value too large for defined data type"),
	ERROR(ENOTUNIQ, "Name not unique on network"),
	ERROR(EBADFD, "File descriptor in bad state"),
	ERROR(EREMCHG, "Remote address changed"),
	ERROR(ELIBACC, "Can not access a needed shared library"),
	ERROR(ELIBBAD, "Accessing a corrupted shared library"),
	ERROR(ELIBSCN, ".lib section in a.out corrupted"),
	ERROR(ELIBMAX, "Attempting to link in too many shared libraries"),
	ERROR(ELIBEXEC, "Cannot exec a shared library directly"),
	ERROR(EILSEQ, "Invalid or incomplete multibyte or wide character"),
	ERROR(ERESTART, "Interrupted system call should be restarted"),
	ERROR(ESTRPIPE, "Streams pipe error"),
	ERROR(EUSERS, "Too many users"),
	ERROR(ENOTSOCK, "Socket operation on non-socket"),
	ERROR(EDESTADDRREQ, "Destination address required"),
	ERROR(EMSGSIZE, "Message too long"),
	ERROR(EPROTOTYPE, "Protocol wrong type for socket"),
	ERROR(ENOPROTOOPT, "Protocol not available"),
	ERROR(EPROTONOSUPPORT, "Protocol not supported"),
	ERROR(ESOCKTNOSUPPORT, "Socket type not supported"),
	ERROR(EOPNOTSUPP, "Operation not supported"),
	ERROR(EPFNOSUPPORT, "Protocol family not supported"),
	ERROR(EAFNOSUPPORT, "Address family not supported by protocol"),
	ERROR(EADDRINUSE, "Address already in use"),
	ERROR(EADDRNOTAVAIL, "Cannot assign requested address"),
	ERROR(ENETDOWN, "Network is down"),
	ERROR(ENETUNREACH, "Network is unreachable"),
	ERROR(ENETRESET, "Network dropped connection on reset"),
	ERROR(ECONNABORTED, "Software caused connection abort"),
	ERROR(ECONNRESET, "Connection reset by peer"),
	ERROR(ENOBUFS, "No buffer space available"),
	ERROR(EISCONN, "Transport endpoint is already connected"),
	ERROR(ENOTCONN, "Transport endpoint is not connected"),
	ERROR(ESHUTDOWN, "Cannot send after transport endpoint shutdown"),
	ERROR(ETOOMANYREFS, "Too many references: cannot splice"),
	ERROR(ETIMEDOUT, "Connection timed out"),
	ERROR(ECONNREFUSED, "Connection refused"),
	ERROR(EHOSTDOWN, "Host is down"),
	ERROR(EHOSTUNREACH, "No route to host"),
	ERROR(EALREADY, "Operation already in progress"),
	ERROR(EINPROGRESS, "Operation now in progress"),
	ERROR(ESTALE, "Stale file handle"),
	ERROR(EUCLEAN, "Structure needs cleaning"),
	ERROR(ENOTNAM, "Not a XENIX named type file"),
	ERROR(ENAVAIL, "No XENIX semaphores available"),
	ERROR(EISNAM, "Is a named type file"),
	ERROR(EREMOTEIO, "Remote I/O error"),
	ERROR(EDQUOT, "Disk quota exceeded"),
	ERROR(ENOMEDIUM, "No medium found"),
	ERROR(EMEDIUMTYPE, "Wrong medium type"),
	ERROR(ECANCELED, "Operation canceled"),
	ERROR(ENOKEY, "Required key not available"),
	ERROR(EKEYEXPIRED, "Key has expired"),
	ERROR(EKEYREVOKED, "Key has been revoked"),
	ERROR(EKEYREJECTED, "Key was rejected by service"),
	ERROR(EOWNERDEAD, "Owner died"),
	ERROR(ENOTRECOVERABLE, "State not recoverable"),
	ERROR(ERFKILL, "Operation not possible due to RF-kill"),
	ERROR(EHWPOISON, "Memory page has hardware error"),
};

const char *strerrorname_np(int e)
{
	return e >= 0 && e < sizeof errors / sizeof *errors ? errors[e].name : 0;
}

const char *strerrordesc_np(int e)
{
	return e >= 0 && e < sizeof errors / sizeof *errors ? errors[e].text : 0;
}

char *strerror(int e)
{
	static char unknown[32];
	const char *text = strerrordesc_np(e);

	if (text) return (char *)text;
	snprintf(unknown, sizeof unknown, "Unknown error %d", e);
	return unknown;
}

char *__strerror_l(int e, locale_t locale)
{
	return strerror(e);
}
weak_alias(__strerror_l, strerror_l);

/* The variant of POSIX. */
int __xpg_strerror_r(int e, char *buffer, size_t size)
{
	const char *s = strerror(e);
	size_t n = strlen(s);
	int unknown = !strerrordesc_np(e);

	if (n < size) {
		memcpy(buffer, s, n + 1);
		return unknown ? EINVAL : 0;
	}
	if (size) {
		memcpy(buffer, s, size - 1);
		buffer[size - 1] = 0;
	}
	return unknown ? EINVAL : ERANGE;
}

/* The variant of GNU, which glibc's headers choose under _GNU_SOURCE by this name. */
#undef strerror_r
char *__confcov_gnu_strerror_r(int e, char *buffer, size_t size)
{
	const char *text = strerrordesc_np(e);

	if (text) return (char *)text;
	__xpg_strerror_r(e, buffer, size);
	return buffer;
}
