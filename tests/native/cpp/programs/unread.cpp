// Closures in a vector, called with numbers that nobody reads; they make objects with virtual functions, which may throw.
#include "derivative.h"

#include <functional>
#include <memory>
#include <vector>

struct Shape {
  double m;
  explicit Shape(double m_) : m(m_) {}
  virtual double at(double t) const = 0;
  virtual ~Shape();
};

Shape::~Shape() {}

struct Cube : Shape {
  double square;
  explicit Cube(double p) : Shape(p), square(p * p) {}
  double at(double t) const override { return square * m * t; }
};

struct Line : Shape {
  double twice;
  explicit Line(double p) : Shape(p), twice(p + p) {}
  double at(double t) const override { return twice + t; }
};

std::unique_ptr<Shape> make(int kind, double p) {
  if (kind == 0) return std::make_unique<Cube>(p);
  return std::unique_ptr<Shape>(new Line(p));
}

[[gnu::noinline]] static double composed(const double *x, int kind) {
  double t = x[0];
  std::vector<std::function<double(double)>> all;
  all.push_back([&, c = x[1]](double) -> double { return make(kind, t)->at(2); });
  all.push_back([](double p) { return p * p; });
  double s = x[0];
  for (auto &g : all) s = g(s);
  return s;
}

static double f(double x) {
  double a[] = {x, 0.3};
  return composed(a, x > 100);
}

PRINT_DERIVATIVES(f)
