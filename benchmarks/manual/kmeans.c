/* Derivatives of kmeans by hand: a centroid's gradient is twice its distances from the points nearest to it, its second
   derivatives are twice their number. */
#include "../programs/program.h"

typedef struct { int n, k, d; double *points, *centroids, *slope, *curvature; } state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->n = take(&input), s->k = take(&input), s->d = take(&input);
  s->points = take_many(&input, s->n * s->d), s->centroids = take_many(&input, s->k * s->d);
  s->slope = room(s->k * s->d), s->curvature = room(s->k * s->d);
  return s;
}

/* The number of the nearest centroid; its squared distance goes to *least. */
static int nearest(const double *restrict point, const double *restrict centroids, int k, int d, double *least) {
  int found = 0;
  *least = INFINITY;
  for (int j = 0; j < k; j++) {
    double square = 0;
    for (int a = 0; a < d; a++) {
      double t = point[a] - centroids[j * d + a];
      square += t * t;
    }
    if (square < *least) {
      *least = square;
      found = j;
    }
  }
  return found;
}

double primal(void *state_) {
  state *s = state_;
  double total = 0, least;
  for (int i = 0; i < s->n; i++) {
    nearest(s->points + i * s->d, s->centroids, s->k, s->d, &least);
    total += least;
  }
  return total;
}

double derivative(void *state_) {
  state *s = state_;
  int d = s->d;
  double *restrict slope = s->slope, least;
  clear(slope, s->k * d);
  for (int i = 0; i < s->n; i++) {
    const double *point = s->points + i * d;
    int j = nearest(point, s->centroids, s->k, d, &least);
    for (int a = 0; a < d; a++) slope[j * d + a] += 2 * (s->centroids[j * d + a] - point[a]);
  }
  return slope[0];
}

double curvature(void *state_) {
  state *s = state_;
  int d = s->d;
  double *restrict slope = s->slope, *restrict curvature = s->curvature, least;
  clear(slope, s->k * d);
  clear(curvature, s->k * d);
  for (int i = 0; i < s->n; i++) {
    const double *point = s->points + i * d;
    int j = nearest(point, s->centroids, s->k, d, &least);
    for (int a = 0; a < d; a++) {
      slope[j * d + a] += 2 * (s->centroids[j * d + a] - point[a]);
      curvature[j * d + a] += 2;
    }
  }
  return curvature[0];
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
