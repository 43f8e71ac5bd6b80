#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  const char *w[] = {"", "a", "ab", "abc", "abd", "ABC", "hello world", "hello", "\xff\x01", "zz"};
  for (int i = 0; i < 10; i++) {
    for (int j = 0; j < 10; j++) {
      printf("%d%d%d%d%d ", sign(strcmp(w[i], w[j])), sign(strncmp(w[i], w[j], 2)), sign(strcasecmp(w[i], w[j])), sign(strncasecmp(w[i], w[j], 3)), sign(memcmp(w[i], w[j], 1)));
      printf("%zu %zu ", strspn(w[i], w[j]), strcspn(w[i], w[j]));
      char *s = strstr(w[i], w[j]);
      printf("%d,", s ? (int)(s - w[i]) : -1);
    }
    putchar('\n');
  }
  char buf[64];
  memset(buf, 'x', sizeof buf);
  strcpy(buf, "one");
  strcat(buf, " two");
  strncat(buf, " three", 3);
  printf("%s %zu %zu\n", buf, strlen(buf), strnlen(buf, 4));
  strncpy(buf, "abc", 8);
  printf("%d %d %c\n", buf[3], buf[7], buf[8]);
  printf("%ld %ld\n", (long)(stpcpy(buf, "stp") - buf), (long)(stpncpy(buf, "stpn", 2) - buf));
  memmove(buf + 2, buf, 10);
  memmove(buf, buf + 1, 10);
  for (int i = 0; i < 14; i++) printf("%02x", (unsigned char)buf[i]);
  putchar('\n');
  strcpy(buf, "find the first and the last");
  printf("%s|%s|%s|%d\n", strchr(buf, 't'), strrchr(buf, 't'), (char *)memchr(buf, 'f', 30), strchr(buf, 'q') == NULL);
  printf("%d %s\n", *strchr(buf, 0), strpbrk(buf, "xyzs"));
  for (char *save, *t = strtok_r(buf, " ", &save); t; t = strtok_r(NULL, " ", &save)) printf("[%s]", t);
  putchar('\n');
  char *d = strdup("duplicate");
  d = realloc(d, 100);
  strcat(d, "d");
  printf("%s %s\n", d, strndup(d, 3));
  free(d);
  for (int c = 0; c < 256; c += 7) printf("%d%d%d%c", !!isalpha(c), !!isdigit(c), !!isspace(c), isprint(c) ? toupper(c) : '.');
  putchar('\n');
  int a, b;
  char word[10];
  printf("%d ", sscanf("12 -0x1f word", "%d %i %9s", &a, &b, word));
  printf("%d %d %s\n", a, b, word);
  printf("%5d|%-5d|%05d|%x|%X|%o|%c|%%|%10.3s\n", 42, 42, 42, 255, 255, 8, 'c', "abcdef");
  printf("%ld %lu %lld %hhd %hu %zu %jd\n", -1L, -1UL, -1LL, (char)300, (unsigned short)70000, sizeof(int), (long)5);
  printf("%d %d %ld\n", atoi("  -42abc"), (int)strtol("077", 0, 0), strtol("zz", 0, 36));
  char out[8];
  printf("%d %s\n", snprintf(out, sizeof out, "%s", "truncated text"), out);
  return 0;
}
