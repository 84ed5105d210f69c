/* An array that grows by realloc while it is filled, as a vector does; null at first, and shrunk at the end. */
#include "check.h"

struct vector { double *data; size_t size, room; };

OWN void push(struct vector *v, double value) {
  if (v->size == v->room) {
    v->room = v->room ? 2 * v->room : 1;
    v->data = realloc(v->data, v->room * sizeof *v->data);
  }
  v->data[v->size++] = value;
}

OWN double f(const double *x, int n) {
  struct vector v = {0};
  for (int i = 0; i < n; i++) push(&v, v.size ? v.data[v.size - 1] * x[i] : x[i]);
  double s = 0;
  for (size_t i = 0; i < v.size; i++) s += v.data[i];
  v.data = realloc(v.data, sizeof *v.data);
  s += v.data[0];
  free(v.data);
  return s;
}

int main(void) {
  enum { N = 13 };
  double x[N], d[N] = {0}, t[N] = {0};
  for (int i = 0; i < N; i++) x[i] = 0.8 + 0.05 * i;
  t[2] = 1;
  __enzyme_autodiff((void *)f, x, d, N);
  for (int k = 0; k < N; k++) {
    double want = k == 0, product = 1;
    for (int i = 0; i < N; i++) {
      product *= x[i];
      if (i >= k) want += product / x[k];
    }
    CHECK(d[k], want);
    if (k == 2) CHECK(__enzyme_fwddiff((void *)f, x, t, N), want);
  }
  return wrong;
}
