/* stack overflow: a recursion without end
   option n 0..1
   asan stack-overflow
   engine stack overflow
   elsewhere
   why ASan names the callee, the engine the call */
int n;
static int down(int k) {
  int room[40];
  room[k & 31] = k;
  if (k == 5)
    return room[5];
  return down(k + 1) + room[k & 31];
}
int main(void) {
#ifdef FIXED
  return down(0) < 0;
#else
  return down(n ? 6 : 0) < 0;
#endif
}
