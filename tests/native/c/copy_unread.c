/* Members that nobody reads, in structures that are copied as a whole: types of other accesses and of the copy tell what they are. */
#include "check.h"

struct item { int n; double v; float w[2]; int m; };

OWN void by_memcpy(const struct item *a, struct item *b) {
  memcpy(b, a, sizeof *a);
  b->n = 1;
}
OWN void by_assignment(const struct item *a, struct item *b) { *b = *a; }

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct item a = {1, 2, {3, 4}, 5}, b, da = {0, 0, {0, 0}, 0}, db = {0, 7, {8, 9}, 0};
    if (i == 0)
      __enzyme_autodiff((void *)by_memcpy, &a, &da, &b, &db);
    else
      __enzyme_autodiff((void *)by_assignment, &a, &da, &b, &db);
    CHECK(da.v, 7);
    CHECK_FLOAT(da.w[0], 8);
    CHECK_FLOAT(da.w[1], 9);
    CHECK(db.v, 0);
  }
  return wrong;
}
