/* Bundle adjustment: the sparse Jacobian of the errors of all observations.  Input: n, m, p, camera (11), point (3), weight,
   feature (2), all repeated n, m or p times.  Output: the error of the first observation (2), of its weight, then the first 30
   entries and the last of rows, columns and values of the Jacobian. */
#include "benchmark.h"

enum { CAMERA = 11, POINT = 3, SHOWN = 30 };

static void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void rotate(const double *r, const double *P, double *out) {
  double square = dot(r, r), product[3];
  if (square == 0) {
    cross(r, P, product);
    for (int i = 0; i < 3; i++) out[i] = P[i] + product[i];
    return;
  }
  double angle = sqrt(square), u[3], c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) u[i] = r[i] / angle;
  cross(u, P, product);
  double along = dot(u, P) * (1 - c);
  for (int i = 0; i < 3; i++) out[i] = P[i] * c + product[i] * s + u[i] * along;
}

static void project(const double *camera, const double *X, const double *weight, const double *feature, double *error) {
  double P[3], Y[3];
  for (int i = 0; i < 3; i++) P[i] = X[i] - camera[3 + i];
  rotate(camera, P, Y);
  double x = Y[0] / Y[2], y = Y[1] / Y[2], rho = x * x + y * y;
  double scale = camera[6] * (1 + camera[9] * rho + camera[10] * rho * rho);
  error[0] = *weight * (x * scale + camera[7] - feature[0]);
  error[1] = *weight * (y * scale + camera[8] - feature[1]);
}

static double weight_error(double w) { return 1 - w * w; }

static void show(const double *x, size_t n) {
  print(x, SHOWN);
  print(x + n - 1, 1);
}

int main(void) {
  int n = number(), m = number(), p = number();
  double *camera = numbers(CAMERA), *X = numbers(POINT), w = number(), *feature = numbers(2), error[2];
  size_t entries = 31 * (size_t)p, used = 0;
  double *rows = zeros(3 * (size_t)p + 1), *columns = zeros(entries), *values = zeros(entries);
  for (int i = 0; i < p; i++) {
    int first[3] = {CAMERA * (i % n), CAMERA * n + POINT * (i % m), CAMERA * n + POINT * m + i};
    for (int row = 0; row < 2; row++) {
      double dcamera[CAMERA] = {0}, dX[POINT] = {0}, dw = 0, derror[2] = {row == 0, row == 1};
      __enzyme_autodiff((void *)project, camera, dcamera, X, dX, &w, &dw, enzyme_const, feature, enzyme_dupnoneed, error, derror);
      for (int a = 0; a < CAMERA; a++) columns[used] = first[0] + a, values[used++] = dcamera[a];
      for (int a = 0; a < POINT; a++) columns[used] = first[1] + a, values[used++] = dX[a];
      columns[used] = first[2], values[used++] = dw;
      rows[2 * i + row + 1] = used;
    }
  }
  for (int i = 0; i < p; i++) {
    columns[used] = CAMERA * n + POINT * m + i;
    values[used++] = __enzyme_autodiff((void *)weight_error, w);
    rows[2 * p + i + 1] = used;
  }
  project(camera, X, &w, feature, error);
  print(error, 2);
  printf("%.17g\n", weight_error(w));
  show(rows, 3 * (size_t)p + 1);
  show(columns, entries);
  show(values, entries);
}
