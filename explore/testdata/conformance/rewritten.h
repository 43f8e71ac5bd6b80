/* What the parser does not know, in a header; header-rewritten.c includes it. */
static inline int count(const int a[static 2], int (*f)(int n, int b[*])) { return f(2, (int *)a); }
enum __attribute__((packed)) tiny { A, B };
typedef __typeof__(const int) constant;
static const int caf\u00e9 = 2;
