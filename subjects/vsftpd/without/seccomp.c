/*
 * vsftpd without its seccomp sandbox, as it is built for any system but Linux on x86-64: the empty functions at the end of its file.
 * The sandbox computes a filter of some hundred rules, a dozen options decide which, in every configuration, and gives it to the
 * kernel where seccomp_sandbox=YES. A simulated kernel has nothing that it could keep the program from.
 */
#undef __linux__
#include "seccompsandbox.c"
