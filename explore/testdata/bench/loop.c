/* An integer loop with calls. */
static int step(int x, int y) { return (x * 31 + y) ^ (x >> 3); }
int main(void) {
  int acc = 1;
  for (int i = 0; i < 3000000; i++)
    acc = step(acc, i);
  return acc & 127;
}
