/* Memory from allocators that are called through pointers, in variables and in arguments. */
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static struct {
  int calls;
  void *(*get)(size_t);
  void (*put)(void *);
} pool = {0, malloc, free};

__attribute__((noinline)) static double *take(size_t n) {
  pool.calls++;
  return pool.get(n * sizeof(double));
}

__attribute__((noinline)) static void square(double *x) { *x *= *x; }

static double through_table(double x) {
  double *m = take(2);
  m[0] = x;
  m[1] = 3 * x;
  square(m);
  square(m + 1);
  double r = m[0] * m[1]; /* 9 x^4 */
  pool.put(m);
  return r;
}

static double *cleared(size_t n) { return calloc(n, sizeof(double)); }

__attribute__((noinline)) static double sum(double x, double *(*get)(size_t)) {
  double *m = get(4);
  m[2] = x * x;
  double r = m[0] + m[1] + m[2] + m[3];
  free(m);
  return r;
}

static double through_argument(double x) { return sum(x, cleared); }

int main(void) {
  NEAR(__enzyme_autodiff((void *)through_table, 2.0), 36 * 8);
  NEAR(__enzyme_fwddiff((void *)through_table, 2.0, 1.0), 36 * 8);
  NEAR(__enzyme_autodiff((void *)through_argument, 2.0), 4);
  NEAR(__enzyme_fwddiff((void *)through_argument, 2.0, 1.0), 4);
  return 0;
}
