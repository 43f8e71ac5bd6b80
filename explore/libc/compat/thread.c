/* What is done on all threads is done on the only one. */

#include "pthread_impl.h"

void __synccall(void (*work)(void *), void *context)
{
	work(context);
}

void __inhibit_ptc(void) { }
void __release_ptc(void) { }
void __acquire_ptc(void) { }
void __tl_lock(void) { }
void __tl_unlock(void) { }
void __tl_sync(pthread_t td) { }
void __vm_lock(void) { }
void __vm_unlock(void) { }
void __vm_wait(void) { }

int __set_thread_area(void *p)
{
	return 0;
}

/* What pthread_cleanup_push and pthread_cleanup_pop of glibc call: nothing cancels the only thread. */
void __pthread_register_cancel(void *buffer) { }
void __pthread_unregister_cancel(void *buffer) { }
