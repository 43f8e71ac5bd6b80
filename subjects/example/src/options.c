/* Reads the example's options from its arguments. */

#include <stdlib.h>

#include "options.h"

int a, b, c, d;

int
read_options(int argc, char** argv)
{
  int i;
  for (i = 2; i < argc; i++)
  {
    int value = argv[i][0] != 0 && argv[i][1] == '=' ? atoi(argv[i] + 2) : 0;
    switch (argv[i][0])
    {
      case 'a': a = value; break;
      case 'b': b = value; break;
      case 'c': c = value; break;
      case 'd': d = value; break;
    }
  }
  return argc > 1 ? atoi(argv[1]) : 0;
}
