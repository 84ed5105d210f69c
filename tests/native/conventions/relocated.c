/* Addresses that are computed from distances: within one object, and from one object into another. */
#include <stdint.h>

#include "near.h"

void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static volatile uintptr_t nothing = 0;

static double across(const double *a, const double *b) {
  uintptr_t from = (uintptr_t)a, distance = (uintptr_t)b - from + nothing;
  const double *there = (const double *)(from + distance); /* b */
  return *there * *there * a[1];
}

static double moved(const double *x, int n) {
  double copy[4];
  for (int i = 0; i < n; i++) copy[i] = x[i] * x[i];
  const double *third = x + 2 + nothing;
  const double *same = (const double *)((uintptr_t)copy + ((uintptr_t)third - (uintptr_t)x));
  return *same * x[0];
}

static double late(const double *x, int n) {
  double s = 0;
  uintptr_t last = 0; /* an address only from the second time around */
  for (int i = 0; i < n; i++) {
    uintptr_t next = last + 8 + nothing;
    if (last) s += *(const double *)next * *(const double *)next;
    last = (uintptr_t)(x + i / 2 * 2);
  }
  return s;
}

int main(void) {
  double a[2] = {3, 5}, b[1] = {7}, da[2] = {0}, db[1] = {0}, ta[2] = {0, 1}, tb[1] = {1};
  __enzyme_autodiff((void *)across, enzyme_dup, a, da, enzyme_dup, b, db);
  NEAR(da[0], 0);
  NEAR(da[1], 49);
  NEAR(db[0], 70);
  NEAR(__enzyme_fwddiff((void *)across, enzyme_dup, a, ta, enzyme_dup, b, tb), 119);
  double x[4] = {2, 3, 4, 5}, dx[4] = {0};
  __enzyme_autodiff((void *)moved, enzyme_dup, x, dx, enzyme_const, 4);
  NEAR(dx[0], 16);
  NEAR(dx[2], 16);
  double y[6] = {1, 2, 3, 4, 5, 6}, dy[6] = {0};
  __enzyme_autodiff((void *)late, enzyme_dup, y, dy, enzyme_const, 5);
  NEAR(dy[1], 8);
  NEAR(dy[2], 0);
  NEAR(dy[3], 16);
  return 0;
}
