/* n0 0..4; b1 bool; n2 0..4; b3 bool */
/* Which files there are depends on more than fits a choice. */
#include <stdio.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int n0, b1, n2, b3;
static void ready(void) {}
int main(void) {
  int x = 1;
  ready();
  close(open("/f", O_CREAT | O_RDWR, 0644));
  switch (n2) {
  case 1:
    x += mkdir("/d", 0755) + rename("/f", b1 ? "/d/f" : "/log");
  case 4:
    if (b3) unlink("/log");
  }
  if (n0 == 2) unlink("/d/f");
  if (n0 == 3) mkdir("/log", 0755);
  x += open("/log", O_RDONLY);
  x += 5 * open("/d/f", O_RDONLY);
  x += 7 * access("/f", 0);
  return x & 127;
}
