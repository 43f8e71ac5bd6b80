/*
 * The native half of a brute-force run: linked with a program of
 * explore/testdata/brute, it runs the program once for each line of the file
 * BRUTE_CONFIGS, in a process of its own. A line has the values of the options in
 * the order of the table in options.h. The i-th run reads BRUTE_STDIN, writes to
 * BRUTE_DIR/i/out, leaves its counters under BRUTE_DIR/i; statuses go to
 * BRUTE_DIR/status, one line each: the exit status, or 1000 and the signal.
 * Errors that the address sanitizer sees end a run with status 99.
 */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "options.h"

#define OPTIONS (sizeof table / sizeof table[0])

void __gcov_dump(void);

static long long values[OPTIONS];

const char*
__asan_default_options(void)
{
  return "exitcode=99:detect_leaks=0:symbolize=0:handle_abort=1:handle_sigfpe=1";
}

void
__asan_on_error(void)
{
  __gcov_dump();
}

void
options_ready(void)
{
  size_t i;
  for (i = 0; i < OPTIONS; i++)
    memcpy(table[i].object, &values[i], table[i].size);
}

static void
redirect(int fd, const char* name, int flags)
{
  int n = open(name, flags, 0644);
  if (n < 0 || dup2(n, fd) < 0)
    _exit(98);
  close(n);
}

static void
become(const char* dir, int run)
{
  char name[4096];
  snprintf(name, sizeof name, "%s/%d", dir, run);
  mkdir(name, 0755);
  setenv("GCOV_PREFIX", name, 1);
  setenv("GCOV_PREFIX_STRIP", "99", 1);
  strcat(name, "/out");
  redirect(0, getenv("BRUTE_STDIN"), O_RDONLY);
  redirect(1, name, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(2, "/dev/null", O_WRONLY);
  alarm(20);
}

/*
 * Reads the next line's values; false at the end of the file. The file must not
 * be a stdio stream: a child that exits would move the position that its parent reads at.
 */
static int
next_values(const char** at)
{
  size_t i;
  char* end;
  for (i = 0; i < OPTIONS; i++, *at = end)
  {
    values[i] = strtoll(*at, &end, 10);
    if (end == *at)
      return 0;
  }
  return 1;
}

static const char*
contents(const char* name)
{
  struct stat st;
  char* text;
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fstat(fd, &st) < 0 || !(text = malloc(st.st_size + 1)) || read(fd, text, st.st_size) != st.st_size)
    _exit(98);
  close(fd);
  text[st.st_size] = 0;
  return text;
}

__attribute__((constructor)) static void
run_all(void)
{
  const char *dir = getenv("BRUTE_DIR"), *configs = contents(getenv("BRUTE_CONFIGS"));
  char name[4096];
  int run, status, statuses;
  snprintf(name, sizeof name, "%s/status", dir);
  statuses = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  for (run = 0; next_values(&configs); run++)
  {
    pid_t child = fork();
    if (child == 0)
    {
      close(statuses);
      become(dir, run);
      return; /* to main */
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
      _exit(98);
    dprintf(statuses, "%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status));
  }
  _exit(0);
}
