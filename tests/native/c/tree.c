/* A binary search tree whose shape depends on the data; sums over it by recursion. */
#include "check.h"

struct tree { double key; struct tree *child[2]; };

OWN void insert(struct tree **at, double key) {
  while (*at) at = &(*at)->child[key > (*at)->key];
  *at = calloc(1, sizeof **at);
  (*at)->key = key;
}

OWN double sum(const struct tree *t, double depth) {
  if (!t) return 0;
  return depth * t->key * t->key + sum(t->child[0], depth + 1) + sum(t->child[1], depth + 1);
}

OWN void drop(struct tree *t) {
  if (!t) return;
  drop(t->child[0]);
  drop(t->child[1]);
  free(t);
}

OWN double f(const double *x, int n) {
  struct tree *root = NULL;
  for (int i = 0; i < n; i++) insert(&root, x[i]);
  double s = sum(root, 1);
  drop(root);
  return s;
}

int main(void) {
  double x[7] = {4, 2, 6, 1, 3, 5, 7}, d[7] = {0}, t[7] = {1, 1, 1, 1, 1, 1, 1};
  int depth[7] = {1, 2, 2, 3, 3, 3, 3};
  __enzyme_autodiff((void *)f, x, d, 7);
  double all = 0;
  for (int i = 0; i < 7; i++) {
    CHECK(d[i], 2 * depth[i] * x[i]);
    all += 2 * depth[i] * x[i];
  }
  CHECK(__enzyme_fwddiff((void *)f, x, t, 7), all);
  return wrong;
}
