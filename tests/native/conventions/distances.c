/* Distances of pointers are numbers: comparing a constant array with an active one does not make it active. */
#include <stdint.h>

#include "near.h"

void __enzyme_autodiff(void *, ...);

struct span {
  double *begin, *end;
};

__attribute__((noinline)) static int apart(const double *a, const double *b) {
  return (uintptr_t)a - (uintptr_t)b >= 32 && ((uintptr_t)a - (uintptr_t)b) % 8 == 0;
}

static void weighted(struct span *out, const struct span *x, const struct span *weights) {
  size_t n = ((uintptr_t)x->end - (uintptr_t)x->begin) / sizeof(double);
  double factor = apart(out->begin, weights->begin) && apart(out->begin, x->begin) ? 2 : 1;
  uintptr_t last = (uintptr_t)weights->begin + 24; /* an address that is used as one */
  for (size_t i = 0; i < n; i++) out->begin[i] = factor * weights->begin[i] * x->begin[i] * x->begin[i];
  out->begin[0] += *(double *)(last - 8) * x->begin[1];
}

int main(void) {
  static double x[3] = {1, 2, 3}, dx[3], w[3] = {4, 5, 6}, y[3], dy[3] = {1, 1, 1};
  struct span sx = {x, x + 3}, sdx = {dx, dx + 3}, sw = {w, w + 3}, sy = {y, y + 3}, sdy = {dy, dy + 3};
  double factor = apart(y, w) && apart(y, x) ? 2 : 1;
  __enzyme_autodiff((void *)weighted, enzyme_dup, &sy, &sdy, enzyme_dup, &sx, &sdx, enzyme_const, &sw);
  for (int i = 0; i < 3; i++) NEAR(dx[i], factor * w[i] * 2 * x[i] + (i == 1 ? w[2] : 0));
  return 0;
}
