/* The cost of a clustering, its gradient, and the diagonal of its Hessian by forward over reverse mode.  Input: n, k, d, points
   (n d), centroids (k d).  Results: cost, gradient (k d), diagonal of the Hessian (k d). */
#include "program.h"

static double cost(const double *restrict points, const double *restrict centroids, int n, int k, int d) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    double least = INFINITY;
    for (int j = 0; j < k; j++) {
      double square = 0;
      for (int a = 0; a < d; a++) {
        double t = points[i * d + a] - centroids[j * d + a];
        square += t * t;
      }
      if (square < least) least = square;
    }
    total += least;
  }
  return total;
}

static void gradient(const double *restrict points, const double *restrict centroids, double *restrict out, int n, int k, int d) {
  for (int i = 0; i < k * d; i++) out[i] = 0;
  __enzyme_autodiff((void *)cost, enzyme_const, points, enzyme_dup, centroids, out, n, k, d);
}

typedef struct { int n, k, d; double *points, *centroids, *ones, *slope, *curvature; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->n = take(&input), s->k = take(&input), s->d = take(&input);
  s->points = take_many(&input, s->n * s->d), s->centroids = take_many(&input, s->k * s->d);
  s->ones = room(s->k * s->d), s->slope = room(s->k * s->d), s->curvature = room(s->k * s->d);
  for (int i = 0; i < s->k * s->d; i++) s->ones[i] = 1;
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return cost(s->points, s->centroids, s->n, s->k, s->d);
}

double derivative(void *state_) {
  state *s = state_;
  gradient(s->points, s->centroids, s->slope, s->n, s->k, s->d);
  return s->slope[0];
}

/* The Hessian is diagonal: its product with a vector of ones is its diagonal.  The gradient comes with it. */
double curvature(void *state_) {
  state *s = state_;
  __enzyme_fwddiff((void *)gradient, enzyme_const, s->points, enzyme_dup, s->centroids, s->ones, enzyme_dup, s->slope, s->curvature,
                   s->n, s->k, s->d);
  return s->curvature[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  long n = put(out, put(out, 0, &value, 1), s->slope, s->k * s->d);
  curvature(s);
  return put(out, n, s->curvature, s->k * s->d);
}

MEASURED(primal, derivative, curvature)
