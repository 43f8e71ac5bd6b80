/*
 * grep.c, with a function that is called where the command line has been read: on its return the options become symbolic. One of them is a
 * variable of main, to which main gives its value as it does for -H.
 */
#include <config.h>
#include "getopt.h"

int option_with_filenames;

static void
options_read (void)
{
}

static int
next_option (int option)
{
  static int read;
  if (option != -1 || read)
    return option;
  read = 1;
  options_read ();
  return option_with_filenames ? 'H' : -1;
}

#define getopt_long(...) next_option (getopt_long (__VA_ARGS__))
#include "src/grep.c"
