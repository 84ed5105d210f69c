/* The gradient of gmm by hand.  Nothing is kept but v and z of one point: Q is lower triangular, so with w = -r z (r: the share of
   the component in the point's density) the gradients are w v' for Q and Q' w for v.  */
#include "../programs/program.h"

typedef struct {
  int d, k, n, m, strict;
  double gamma;
  double *alpha, *mu, *q, *l, *x, *dalpha, *dmu, *dq, *dl, *diagonal, *sums, *v, *z, *beta;
} state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->d = take(&input), s->k = take(&input), s->n = take(&input), s->m = take(&input), s->gamma = take(&input);
  int d = s->d, k = s->k;
  s->strict = d * (d - 1) / 2;
  s->alpha = take_many(&input, k), s->mu = take_many(&input, k * d), s->q = take_many(&input, k * d);
  s->l = take_many(&input, k * s->strict), s->x = take_many(&input, (size_t)s->n * d);
  s->dalpha = room(k), s->dmu = room(k * d), s->dq = room(k * d), s->dl = room(k * s->strict);
  s->diagonal = room(k * d), s->sums = room(k), s->v = room(k * d), s->z = room(k * d), s->beta = room(k);
  return s;
}

/* Turns v into exp(v - max), and gives log(sum exp(v)); the sum goes to *total. */
static double exponentials(const double *v, double *out, int n, double *total) {
  double largest = v[0], sum = 0;
  for (int i = 1; i < n; i++) largest = v[i] > largest ? v[i] : largest;
  for (int i = 0; i < n; i++) sum += out[i] = exp(v[i] - largest);
  *total = sum;
  return largest + log(sum);
}

static double square(int d, const double *z) {
#pragma clang fp reassociate(on)
  double sum = 0;
  for (int a = 0; a < d; a++) sum += z[a] * z[a];
  return sum;
}

/* v = x - mu and z = Q v of one point and component; gives |z|^2. */
static double whiten(int d, const double *restrict x, const double *restrict mu, const double *restrict diagonal,
                     const double *restrict below, double *restrict v, double *restrict z) {
  for (int a = 0; a < d; a++) {
    v[a] = x[a] - mu[a];
    z[a] = diagonal[a] * v[a];
  }
  for (int a = 0; a < d; a++) {
    double va = v[a];
    for (int b = a + 1; b < d; b++) z[b] += below[b - a - 1] * va;
    below += d - a - 1;
  }
  return square(d, z);
}

/* Adds what one point gives the component: share is r above. */
static void gather(int d, double share, const double *restrict diagonal, const double *restrict below, const double *restrict v,
                   double *restrict z, double *restrict dmu, double *restrict ddiagonal, double *restrict dbelow) {
#pragma clang fp reassociate(on)
  for (int a = 0; a < d; a++) z[a] *= -share;
  for (int a = 0; a < d; a++) {
    double va = v[a], dv = z[a] * diagonal[a];
    ddiagonal[a] += z[a] * va;
    for (int b = a + 1; b < d; b++) {
      dv += below[b - a - 1] * z[b];
      dbelow[b - a - 1] += va * z[b];
    }
    dmu[a] -= dv;
    below += d - a - 1;
    dbelow += d - a - 1;
  }
}

static void diagonals(state *s) {
  for (int c = 0; c < s->k; c++) {
    s->sums[c] = 0;
    for (int a = 0; a < s->d; a++) {
      s->diagonal[c * s->d + a] = exp(s->q[c * s->d + a]);
      s->sums[c] += s->q[c * s->d + a];
    }
  }
}

static void point(state *s, const double *x) {
  for (int c = 0; c < s->k; c++) {
    int at = c * s->d;
    double norm = whiten(s->d, x, s->mu + at, s->diagonal + at, s->l + c * s->strict, s->v + at, s->z + at);
    s->beta[c] = s->alpha[c] + s->sums[c] - 0.5 * norm;
  }
}

double primal(void *state_) {
  state *s = state_;
  double nu = s->d + s->m + 1, log_gamma = 0.25 * s->d * (s->d - 1) * log(M_PI), total = 0, sum;
  diagonals(s);
  for (int i = 0; i < s->n; i++) {
    point(s, s->x + i * s->d);
    total += exponentials(s->beta, s->beta, s->k, &sum);
  }
  total -= s->n * exponentials(s->alpha, s->beta, s->k, &sum);
  for (int j = 1; j <= s->d; j++) log_gamma += lgamma(nu / 2 + (1 - j) / 2.0);
  total += s->k * (nu * s->d * (log(s->gamma) - 0.5 * log(2)) - log_gamma) - s->n * s->d / 2.0 * log(2 * M_PI);
  for (int c = 0; c < s->k; c++) {
    double squares = 0;
    for (int a = 0; a < s->d; a++) squares += s->diagonal[c * s->d + a] * s->diagonal[c * s->d + a];
    for (int i = 0; i < s->strict; i++) squares += s->l[c * s->strict + i] * s->l[c * s->strict + i];
    total -= 0.5 * s->gamma * s->gamma * squares - s->m * s->sums[c];
  }
  return total;
}

double derivative(void *state_) {
  state *s = state_;
  int d = s->d, k = s->k;
  double sum;
  clear(s->dalpha, k);
  clear(s->dmu, k * d);
  clear(s->dq, k * d);
  clear(s->dl, k * s->strict);
  diagonals(s);
  for (int i = 0; i < s->n; i++) {
    point(s, s->x + i * d);
    exponentials(s->beta, s->beta, k, &sum);
    for (int c = 0; c < k; c++) {
      double share = s->beta[c] / sum;
      s->dalpha[c] += share;
      gather(d, share, s->diagonal + c * d, s->l + c * s->strict, s->v + c * d, s->z + c * d, s->dmu + c * d, s->dq + c * d,
             s->dl + c * s->strict);
    }
  }
  exponentials(s->alpha, s->beta, k, &sum);
  for (int c = 0; c < k; c++) {
    double square = s->gamma * s->gamma, shares = s->dalpha[c];
    for (int a = c * d; a < (c + 1) * d; a++)
      s->dq[a] = s->dq[a] * s->diagonal[a] + shares - square * s->diagonal[a] * s->diagonal[a] + s->m;
    for (int a = c * s->strict; a < (c + 1) * s->strict; a++) s->dl[a] -= square * s->l[a];
    s->dalpha[c] -= s->n * s->beta[c] / sum;
  }
  return s->dalpha[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  double value = primal(s);
  derivative(s);
  long n = put(out, 0, &value, 1);
  n = put(out, n, s->dalpha, s->k);
  n = put(out, n, s->dmu, s->k * s->d);
  n = put(out, n, s->dq, s->k * s->d);
  return put(out, n, s->dl, s->k * s->strict);
}

MEASURED(primal, derivative)
