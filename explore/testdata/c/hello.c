#include <stdio.h>
#include <string.h>
#include <stdlib.h>

struct node { struct node *next; int key; char name[12]; };

static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s) h = h * 33 + (unsigned char)*s++;
  return h;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv) {
  struct node *table[16] = {0};
  int i, order[20];
  printf("hello %s %d\n", argv[0], argc);
  for (i = 0; i < 20; i++) {
    struct node *n = malloc(sizeof *n);
    snprintf(n->name, sizeof n->name, "k%03d", i * 37 % 101);
    n->key = i;
    n->next = table[hash(n->name) % 16];
    table[hash(n->name) % 16] = n;
    order[i] = i * 7919 % 1009;
  }
  for (i = 0; i < 16; i++)
    for (struct node *n = table[i]; n; n = n->next)
      printf("%d:%s=%d ", i, n->name, n->key);
  putchar('\n');
  qsort(order, 20, sizeof order[0], compare);
  for (i = 0; i < 20; i++) printf("%d%c", order[i], i == 19 ? '\n' : ' ');
  printf("%5.2f %g %e %a|%-8s|%08x|%+d|%llu\n", 3.14159, 0.1, 12345.678, 1.5, "left", 0xbeef, 42, 18446744073709551615ULL);
  printf("%Lf %Lg\n", 2.5L, 1e-10L);
  char buf[32];
  strcpy(buf, "abc");
  strcat(buf, "def");
  printf("%zu %d %d %s\n", strlen(buf), strcmp(buf, "abd") < 0, memcmp(buf, "abcx", 4) < 0, strchr(buf, 'd'));
  printf("%ld %lu %f\n", strtol("-123xyz", 0, 10), strtoul("ff", 0, 16), strtod("1e3", 0));
  return 7;
}
