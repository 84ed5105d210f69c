// Active values travel inside of exceptions: a double, a class with a base, through several frames.
#include "derivative.h"

#include <cmath>
#include <exception>
#include <string>

struct Tag {
  virtual ~Tag() = default;
  int code = 7;
};

struct Failure : Tag, std::exception {
  double at, size;
  Failure(double at, double size) : at(at), size(size) {}
  const char *what() const noexcept override { return "failure"; }
};

__attribute__((noinline)) static double inner(double x, int depth) {
  if (depth == 0) {
    if (x > 2) throw Failure(x * x, 3.0);
    throw std::sin(x);
  }
  double y = inner(x * 1.5, depth - 1);
  return y + 1;
}

static double f(double x) {
  double r = x;
  for (int depth = 1; depth < 4; depth++) {
    try {
      r += inner(x, depth);
    } catch (const Failure &e) {
      r += e.at * e.size * depth * e.code;
    } catch (double d) {
      r = r * d;
    }
  }
  return r;
}

PRINT_DERIVATIVES(f)
