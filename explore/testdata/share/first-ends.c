/* where bool; other bool */
/* The first process ends at one of two places, its child lives longer. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int where, other;
static void ready(void) {}
static void one(void) { abort(); }
static void two(void) { abort(); }
int main(void) {
  ready();
  if (fork()) {
    if (where)
      one();
    else
      two();
  }
  sleep(1);
  write(1, other ? "yes" : "no", 2 + other);
  return 0;
}
