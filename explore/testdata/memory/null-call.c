/* null: a call
   option n 0..1
   asan SEGV
   engine null pointer: call of a function */
int n;
static int one(void) {
  return 1;
}
static int (*const handlers[])(void) = {one, 0};
int main(void) {
#ifdef FIXED
  return handlers[n] ? handlers[n]() != 1 : 0;
#else
  return handlers[n]() != 1;
#endif
}
