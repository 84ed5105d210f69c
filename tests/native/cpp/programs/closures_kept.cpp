// Closures of several sizes in one vector: some lie in std::function itself, some on the heap; errors with numbers and tables.
#include "derivative.h"

#include <exception>
#include <functional>
#include <stdexcept>
#include <vector>

struct Plain : std::exception {
  double number;
  explicit Plain(double number) : number(number) {}
  virtual ~Plain() {}
};
struct Told : std::runtime_error {
  double number;
  explicit Told(double number) : std::runtime_error("told"), number(number) {}
};
struct More : Plain {
  using Plain::Plain;
};

static double check(double t, int k) {
  if (k == 0) throw More(t * t);
  if (k == 1) throw Told(3 * t);
  return t;
}

static double f(double x) {
  double a = x * x, b = 2 * x, c = a * b;
  std::vector<std::function<double(double)>> all;
  all.push_back([](double t) { return t + 1; });
  all.push_back([c](double t) { return t * c; });
  all.push_back([&a](double t) { return t - a; });
  all.push_back([d = x * 3, &a, &b, c](double t) { return t * d + a * b + c; });
  auto copy = all;
  double s = x;
  for (auto &g : all) s = g(s) * 0.5;
  s += copy[3](x);
  for (int k = 0; k < 3; k++) {
    try {
      s += check(s, k) * 0.1;
    } catch (const Plain &e) {
      s += e.number * 0.2;
    } catch (const Told &e) {
      s -= e.number * 0.3;
    }
  }
  return s;
}

PRINT_DERIVATIVES(f)
