// Virtual functions and function pointers that throw, called inside of try.
#include "derivative.h"

#include <memory>
#include <stdexcept>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
};

struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double area(double scale) const override { return side * side * scale; }
};

struct Ring : Shape {
  double outer, inner;
  Ring(double o, double i) : outer(o), inner(i) {}
  double area(double scale) const override {
    if (inner > outer) throw std::logic_error("inside out");
    return (outer * outer - inner * inner) * scale;
  }
};

static double f(double x) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(x));
  shapes.push_back(std::make_unique<Ring>(x, x * x / 2));
  shapes.push_back(std::make_unique<Square>(3 * x));
  double sum = 0;
  for (const auto &s : shapes) {
    try {
      sum += s->area(x);
    } catch (const std::logic_error &) {
      sum += 10 * x;
    }
  }
  return sum;
}

PRINT_DERIVATIVES(f)
