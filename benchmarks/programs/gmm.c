/* The log posterior of a Gaussian mixture.  Input: d, k, n, m, gamma, alpha (k), mu (k d), q (k d), l (k d (d - 1) / 2), x (n d).
   Results: value, gradients of alpha, mu, q, l. */
#include "program.h"

typedef struct { int d, k, n, m, strict; double gamma; const double *x; } problem;

static double log_sum_exp(const double *v, int n) {
  double largest = v[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (v[i] > largest) largest = v[i];
  for (int i = 0; i < n; i++) sum += exp(v[i] - largest);
  return largest + log(sum);
}

static double prior(const problem *p, const double *q, const double *l) {
  double nu = p->d + p->m + 1, log_gamma = 0.25 * p->d * (p->d - 1) * log(M_PI), out = 0;
  for (int j = 1; j <= p->d; j++) log_gamma += lgamma(nu / 2 + (1 - j) / 2.0);
  for (int c = 0; c < p->k; c++) {
    double squares = 0, sum = 0;
    for (int a = 0; a < p->d; a++) {
      squares += exp(2 * q[c * p->d + a]);
      sum += q[c * p->d + a];
    }
    for (int i = 0; i < p->strict; i++) squares += l[c * p->strict + i] * l[c * p->strict + i];
    out += 0.5 * p->gamma * p->gamma * squares - p->m * sum;
  }
  return p->k * (nu * p->d * (log(p->gamma) - 0.5 * log(2)) - log_gamma) - out;
}

static double objective(const problem *p, const double *restrict alpha, const double *restrict mu, const double *restrict q,
                        const double *restrict l) {
  int d = p->d, k = p->k;
  double *z = malloc(d * sizeof *z), *v = malloc(d * sizeof *v), *beta = malloc(k * sizeof *beta), total = 0;
  double *diagonal = malloc(k * d * sizeof *diagonal), *sums = malloc(k * sizeof *sums);
  for (int c = 0; c < k; c++) {
    sums[c] = 0;
    for (int a = 0; a < d; a++) {
      diagonal[c * d + a] = exp(q[c * d + a]);
      sums[c] += q[c * d + a];
    }
  }
  for (int i = 0; i < p->n; i++) {
    for (int c = 0; c < k; c++) {
      const double *below = l + c * p->strict;
      double norm = 0;
      for (int a = 0; a < d; a++) {
        v[a] = p->x[i * d + a] - mu[c * d + a];
        z[a] = diagonal[c * d + a] * v[a];
      }
      for (int a = 0; a < d; a++)
        for (int b = a + 1; b < d; b++) z[b] += *below++ * v[a];
      for (int a = 0; a < d; a++) norm += z[a] * z[a];
      beta[c] = alpha[c] + sums[c] - 0.5 * norm;
    }
    total += log_sum_exp(beta, k);
  }
  total -= p->n * log_sum_exp(alpha, k);
  free(z);
  free(v);
  free(beta);
  free(diagonal);
  free(sums);
  return total - p->n * p->d / 2.0 * log(2 * M_PI) + prior(p, q, l);
}

typedef struct {
  problem p;
  double *alpha, *mu, *q, *l, *dalpha, *dmu, *dq, *dl;
} state;

void *setup(const double *input) {
  state *s = malloc(sizeof *s);
  problem *p = &s->p;
  p->d = take(&input), p->k = take(&input), p->n = take(&input), p->m = take(&input), p->gamma = take(&input);
  p->strict = p->d * (p->d - 1) / 2;
  s->alpha = take_many(&input, p->k), s->mu = take_many(&input, p->k * p->d);
  s->q = take_many(&input, p->k * p->d), s->l = take_many(&input, p->k * p->strict);
  s->dalpha = room(p->k), s->dmu = room(p->k * p->d), s->dq = room(p->k * p->d), s->dl = room(p->k * p->strict);
  p->x = take_many(&input, (size_t)p->n * p->d);
  return s;
}

double primal(void *state_) {
  state *s = state_;
  return objective(&s->p, s->alpha, s->mu, s->q, s->l);
}

double derivative(void *state_) {
  state *s = state_;
  problem *p = &s->p;
  clear(s->dalpha, p->k);
  clear(s->dmu, p->k * p->d);
  clear(s->dq, p->k * p->d);
  clear(s->dl, p->k * p->strict);
  __enzyme_autodiff((void *)objective, enzyme_const, p, s->alpha, s->dalpha, s->mu, s->dmu, s->q, s->dq, s->l, s->dl);
  return s->dalpha[0];
}

long results(void *state_, double *out) {
  state *s = state_;
  problem *p = &s->p;
  double value = primal(s);
  derivative(s);
  long n = put(out, 0, &value, 1);
  n = put(out, n, s->dalpha, p->k);
  n = put(out, n, s->dmu, p->k * p->d);
  n = put(out, n, s->dq, p->k * p->d);
  return put(out, n, s->dl, p->k * p->strict);
}

MEASURED(primal, derivative)
