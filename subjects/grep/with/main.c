/*
 * grep.c, with the options that main keeps in variables of its own copied to objects where the command line has been read, and back: main frees
 * its table of patterns there. The function whose return makes the options symbolic also prepares what -w prepares, since the table that it
 * fills is looked at with -w only; and what other options say besides (-q of the exit status, -r of folders without operands) follows them.
 */
#include <config.h>
#include "search.h"
#include "exitfail.h"
#include "hash.h"

int option_matcher, option_filename;
intmax_t option_context;

void
options_read (void)
{
  wordinit ();
}

#define hash_free(table) \
  (hash_free (table), option_matcher = matcher, option_filename = filename_option, option_context = default_context, options_read (), \
   matcher = option_matcher, filename_option = option_filename, default_context = option_context, \
   last_recursive = directories == RECURSE_DIRECTORIES, exit_failure = exit_on_match ? 0 : exit_failure)

#include "src/grep.c"
