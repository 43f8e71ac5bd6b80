/* The return from a signal handler is the engine's work, so nothing restores. */

void __restore(void) { }
void __restore_rt(void) { }
