/* The start of a program: what the C library must know before main runs. */

#include <elf.h>
#include <stdlib.h>
#include "libc.h"
#include "pthread_impl.h"
#include "syscall.h"

#define AUX_COUNT 40

/* The only thread. */
struct pthread __confcov_self;

volatile int __thread_list_lock;

extern char **__environ;

int main(int, char **, char **);

static void set_program_name(char *path)
{
	__progname_full = path;
	__progname = path;
	for (char *p = path; *p; p++)
		if (*p == '/') __progname = p + 1;
}

/* Functions that are called before and after main: the linker fills in their addresses. */
void (*__confcov_init[65])(int, char **, char **);
void (*__confcov_fini[65])(void);

void __libc_exit_fini(void)
{
	int n = 0;
	while (__confcov_fini[n]) n++;
	while (n) __confcov_fini[--n]();
}

void __confcov_start(long *stack)
{
	int argc = stack[0];
	char **argv = (char **)(stack + 1);
	char **envp = argv + argc + 1;
	size_t aux[AUX_COUNT] = { 0 };
	size_t *pair;

	__environ = envp;
	while (*envp) envp++;
	libc.auxv = (size_t *)(envp + 1);
	for (pair = libc.auxv; pair[0]; pair += 2)
		if (pair[0] < AUX_COUNT) aux[pair[0]] = pair[1];
	libc.page_size = aux[AT_PAGESZ] ? aux[AT_PAGESZ] : 4096;
	libc.secure = aux[AT_SECURE] != 0;
	set_program_name(argc > 0 && argv[0] ? argv[0] : "");

	__confcov_self.self = &__confcov_self;
	__confcov_self.next = &__confcov_self;
	__confcov_self.prev = &__confcov_self;
	__confcov_self.tid = __syscall(SYS_getpid);
	__confcov_self.detach_state = DT_JOINABLE;
	__confcov_self.locale = &libc.global_locale;
	__confcov_self.robust_list.head = &__confcov_self.robust_list.head;

	for (void (**f)(int, char **, char **) = __confcov_init; *f; f++)
		(*f)(argc, argv, __environ);

	exit(main(argc, argv, __environ));
}
