/* undefined behaviour: an index beyond a member of a structure, within the structure
   option n 0..6
   ubsan index
   engine warning: index beyond an array of 4 elements */
struct s {
  char name[4];
  int rest;
};
int n;
int main(void) {
  struct s s = {"", 0};
#ifdef FIXED
  return s.name[n & 3];
#else
  return s.name[n];
#endif
}
