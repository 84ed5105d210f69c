// An ordinary differential equation: std::array as state, a stepper as a template, events, a history.
#include "derivative.h"

#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

using State = std::array<double, 2>;

template <std::size_t N> std::array<double, N> operator+(const std::array<double, N> &a, const std::array<double, N> &b) {
  std::array<double, N> r{};
  for (std::size_t i = 0; i < N; i++) r[i] = a[i] + b[i];
  return r;
}
template <std::size_t N> std::array<double, N> operator*(double s, std::array<double, N> a) {
  for (auto &e : a) e *= s;
  return a;
}

template <class F> class Stepper {
  F rhs;
  std::vector<std::pair<double, State>> history;

public:
  explicit Stepper(F rhs) : rhs(std::move(rhs)) {}
  State advance(State s, double h, int steps) {
    double t = 0;
    for (int i = 0; i < steps; i++) {
      history.emplace_back(t, s);
      State k1 = rhs(s), k2 = rhs(s + 0.5 * h * k1), k3 = rhs(s + 0.5 * h * k2), k4 = rhs(s + h * k3);
      s = s + h / 6 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
      t += h;
    }
    return s;
  }
  double mean() const {
    double sum = 0;
    for (const auto &[t, s] : history) sum += s[0];
    return sum / static_cast<double>(history.size());
  }
};

static double total(std::span<const double> s) {
  double r = 0;
  for (double e : s) r += e;
  return r;
}

static double f(double x) {
  Stepper stepper([x](const State &s) { return State{s[1], -x * s[0] - 0.1 * s[1]}; });
  State end = stepper.advance({1, 0}, 0.1, 30);
  auto [position, speed] = end;
  return position * position + speed + stepper.mean() + total(end);
}

PRINT_DERIVATIVES(f)
