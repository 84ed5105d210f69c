// Objects with addresses of functions that functions of their own fill: nothing there has a derivative, and yet they have shadows.
#include "derivative.h"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

struct Operation {
  double (*of)(double);
  double weight;
};
static int filled = 0;
__attribute__((noinline)) static void fill(Operation *op, double (*of)(double), double weight) {
  op->of = filled++ > 100 ? nullptr : of;
  op->weight = weight;
}
__attribute__((noinline)) static void add(std::vector<std::function<double(double)>> &all, double p) {
  all.push_back([p](double t) { return p + t; });
}

static double f(double x) {
  Operation op;
  fill(&op, x > 100 ? (double (*)(double))std::cos : (double (*)(double))std::sin, 0.5);
  std::vector<std::function<double(double)>> all;
  add(all, 3);
  add(all, 0.25);
  double s = 0;
  for (auto &g : all) s += g(0.5);  // 4.25
  return op.of(op.weight) * x + s * x;
}

PRINT_DERIVATIVES(f)
