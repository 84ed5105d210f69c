// The mixture of gmm.c as a C++ programmer writes it: parameters and work arrays are std::vector, the derivative is asked for with
// the typed layer.  Input and results as there.
#include "program.h"

#include <irad/irad.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

using Vector = std::vector<double>;

struct Data {
  int d, k, n, m;
  double gamma;
  Vector x;
};

struct Parameters {
  Vector alpha, mu, q, l;
};

double log_sum_exp(const Vector &v) {
  double largest = *std::max_element(v.begin(), v.end()), sum = 0;
  for (double e : v) sum += std::exp(e - largest);
  return largest + std::log(sum);
}

double prior(const Data &data, const Parameters &p) {
  double nu = data.d + data.m + 1, log_gamma = 0.25 * data.d * (data.d - 1) * std::log(M_PI), squares = 0, sum = 0;
  for (int j = 1; j <= data.d; j++) log_gamma += std::lgamma(nu / 2 + (1 - j) / 2.0);
  for (double e : p.q) {
    squares += std::exp(2 * e);
    sum += e;
  }
  for (double e : p.l) squares += e * e;
  return data.k * (nu * data.d * (std::log(data.gamma) - 0.5 * std::log(2)) - log_gamma)
         - (0.5 * data.gamma * data.gamma * squares - data.m * sum);
}

double objective(const Data &data, const Parameters &p) {
  const int d = data.d, k = data.k;
  Vector v(d), z(d), beta(k), diagonal(k * d), sums(k);
  for (int c = 0; c < k; c++)
    for (int a = 0; a < d; a++) {
      diagonal[c * d + a] = std::exp(p.q[c * d + a]);
      sums[c] += p.q[c * d + a];
    }
  double total = 0;
  for (int i = 0; i < data.n; i++) {
    for (int c = 0; c < k; c++) {
      for (int a = 0; a < d; a++) {
        v[a] = data.x[i * d + a] - p.mu[c * d + a];
        z[a] = diagonal[c * d + a] * v[a];
      }
      auto below = p.l.begin() + c * (d * (d - 1) / 2);
      for (int a = 0; a < d; a++)
        for (int b = a + 1; b < d; b++) z[b] += *below++ * v[a];
      double norm = 0;
      for (double e : z) norm += e * e;
      beta[c] = p.alpha[c] + sums[c] - 0.5 * norm;
    }
    total += log_sum_exp(beta);
  }
  return total - data.n * log_sum_exp(p.alpha) - data.n * d / 2.0 * std::log(2 * M_PI) + prior(data, p);
}

struct State {
  Data data;
  Parameters parameters, gradient;
  explicit State(const double *input);
};

Vector take_vector(const double *&input, size_t n) {
  input += n;
  return Vector(input - n, input);
}

State::State(const double *input) {
  data.d = take(&input), data.k = take(&input), data.n = take(&input), data.m = take(&input), data.gamma = take(&input);
  const size_t d = data.d, k = data.k;
  parameters.alpha = take_vector(input, k);
  parameters.mu = take_vector(input, k * d);
  parameters.q = take_vector(input, k * d);
  parameters.l = take_vector(input, k * (d * (d - 1) / 2));
  data.x = take_vector(input, data.n * d);
  gradient = parameters;
}

} // namespace

extern "C" {

void *setup(const double *input) { return new State(input); }

double primal(void *state) {
  auto *s = static_cast<State *>(state);
  return objective(s->data, s->parameters);
}

double derivative(void *state) {
  auto *s = static_cast<State *>(state);
  Parameters &g = s->gradient;
  for (Vector *part : {&g.alpha, &g.mu, &g.q, &g.l}) std::fill(part->begin(), part->end(), 0.0);
  irad::autodiff<irad::Reverse>(objective, irad::Const(s->data), irad::Duplicated(s->parameters, g));
  return g.alpha[0];
}

long results(void *state, double *out) {
  auto *s = static_cast<State *>(state);
  double value = primal(s);
  derivative(s);
  long n = put(out, 0, &value, 1);
  for (const Vector *part : {&s->gradient.alpha, &s->gradient.mu, &s->gradient.q, &s->gradient.l})
    n = put(out, n, part->data(), part->size());
  return n;
}

MEASURED(primal, derivative)
}
