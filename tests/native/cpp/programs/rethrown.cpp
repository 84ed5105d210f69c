// Rethrown, nested, caught by a base class and by (...); destructors run in between.
#include "derivative.h"

#include <stdexcept>

static int destroyed = 0;

struct Guard {
  double &total;
  double amount;
  Guard(double &total, double amount) : total(total), amount(amount) {}
  ~Guard() {
    total += amount * amount;
    destroyed++;
  }
};

struct Base {
  double weight;
  explicit Base(double w) : weight(w) {}
  virtual ~Base() = default;
};
struct Derived : Base {
  using Base::Base;
};

__attribute__((noinline)) static void deep(double x, double &total, int n) {
  Guard g(total, x * n);
  if (n > 0) {
    deep(x, total, n - 1);
    return;
  }
  if (x > 3) throw Derived(x);
  if (x > 1) throw std::runtime_error("middle");
}

__attribute__((noinline)) static void middle(double x, double &total) {
  try {
    deep(x, total, 3);
  } catch (const std::runtime_error &) {
    total *= x;
    throw;
  }
  total += 100 * x;
}

static double f(double x) {
  double total = x;
  try {
    try {
      middle(x, total);
    } catch (const Base &b) {
      total *= b.weight;
      throw 5;
    }
  } catch (int k) {
    total += k * x;
  } catch (...) {
    total += x * x * x;
  }
  return total + destroyed * 0;
}

PRINT_DERIVATIVES(f)
