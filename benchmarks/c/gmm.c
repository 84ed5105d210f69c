/* The log posterior of a Gaussian mixture.  Input: d, k, n, m, gamma, alpha (k), mu (k d), q (k d), l (k d (d - 1) / 2), x (n d).
   Output: value, gradients of alpha, mu, q, l. */
#include "benchmark.h"

typedef struct { int d, k, n, m, strict; double gamma; const double *x; } problem;

static double log_sum_exp(const double *v, int n) {
  double largest = v[0], sum = 0;
  for (int i = 1; i < n; i++)
    if (v[i] > largest) largest = v[i];
  for (int i = 0; i < n; i++) sum += exp(v[i] - largest);
  return largest + log(sum);
}

static double prior(const problem *p, const double *q, const double *l) {
  double out = 0;
  for (int c = 0; c < p->k; c++) {
    double squares = 0, sum = 0;
    for (int a = 0; a < p->d; a++) {
      squares += exp(2 * q[c * p->d + a]);
      sum += q[c * p->d + a];
    }
    for (int i = 0; i < p->strict; i++) squares += l[c * p->strict + i] * l[c * p->strict + i];
    out += 0.5 * p->gamma * p->gamma * squares - p->m * sum;
  }
  return out;
}

static double objective(const problem *p, const double *alpha, const double *mu, const double *q, const double *l) {
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
  return total - prior(p, q, l);
}

static double constant(const problem *p) {
  double nu = p->d + p->m + 1, log_gamma = 0.25 * p->d * (p->d - 1) * log(M_PI);
  for (int j = 1; j <= p->d; j++) log_gamma += lgamma(nu / 2 + (1 - j) / 2.0);
  return -p->n * p->d / 2.0 * log(2 * M_PI) + p->k * (nu * p->d * (log(p->gamma) - 0.5 * log(2)) - log_gamma);
}

int main(void) {
  problem p;
  p.d = number(), p.k = number(), p.n = number(), p.m = number(), p.gamma = number();
  p.strict = p.d * (p.d - 1) / 2;
  double *alpha = numbers(p.k), *mu = numbers(p.k * p.d), *q = numbers(p.k * p.d), *l = numbers(p.k * p.strict);
  double *dalpha = zeros(p.k), *dmu = zeros(p.k * p.d), *dq = zeros(p.k * p.d), *dl = zeros(p.k * p.strict);
  p.x = numbers((size_t)p.n * p.d);
  double value = objective(&p, alpha, mu, q, l) + constant(&p);
  __enzyme_autodiff((void *)objective, enzyme_const, &p, alpha, dalpha, mu, dmu, q, dq, l, dl);
  print(&value, 1);
  print(dalpha, p.k);
  print(dmu, p.k * p.d);
  print(dq, p.k * p.d);
  print(dl, p.k * p.strict);
}
