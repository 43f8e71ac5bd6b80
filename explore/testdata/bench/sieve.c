/* The sieve of Eratosthenes. */
static char composite[1000001];
int main(void) {
  int count = 0;
  for (int i = 2; i <= 1000000; i++) {
    if (!composite[i]) {
      count++;
      for (int j = i + i; j <= 1000000; j += i)
        composite[j] = 1;
    }
  }
  return count & 127;
}
