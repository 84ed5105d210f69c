/* Hand tracking: the Jacobian of the distances of points from a posed hand, in forward mode.  Input: the number of bones B,
   vertices V, triangles F and points N, whether positions on triangles (u) are sought; parents (B), base_relatives (B 16),
   inverse_base_absolutes (B 16), base_positions (V 4), weights (V B), triangles (F 3), whether mirrored, correspondences (N),
   points (N 3), theta (26), u (N 2, or none).  Output: the distances (3 N), the Jacobian by rows. */
#include "benchmark.h"

enum { THETA = 26 };

typedef struct {
  int bones, vertices, triangles, points, mirrored;
  const double *parents, *relatives, *inverses, *positions, *weights, *corners, *correspondences, *places;
} hand;

static void multiply(const double *a, const double *b, double *out) {
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

static void pose(const hand *h, const double *theta, double *transforms) {
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

static void rotation(const double *w, double *R) {
  double angle = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  for (int i = 0; i < 9; i++) R[i] = i % 4 == 0;
  if (angle < 1e-4) return;
  double u[3] = {w[0] / angle, w[1] / angle, w[2] / angle}, c = cos(angle), s = sin(angle);
  double turn[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) R[3 * i + j] = (i == j) * c + (1 - c) * u[i] * u[j] + s * turn[3 * i + j];
}

static void skin(const hand *h, const double *theta, double *vertices) {
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

static void distances(const hand *h, const double *theta, const double *u, double *out) {
  double *vertices = malloc(3 * h->vertices * sizeof *vertices);
  skin(h, theta, vertices);
  for (int p = 0; p < h->points; p++) {
    int corner = h->correspondences[p];
    for (int i = 0; i < 3; i++) {
      double on;
      if (!u) on = vertices[3 * corner + i];
      else {
        const double *triangle = h->corners + 3 * corner;
        int A = triangle[0], B = triangle[1], C = triangle[2];
        on = u[2 * p] * vertices[3 * A + i] + u[2 * p + 1] * vertices[3 * B + i]
             + (1 - u[2 * p] - u[2 * p + 1]) * vertices[3 * C + i];
      }
      out[3 * p + i] = h->places[3 * p + i] - on;
    }
  }
  free(vertices);
}

int main(void) {
  hand h;
  h.bones = number(), h.vertices = number(), h.triangles = number(), h.points = number();
  int free_places = number(), extra = free_places ? 2 : 0, columns = extra + THETA, rows = 3 * h.points;
  h.parents = numbers(h.bones), h.relatives = numbers(16 * h.bones), h.inverses = numbers(16 * h.bones);
  h.positions = numbers(4 * h.vertices), h.weights = numbers(h.vertices * h.bones), h.corners = numbers(3 * h.triangles);
  h.mirrored = number();
  h.correspondences = numbers(h.points), h.places = numbers(3 * h.points);
  double *theta = numbers(THETA), *u = free_places ? numbers(2 * h.points) : NULL;
  double *out = zeros(rows), *dout = zeros(rows), *jacobian = zeros(rows * columns);
  for (int c = 0; c < columns; c++) {
    double direction[THETA] = {0}, *du = free_places ? zeros(2 * h.points) : NULL;
    if (c < extra)
      for (int p = 0; p < h.points; p++) du[2 * p + c] = 1;
    else direction[c - extra] = 1;
    __enzyme_fwddiff((void *)distances, enzyme_const, &h, enzyme_dup, theta, direction, enzyme_dup, u, du, enzyme_dup, out, dout);
    for (int i = 0; i < rows; i++) jacobian[i * columns + c] = dout[i];
    free(du);
  }
  print(out, rows);
  print(jacobian, rows * columns);
}
