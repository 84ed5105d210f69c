/* Loops whose iterations run again in the reverse sweep: work arrays that each iteration writes before it reads them, in part by
   guarded loops, with counters and printed text that must not be doubled. */
#include "check.h"

static int calls;

/* The sum of all entries of L v squared, L lower triangular with ones on its diagonal, v = x[i] * w. */
OWN double quadratic(const double *restrict x, const double *restrict w, const double *restrict l, int n, int d) {
  double *v = malloc(d * sizeof *v), *z = malloc(d * sizeof *z), total = 0;
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < d; a++) {
      v[a] = x[i * d + a] * w[a];
      z[a] = v[a];
    }
    const double *next = l;
    for (int a = 0; a < d; a++)
      for (int b = a + 1; b < d; b++) z[b] += *next++ * v[a];
    for (int a = 0; a < d; a++) total += z[a] * z[a];
  }
  free(v);
  free(z);
  return total;
}

/* The same, and each point is counted. */
OWN double counted(const double *restrict x, const double *restrict w, int n, int d) {
  double z[8], total = 0;
  for (int i = 0; i < n; i++) {
    calls++;
    for (int a = 0; a < d; a++) z[a] = x[i * d + a] * w[a] * w[a];
    for (int a = 0; a < d; a++) total += z[a] * z[d - 1 - a];
  }
  return total;
}

/* The work array keeps what the iteration before has left where `skip` says so: nothing may run again as if it had not. */
OWN double kept(const double *restrict x, int n, int skip) {
  double z[4] = {1, 1, 1, 1}, total = 0;
  for (int i = 0; i < n; i++) {
    for (int a = i == skip ? 1 : 0; a < 4; a++) z[a] = x[i] * (a + 1) + 0.5 * z[a];
    total += z[0] * z[0] * z[3];
  }
  return total;
}

static double kept_plain(const double *x, int n, int skip) {
  double z[4] = {1, 1, 1, 1}, total = 0;
  for (int i = 0; i < n; i++) {
    for (int a = i == skip ? 1 : 0; a < 4; a++) z[a] = x[i] * (a + 1) + 0.5 * z[a];
    total += z[0] * z[0] * z[3];
  }
  return total;
}

/* Left behind by the last iteration, and read afterwards. */
OWN double left_behind(const double *restrict x, int n) {
  double z[3], total = 0;
  for (int i = 0; i < n; i++) {
    for (int a = 0; a < 3; a++) z[a] = x[i] * (a + 1);
    total += z[0] * z[1];
  }
  return total * z[2];
}

enum { N = 5, D = 4, STRICT = D * (D - 1) / 2 };

int main(void) {
  double x[N * D], w[D], l[STRICT], dw[D] = {0}, dl[STRICT] = {0}, dx[N * D] = {0};
  for (int i = 0; i < N * D; i++) x[i] = 0.3 + 0.1 * ((i * 7) % 5);
  for (int a = 0; a < D; a++) w[a] = 0.5 + 0.2 * a;
  for (int p = 0; p < STRICT; p++) l[p] = 0.4 - 0.15 * p;
  __enzyme_autodiff((void *)quadratic, enzyme_dup, x, dx, enzyme_dup, w, dw, enzyme_dup, l, dl, N, D);
  for (int i = 0; i < N; i++) { /* d total / d z = 2 z, z = L v */
    double z[D], v[D], dv[D], gx;
    for (int a = 0; a < D; a++) z[a] = v[a] = x[i * D + a] * w[a];
    for (int a = 0, p = 0; a < D; a++)
      for (int b = a + 1; b < D; b++, p++) z[b] += l[p] * v[a];
    for (int a = 0; a < D; a++) dv[a] = 2 * z[a];
    for (int a = 0, p = 0; a < D; a++)
      for (int b = a + 1; b < D; b++, p++) {
        dv[a] += 2 * z[b] * l[p];
        dl[p] -= 2 * z[b] * v[a];
      }
    for (int a = 0; a < D; a++) {
      gx = dv[a] * w[a];
      CHECK(dx[i * D + a], gx);
      dw[a] -= dv[a] * x[i * D + a];
    }
  }
  for (int p = 0; p < STRICT; p++) CHECK(dl[p] + 1, 1);
  for (int a = 0; a < D; a++) CHECK(dw[a] + 1, 1);

  double dw2[D] = {0};
  __enzyme_autodiff((void *)counted, enzyme_const, x, enzyme_dup, w, dw2, N, D);
  CHECK(calls, N);
  for (int a = 0; a < D; a++) {
    double want = 0;
    for (int i = 0; i < N; i++) want += 4 * w[a] * x[i * D + a] * x[i * D + D - 1 - a] * w[D - 1 - a] * w[D - 1 - a];
    CHECK(dw2[a], want);
  }

  for (int skip = -1; skip < 4; skip++) {
    double dk[N] = {0}, h = 1e-6;
    __enzyme_autodiff((void *)kept, enzyme_dup, x, dk, N, skip);
    for (int i = 0; i < N; i++) {
      double up[N], down[N];
      for (int j = 0; j < N; j++) up[j] = down[j] = x[j];
      up[i] += h;
      down[i] -= h;
      double slope = (kept_plain(up, N, skip) - kept_plain(down, N, skip)) / (2 * h);
      CHECK(dk[i] + 1e6, slope + 1e6); /* differences: to about 1e-3 */
      if (fabs(dk[i] - slope) > 1e-7 * (1 + fabs(slope))) wrong = 1;
    }
  }

  double db[N] = {0}, squares = 0;
  __enzyme_autodiff((void *)left_behind, enzyme_dup, x, db, N);
  for (int i = 0; i < N; i++) squares += 2 * x[i] * x[i];
  for (int i = 0; i < N; i++) CHECK(db[i], 4 * x[i] * 3 * x[N - 1] + (i == N - 1 ? 3 * squares : 0));
  return wrong;
}
