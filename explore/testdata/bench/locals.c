/* Calls of functions whose locals are in memory. */
struct point { int x, y; };
static void move(struct point *p, int dx, int dy) {
  p->x += dx;
  p->y += dy;
}
static int walk(int n) {
  struct point p = {0, 0};
  int steps[8];
  for (int i = 0; i < 8; i++)
    steps[i] = n ^ i;
  for (int i = 0; i < 8; i++)
    move(&p, steps[i] & 3, steps[7 - i] & 1);
  return p.x - p.y;
}
int main(void) {
  int sum = 0;
  for (int i = 0; i < 60000; i++)
    sum += walk(i);
  return sum & 127;
}
