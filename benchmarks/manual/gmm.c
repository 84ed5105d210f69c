/* The gradient of gmm by hand.  Nothing is kept but v and z of one point: with w = -r z (r: the share of the component in the
   point's density) the gradient of the triangular Q is the sum over points of w v', and that of mu is -Q' (sum of w): a product
   behind the loop over points.

   The columns of Q begin at multiples of the vector length, padded with zeros, so that z stays in registers. */
#include "../programs/program.h"

enum { LANES = 4 };
typedef double vector __attribute__((vector_size(LANES * sizeof(double))));

typedef struct {
  int d, k, n, m, strict, blocks; /* blocks: vectors in a column */
  double gamma;
  double *alpha, *mu, *q, *l, *x, *dalpha, *dmu, *dq, *dl, *sums, *beta;
  vector *columns, *dcolumns, *diagonal, *ddiagonal, *center, *total, *v, *z;
} state;

static vector *vectors(size_t n) {
  vector *out = aligned_alloc(64, (n * sizeof *out + 63) / 64 * 64);
  memset(out, 0, n * sizeof *out);
  return out;
}

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  s->d = take(&input), s->k = take(&input), s->n = take(&input), s->m = take(&input), s->gamma = take(&input);
  int d = s->d, k = s->k, blocks = (d + LANES - 1) / LANES;
  s->strict = d * (d - 1) / 2, s->blocks = blocks;
  s->alpha = take_many(&input, k), s->mu = take_many(&input, k * d), s->q = take_many(&input, k * d);
  s->l = take_many(&input, k * s->strict), s->x = take_many(&input, (size_t)s->n * d);
  s->dalpha = room(k), s->dmu = room(k * d), s->dq = room(k * d), s->dl = room(k * s->strict);
  s->sums = room(k), s->beta = room(k);
  s->columns = vectors(k * d * blocks), s->dcolumns = vectors(k * d * blocks);
  s->diagonal = vectors(k * blocks), s->ddiagonal = vectors(k * blocks), s->center = vectors(k * blocks);
  s->total = vectors(k * blocks), s->v = vectors(k * blocks), s->z = vectors(k * blocks);
  return s;
}

/* Puts Q into columns. */
static void prepare(state *s) {
  int d = s->d, blocks = s->blocks;
  const double *below = s->l;
  for (int c = 0; c < s->k; c++) {
    double *diagonal = (double *)(s->diagonal + c * blocks), *center = (double *)(s->center + c * blocks);
    s->sums[c] = 0;
    for (int a = 0; a < d; a++) {
      double *column = (double *)(s->columns + (c * d + a) * blocks);
      diagonal[a] = exp(s->q[c * d + a]);
      center[a] = s->mu[c * d + a];
      s->sums[c] += s->q[c * d + a];
      for (int b = a + 1; b < d; b++) column[b] = *below++;
    }
  }
}

/* v = x - mu and z = Q v; gives |z|^2. */
static double whiten(int d, int blocks, const double *restrict x, const vector *restrict center, const vector *restrict diagonal,
                     const vector *restrict columns, vector *restrict v, vector *restrict z) {
  const double *parts = (const double *)v;
  vector squares = {0};
  double norm = 0;
  for (int i = 0; i < blocks; i++) {
    vector at = {0};
    int count = d - i * LANES < LANES ? d - i * LANES : LANES;
    if (count == LANES) memcpy(&at, x + i * LANES, sizeof at);
    else
      for (int j = 0; j < count; j++) at[j] = x[i * LANES + j];
    v[i] = at - center[i];
  }
  for (int i = 0; i < blocks; i++) {
    vector sum = diagonal[i] * v[i];
    int end = (i + 1) * LANES - 1 < d ? (i + 1) * LANES - 1 : d;
    for (int a = 0; a < end; a++) sum += columns[a * blocks + i] * parts[a];
    z[i] = sum;
    squares += sum * sum;
  }
  for (int j = 0; j < LANES; j++) norm += squares[j];
  return norm;
}

/* Adds what one point gives the component: share is r above. */
static void gather(int d, int blocks, double share, const vector *restrict v, const vector *restrict z, vector *restrict total,
                   vector *restrict ddiagonal, vector *restrict dcolumns) {
  const double *parts = (const double *)v;
  for (int i = 0; i < blocks; i++) {
    vector w = z[i] * -share;
    int end = (i + 1) * LANES - 1 < d ? (i + 1) * LANES - 1 : d;
    total[i] += w;
    ddiagonal[i] += w * v[i];
    for (int a = 0; a < end; a++) dcolumns[a * blocks + i] += w * parts[a];
  }
}

