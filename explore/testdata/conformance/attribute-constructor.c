/* Functions that run before main and after it. */
#include <stdio.h>
#include <stdlib.h>

static int order;
static void report(const char *s) { printf("%d %s\n", ++order, s); }
__attribute__((constructor)) static void plain(void) { report("plain"); }
__attribute__((constructor(200))) static void late(void) { report("200"); }
static void __attribute__((constructor(150))) soon(void) { report("150"); }
static void last(void) __attribute__((destructor));
static void last(void) { report("destructor"); }
__attribute__((destructor(300))) static void last300(void) { report("destructor 300"); }
__attribute__((constructor)) void external(void) { report("external"); }
static void handler(void) { report("atexit"); }

int main(void)
{
	atexit(handler);
	report("main");
	return order;
}
