/* Several directions at once, and batches. */
#include "near.h"

typedef struct {
  double d[4];
} Four;
typedef struct {
  double a, b;
} Two;
typedef struct {
  double primal, a, b;
} Three;
Four __enzyme_fwddiff_four(void *, ...);
Two __enzyme_fwddiff_two(void *, ...);
Three __enzyme_fwddiff_three(void *, ...);
void __enzyme_autodiff(void *, ...);
Four __enzyme_autodiff_four(void *, ...);
Two __enzyme_autodiff_two(void *, ...);
Four __enzyme_batch(void *, ...);
void __enzyme_batch_nothing(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double f(double x, double y) { return x * y + 1 / x; }

static double table[3] = {1, 2, 3};
static double overwrite(double *x, int i) {
  double t = x[i];
  x[i] = t * t;
  return sin(t) * table[i];
}
static double g(double *x, int n) {
  double s = 0, *w = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++) {
    w[i] = x[i] * x[i];
    if (x[i] > 0.5)
      s += overwrite(x, i);
    else
      s *= x[i] + 1;
  }
  for (int i = 0; i < n; i++) s += w[i] * x[n - 1 - i];
  free(w);
  return s;
}
static double difference(const double *x, int k) {
  double a[3], b[3], e = 1e-5;
  for (int i = 0; i < 3; i++) a[i] = b[i] = x[i];
  a[k] += e;
  b[k] -= e;
  return (g(a, 3) - g(b, 3)) / (2 * e);
}
static void scale(double *x, double by) { x[0] *= by; }

int main(void) {
  Two two = __enzyme_fwddiff_two((void *)f, enzyme_width, 2, 2.0, 1.0, 0.0, 3.0, 0.0, 1.0);
  NEAR(two.a, 3 - 0.25);
  NEAR(two.b, 2);
  Three three = __enzyme_fwddiff_three(
      (void *)f, enzyme_width, 2, enzyme_primal_return, enzyme_dup, 2.0, 1.0, 0.0, enzyme_dup, 3.0, 0.0, 1.0);
  NEAR(three.primal, 6.5);
  NEAR(three.a, 3 - 0.25);
  NEAR(three.b, 2);

  const double start[3] = {.3, .7, .9};
  const double d0 = difference(start, 0), d1 = difference(start, 1), d2 = difference(start, 2);
  for (int how = 0; how < 2; how++) {
    double x[3] = {.3, .7, .9}, t[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    Four r = how ? __enzyme_fwddiff_four(
                       (void *)g, enzyme_width, 4, enzyme_dup, x, t[0], t[1], t[2], t[3], enzyme_const, 3)
                 : __enzyme_fwddiff_four(
                       (void *)g, enzyme_width, 4, enzyme_dupv, (long)sizeof(t[0]), x, t, enzyme_const, 3);
    CLOSE(r.d[0], d0);
    CLOSE(r.d[1], d1);
    CLOSE(r.d[2], d2);
    CLOSE(r.d[3], d0 + d1 + d2);
    NEAR(t[1][1], 2 * .7); /* x[1] was squared, once */
    NEAR(x[1], .7 * .7);
  }

  double x[3] = {.3, .7, .9}, s[2][3] = {{0, 0, 0}, {0, 1, 0}};
  __enzyme_autodiff((void *)g, enzyme_width, 2, enzyme_dupv, (long)sizeof(s[0]), x, s, enzyme_const, 3);
  CLOSE(s[0][0], d0);
  CLOSE(s[0][1], d1);
  CLOSE(s[0][2], d2);
  CLOSE(s[1][0], d0);
  CLOSE(s[1][1], d1 + 2 * .7);
  CLOSE(s[1][2], d2);

  Four four = __enzyme_autodiff_four((void *)f, enzyme_width, 2, 2.0, 3.0);
  NEAR(four.d[0], 2.75);
  NEAR(four.d[1], 2.75);
  NEAR(four.d[2], 2);
  NEAR(four.d[3], 2);
  two = __enzyme_autodiff_two((void *)f, enzyme_primal_return, 2.0, enzyme_const, 3.0);
  NEAR(two.a, 6.5);
  NEAR(two.b, 2.75);

  double z[3] = {.3, .7, .9}, u[2][3] = {{0, 0, 0}, {0, 1, 0}}, *none = 0;
  void *tape = __enzyme_augmentfwd((void *)g, enzyme_width, 2, enzyme_dup, z, none, none, enzyme_const, 3);
  __enzyme_reverse((void *)g, enzyme_width, 2, enzyme_dup, z, u[0], u[1], enzyme_const, 3, 1.0, 2.0, tape);
  CLOSE(u[0][0], d0);
  CLOSE(u[1][0], 2 * d0);
  CLOSE(u[1][1], 2 * d1 + 2 * .7);

  four = __enzyme_batch((void *)f, enzyme_width, 4, enzyme_vector, 1.0, 2.0, 3.0, 4.0, enzyme_scalar, 10.0);
  NEAR(four.d[0], 11);
  NEAR(four.d[3], 40.25);
  double many[4] = {1, 2, 3, 4};
  __enzyme_batch_nothing(
      (void *)scale, enzyme_width, 4, enzyme_buffer, sizeof(double), many, enzyme_vector, 1.0, 10.0, 100.0, 1000.0);
  NEAR(many[2], 300);
  NEAR(many[3], 4000);
  return 0;
}
