/* Hand tracking: the distances of points from a posed hand and their Jacobian, in forward mode.  Input: the number of bones B,
   vertices V, triangles F and points N, whether positions on triangles (u) are sought; parents (B), base_relatives (B 16),
   inverse_base_absolutes (B 16), base_positions (V 4), weights (V B), triangles (F 3), whether mirrored, correspondences (N),
   points (N 3), theta (26), u (N 2, or none).  Results: the distances (3 N), the Jacobian by rows: u (2, or none), theta (26). */
#include "program.h"

/* LANES directions go through the function at once, as many as the machine's registers hold well: 26 or 28 columns in two or in
   seven goes.  With 1 each goes alone. */
#ifndef LANES
#ifdef __AVX512F__
#define LANES 14
#else
#define LANES 4
#endif
#endif
enum { THETA = 26 };

typedef struct {
  int bones, vertices, points, mirrored;
  int *parents, *corners, *correspondences;
  const double *relatives, *inverses, *positions, *weights, *places;
} hand;

static void multiply(const double *restrict a, const double *restrict b, double *restrict out) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      out[4 * i + j] = 0;
      for (int k = 0; k < 4; k++) out[4 * i + j] += a[4 * i + k] * b[4 * k + j];
    }
}

/* Rz(tz) Rx(tx) as a matrix of 4 by 4; hands do not turn about y. */
static void bend(double tx, double tz, double *out) {
  double cx = cos(tx), sx = sin(tx), cz = cos(tz), sz = sin(tz);
  double m[16] = {cz, -sz * cx, sz * sx, 0, sz, cz * cx, -cz * sx, 0, 0, sx, cx, 0, 0, 0, 0, 1};
  memcpy(out, m, sizeof m);
}

static void pose(const hand *h, const double *restrict theta, double *restrict transforms) {
  double *absolutes = malloc(16 * h->bones * sizeof *absolutes);
  for (int b = 0; b < h->bones; b++) {
    double tx = 0, tz = 0, bent[16], relative[16];
    int joint = b - 2, finger = joint / 4;
    if (joint >= 0 && joint < 20 && joint % 4 < 3) {
      const double *angles = theta + 6 + 4 * finger;
      tx = joint % 4 == 0 ? angles[0] : angles[1 + joint % 4];
      tz = joint % 4 == 0 ? angles[1] : 0;
    }
    bend(tx, tz, bent);
    multiply(h->relatives + 16 * b, bent, relative);
    int parent = h->parents[b];
    if (parent < 0) memcpy(absolutes + 16 * b, relative, sizeof relative);
    else multiply(absolutes + 16 * parent, relative, absolutes + 16 * b);
    multiply(absolutes + 16 * b, h->inverses + 16 * b, transforms + 16 * b);
  }
  free(absolutes);
}

static void rotation(const double *restrict w, double *restrict R) {
  double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  for (int i = 0; i < 9; i++) R[i] = i % 4 == 0;
  if (angle < 1e-4) return;
  double u[3] = {w[0] / angle, w[1] / angle, w[2] / angle}, c = cos(angle), s = sin(angle);
  double turn[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[3 * i + j] = (i == j) * c + (1 - c) * u[i] * u[j] + s * turn[3 * i + j];
}

static void skin(const hand *h, const double *restrict theta, double *restrict vertices) {
  double *transforms = malloc(16 * h->bones * sizeof *transforms), R[9];
  pose(h, theta, transforms);
  rotation(theta, R);
  for (int v = 0; v < h->vertices; v++) {
    double at[3] = {0};
    for (int b = 0; b < h->bones; b++)
      for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++) sum += transforms[16 * b + 4 * i + k] * h->positions[4 * v + k];
        at[i] += h->weights[v * h->bones + b] * sum;
      }
    if (h->mirrored) at[0] = -at[0];
    for (int i = 0; i < 3; i++) {
      vertices[3 * v + i] = theta[3 + i];
      for (int k = 0; k < 3; k++) vertices[3 * v + i] += R[3 * i + k] * at[k];
    }
  }
  free(transforms);
}

