/* Chosen before the system's header: build without PAM, so that passwords are checked with crypt. */
#undef VSF_SYSDEP_HAVE_PAM
