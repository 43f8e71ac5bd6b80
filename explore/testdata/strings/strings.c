/* String functions on bytes that are options: which function runs is an option, too. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include <stdio.h>
#include <stdlib.h>

int which;
char c0, c1;
static char s[16] = "xayb", t[16] = "xaybz", u[32] = "0123456789abcdefghij";

static unsigned hash(const char *p, int n) {
  unsigned h = 7;
  for (int i = 0; i < n; i++)
    h = h * 31 + (unsigned char)p[i];
  return h;
}
static int at(const char *p, const char *base) { return p ? (int)(p - base) : 99; }
static int sign(int x) { return (x > 0) - (x < 0); }

static int call(void) {
  switch (which) {
  case 0: return strlen(s);
  case 1: return strcmp(s, t);
  case 2: return strncmp(s, t, 3);
  case 3: return strcasecmp(s, t);
  case 4: return sign(memcmp(s, t, 5));
  case 5: return at(strchr(s, 'b'), s);
  case 6: return at(strrchr(s, 'b'), s);
  case 7: return at(memchr(s, 'b', 6), s);
  case 8: return at(strchrnul(s, 'q'), s);
  case 9: return strnlen(s, 3);
  case 10: return strspn(s, "xab");
  case 11: return strcspn(s, "b");
  case 12: strcpy(u, s); return hash(u, 20);
  case 13: strncpy(u, s, 7); return hash(u, 20);
  case 14: strcpy(u, "p"); strcat(u, s); return hash(u, 20);
  case 15: strcpy(u, "p"); strncat(u, s, 3); return hash(u, 20);
  case 16: memcpy(u + 3, s, 6); return hash(u, 20);
  case 17: memmove(u + 1, u, 5); memmove(s + 1, s, 6); return hash(u, 20) + hash(s, 16);
  case 18: memset(u, c0, 5); return hash(u, 20);
  case 19: return at(stpcpy(u, s), u);
  case 20: { char *d = strdup(s); int r = hash(d, strlen(d)); free(d); return r; }
  case 21: return at(strstr(t, s + 1), t);
  case 22: return snprintf(u, sizeof u, "<%s|%5.3s>", s, s) + hash(u, 20);
  case 23: return atoi(s + 1) + strtol("12b", 0, 0);
  case 24: return at(memrchr(s, 'b', 6), s);
  case 25: return strncasecmp(s, t, 4);
  }
  return 0;
}

int main(void) {
  s[1] = c0;
  s[3] = c1;
  t[3] = c0;
  unsigned r = call();
  return (r ^ r >> 7 ^ r >> 13 ^ r >> 24) & 127;
}
