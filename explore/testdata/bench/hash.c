/* A hash table with strings: insert, look up, delete. */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

struct entry { struct entry *next; char *key; int value; };
#define BUCKETS 1024
static struct entry *table[BUCKETS];

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  for (; *s; s++) {
    h ^= (unsigned char)*s;
    h *= 16777619u;
  }
  return h;
}

static struct entry **find(const char *key) {
  struct entry **p = &table[hash(key) % BUCKETS];
  while (*p && strcmp((*p)->key, key) != 0)
    p = &(*p)->next;
  return p;
}

static void key_of(char *buf, int i) {
  char digits[12];
  int n = 0;
  strcpy(buf, "key-");
  buf += 4;
  do
    digits[n++] = '0' + i % 10;
  while (i /= 10);
  while (n)
    *buf++ = digits[--n];
  *buf = 0;
}

int main(void) {
  char key[32];
  int sum = 0;
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 4000; i++) {
      key_of(key, i * 7);
      struct entry **p = find(key);
      if (!*p) {
        *p = calloc(1, sizeof **p);
        (*p)->key = strdup(key);
      }
      (*p)->value += i;
    }
    for (int i = 0; i < 4000; i++) {
      key_of(key, i);
      struct entry **p = find(key);
      if (*p) {
        sum += (*p)->value;
        if (i % 3 == 0) {
          struct entry *e = *p;
          *p = e->next;
          free(e->key);
          free(e);
        }
      }
    }
  }
  return sum & 127;
}