static void distances(const hand *h, const double *restrict theta, const double *restrict u, double *restrict out) {
  double *vertices = malloc(3 * h->vertices * sizeof *vertices);
  skin(h, theta, vertices);
  for (int p = 0; p < h->points; p++) {
    int corner = h->correspondences[p];
    for (int i = 0; i < 3; i++) {
      double on;
      if (!u) on = vertices[3 * corner + i];
      else {
        const int *triangle = h->corners + 3 * corner;
        int A = triangle[0], B = triangle[1], C = triangle[2];
        on = u[2 * p] * vertices[3 * A + i] + u[2 * p + 1] * vertices[3 * B + i]
             + (1 - u[2 * p] - u[2 * p + 1]) * vertices[3 * C + i];
      }
      out[3 * p + i] = h->places[3 * p + i] - on;
    }
  }
  free(vertices);
}

typedef struct {
  hand h;
  int extra, rows, columns; /* extra: two columns for u, or none */
  double *theta, *u, *out, *jacobian, *dtheta, *du, *dout;
} state;

/* The next n numbers, as integers. */
static int *take_integers(const double **input, int n) {
  int *out = malloc((n ? n : 1) * sizeof *out);
  for (int i = 0; i < n; i++) out[i] = take(input);
  return out;
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  hand *h = &s->h;
  h->bones = take(&input), h->vertices = take(&input);
  int triangles = take(&input);
  h->points = take(&input), s->extra = take(&input) ? 2 : 0;
  h->parents = take_integers(&input, h->bones);
  h->relatives = take_many(&input, 16 * h->bones), h->inverses = take_many(&input, 16 * h->bones);
  h->positions = take_many(&input, 4 * h->vertices), h->weights = take_many(&input, h->vertices * h->bones);
  h->corners = take_integers(&input, 3 * triangles), h->mirrored = take(&input);
  h->correspondences = take_integers(&input, h->points), h->places = take_many(&input, 3 * h->points);
  s->theta = take_many(&input, THETA), s->u = s->extra ? take_many(&input, 2 * h->points) : NULL;
  s->rows = 3 * h->points, s->columns = s->extra + THETA;
  s->out = room(s->rows), s->jacobian = room((size_t)s->rows * s->columns);
  s->dtheta = room(LANES * THETA), s->dout = room((size_t)LANES * s->rows);
  s->du = s->extra ? room((size_t)LANES * 2 * h->points) : NULL;
  return s;
}

double primal(void *state_) {
  state *s = state_;
  distances(&s->h, s->theta, s->u, s->out);
  return s->out[0];
}

/* Makes the direction of a column: one of theta, or the first or second coordinate of all points on their triangles at once.
   Columns behind the last have the direction zero. */
static void direct(state *s, int column, double *dtheta, double *du) {
  clear(dtheta, THETA);
  if (s->extra <= column && column < s->columns) dtheta[column - s->extra] = 1;
  if (!s->extra) return;
  for (int p = 0; p < s->h.points; p++) {
    du[2 * p] = column == 0;
    du[2 * p + 1] = column == 1;
  }
}

double derivative(void *state_) {
  state *s = state_;
  int points = s->h.points;
  for (int first = 0; first < s->columns; first += LANES) {
    int lanes = s->columns - first < LANES ? s->columns - first : LANES;
    for (int lane = 0; lane < LANES; lane++) direct(s, first + lane, s->dtheta + lane * THETA, s->du + 2 * lane * points);
#if LANES == 1
    __enzyme_fwddiff((void *)distances, enzyme_const, &s->h, enzyme_dup, s->theta, s->dtheta, enzyme_dup, s->u, s->du,
                     enzyme_dupnoneed, s->out, s->dout);
#else
    __enzyme_fwddiff((void *)distances, enzyme_width, LANES, enzyme_const, &s->h, enzyme_dupv, THETA * sizeof(double), s->theta,
                     s->dtheta, enzyme_dupv, 2 * points * sizeof(double), s->u, s->du, enzyme_dupv, s->rows * sizeof(double), s->out,
                     s->dout);
#endif
    for (int i = 0; i < s->rows; i++)
      for (int lane = 0; lane < lanes; lane++) s->jacobian[i * s->columns + first + lane] = s->dout[lane * s->rows + i];
  }
  return s->jacobian[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  primal(s);
  long n = put(out, 0, s->out, s->rows);
  derivative(s);
  return put(out, n, s->jacobian, (long)s->rows * s->columns);
}

MEASURED(primal, derivative)