/* out = exp(v - max) and its sum; gives log(sum exp(v)). */
static double exponentials(const double *v, double *out, int n, double *total) {
  double largest = v[0], sum = 0;
  for (int i = 1; i < n; i++) largest = v[i] > largest ? v[i] : largest;
  for (int i = 0; i < n; i++) sum += out[i] = exp(v[i] - largest);
  *total = sum;
  return largest + log(sum);
}

static void point(state *s, const double *x) {
  int blocks = s->blocks;
  for (int c = 0; c < s->k; c++) {
    double norm = whiten(s->d, blocks, x, s->center + c * blocks, s->diagonal + c * blocks, s->columns + c * s->d * blocks,
                         s->v + c * blocks, s->z + c * blocks);
    s->beta[c] = s->alpha[c] + s->sums[c] - 0.5 * norm;
  }
}

double primal(void *state_) {
  state *s = state_;
  double nu = s->d + s->m + 1, log_gamma = 0.25 * s->d * (s->d - 1) * log(M_PI), total = 0, sum;
  prepare(s);
  for (int i = 0; i < s->n; i++) {
    point(s, s->x + i * s->d);
    total += exponentials(s->beta, s->beta, s->k, &sum);
  }
  total -= s->n * exponentials(s->alpha, s->beta, s->k, &sum);
  for (int j = 1; j <= s->d; j++) log_gamma += lgamma(nu / 2 + (1 - j) / 2.0);
  total += s->k * (nu * s->d * (log(s->gamma) - 0.5 * log(2)) - log_gamma) - s->n * s->d / 2.0 * log(2 * M_PI);
  for (int c = 0; c < s->k; c++) {
    double squares = 0;
    for (int a = 0; a < s->d; a++) squares += exp(2 * s->q[c * s->d + a]);
    for (int i = 0; i < s->strict; i++) squares += s->l[c * s->strict + i] * s->l[c * s->strict + i];
    total -= 0.5 * s->gamma * s->gamma * squares - s->m * s->sums[c];
  }
  return total;
}

/* Takes the sums of component c to the gradients of mu, q and l, and adds the prior's. */
static void finish(state *s, int c) {
  int d = s->d, blocks = s->blocks;
  const double *diagonal = (double *)(s->diagonal + c * blocks), *total = (double *)(s->total + c * blocks);
  const double *ddiagonal = (double *)(s->ddiagonal + c * blocks), *l = s->l + c * s->strict;
  double square = s->gamma * s->gamma, *dl = s->dl + c * s->strict;
  for (int a = 0; a < d; a++) {
    const double *column = (double *)(s->columns + (c * d + a) * blocks), *dcolumn = (double *)(s->dcolumns + (c * d + a) * blocks);
    double back = diagonal[a] * total[a];
    for (int b = a + 1; b < d; b++) {
      back += column[b] * total[b];
      *dl++ = dcolumn[b] - square * *l++;
    }
    s->dmu[c * d + a] = -back;
    s->dq[c * d + a] = ddiagonal[a] * diagonal[a] + s->dalpha[c] - square * diagonal[a] * diagonal[a] + s->m;
  }
}

double derivative(void *state_) {
  state *s = state_;
  int d = s->d, k = s->k, blocks = s->blocks;
  double sum;
  clear(s->dalpha, k);
  memset(s->dcolumns, 0, k * d * blocks * sizeof(vector));
  memset(s->ddiagonal, 0, k * blocks * sizeof(vector));
  memset(s->total, 0, k * blocks * sizeof(vector));
  prepare(s);
  for (int i = 0; i < s->n; i++) {
    point(s, s->x + i * d);
    exponentials(s->beta, s->beta, k, &sum);
    for (int c = 0; c < k; c++) {
      double share = s->beta[c] / sum;
      s->dalpha[c] += share;
      gather(d, blocks, share, s->v + c * blocks, s->z + c * blocks, s->total + c * blocks, s->ddiagonal + c * blocks,
             s->dcolumns + c * d * blocks);
    }
  }
  exponentials(s->alpha, s->beta, k, &sum);
  for (int c = 0; c < k; c++) {
    finish(s, c);
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
