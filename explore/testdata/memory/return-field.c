/* use after return: a local's address is kept in another local that is copied
   asan stack-use-after-return
   engine use after return: read of 4 bytes */
struct box {
  int n, *p;
};
static int fixed = 3;
static struct box put(int *p) {
  struct box b = {1, p};
  return b;
}
static struct box fill(void) {
  int local = 3;
  struct box b = put(&local);
#ifdef FIXED
  b = put(&fixed);
#endif
  return b;
}
static int again(void) {
  int local = 5;
  return *put(&local).p;
}
int main(void) {
  struct box b = fill();
  return again() + *b.p > 20;
}
