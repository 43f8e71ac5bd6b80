/* The example of figure 4.2: four options, one input, five statements. */

#include <stdio.h>

#include "options.h"

static void
statement(int number)
{
  printf("statement %d\n", number);
}

int
main(int argc, char** argv)
{
  int input = read_options(argc, argv);
  int x = 0;
  int y;
  if (a)
    statement(1);
  else if (b)
  {
    statement(2);
    x = 1;
    if (!input)
      statement(3);
  }
  y = c || d;
  if (x && input)
  {
    statement(4);
    if (y)
      statement(5);
  }
  return 0;
}
