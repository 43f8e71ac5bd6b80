/* use after return: a local's address is kept in a global
   asan stack-use-after-return
   engine use after return: write of 1 byte */
static char *kept;
static char room[8];
static void keep(void) {
  char b[8] = {0};
  kept = b;
#ifdef FIXED
  kept = room;
#endif
}
int main(void) {
  keep();
  kept[3] = 1;
  return 0;
}
