/* Chosen before the system's header: build without libcap, so that capabilities are set by capset. */
#undef VSF_SYSDEP_HAVE_LIBCAP
