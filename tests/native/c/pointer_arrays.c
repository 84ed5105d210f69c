/* Arrays of pointers: rows that are exchanged (Gaussian elimination with pivoting), and pointers to pointers. */
#include "check.h"

enum { N = 4 };

OWN double determinant(double *a) {
  double *row[N], **p = row, det = 1;
  for (int i = 0; i < N; i++) *p++ = a + i * N;
  for (int k = 0; k < N; k++) {
    int best = k;
    for (int i = k + 1; i < N; i++)
      if (fabs(row[i][k]) > fabs(row[best][k])) best = i;
    if (best != k) {
      double *t = row[k];
      row[k] = row[best];
      row[best] = t;
      det = -det;
    }
    det *= row[k][k];
    for (int i = k + 1; i < N; i++) {
      double m = row[i][k] / row[k][k];
      for (int j = k; j < N; j++) row[i][j] -= m * row[k][j];
    }
  }
  return det;
}

static double minor3(const double *a, int r, int c) {
  double m[9], *p = m;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i != r && j != c) *p++ = a[i * N + j];
  double d = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return (r + c) % 2 ? -d : d;
}

int main(void) {
  double a[N * N] = {0.1, 2, -1, 3, 4, -1, 0.5, 2, 1, 1, 7, -2, 0.3, 5, 2, 1}, start[N * N], d[N * N] = {0};
  memcpy(start, a, sizeof a);
  __enzyme_autodiff((void *)determinant, a, d);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) compare("cofactor", d[i * N + j], minor3(start, i, j), 1e-11, __LINE__);
  return wrong;
}
