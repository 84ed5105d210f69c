// Exceptions that the C++ runtime passes on: std::exception_ptr, nested ones, rethrown by a function that a handler calls; of
// classes whose constructors may throw; pointers.  Prints reverse and forward derivatives of each, and the bytes lost.
#include <irad/irad.h>

#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <vector>

#define APART __attribute__((noinline))

struct Failure : std::runtime_error {
  double value;
  explicit Failure(double v) : std::runtime_error("failure"), value(v) {}
};
struct Job {
  std::exception_ptr error;
  double part;
};

APART static void work(Job &job, double x) {
  try {
    if (x > 1) throw Failure(x * x);
    job.part = x;
  } catch (...) {
    job.error = std::current_exception();
  }
}

static double kept(double x) {
  Job jobs[3] = {};
  for (int i = 0; i < 3; i++) work(jobs[i], x + i - 1);
  double sum = 0;
  for (auto &job : jobs) {
    if (!job.error) {
      sum += job.part * x;
      continue;
    }
    try {
      std::rethrow_exception(job.error);
    } catch (const Failure &e) {
      sum += e.value * e.value;
    }
  }
  return sum;
}

static double made(double x) {
  std::exception_ptr p = std::make_exception_ptr(Failure(x * x)), q = p;
  try {
    std::rethrow_exception(q);
  } catch (const std::exception &e) {
    return static_cast<const Failure &>(e).value * x;
  }
}

APART static void low(double x) { throw Failure(x * x * x); }

APART static void middle(double x) {
  try {
    low(x);
  } catch (...) {
    std::throw_with_nested(Failure(x * x));
  }
}

APART static double sum(const std::exception &e) {
  double total = 0;
  if (auto *failure = dynamic_cast<const Failure *>(&e)) total = failure->value;
  try {
    std::rethrow_if_nested(e);
  } catch (const std::exception &inner) {
    total += 2 * sum(inner);
  }
  return total;
}

static double nested(double x) {
  try {
    middle(x);
  } catch (const std::exception &e) {
    return sum(e);
  }
  return 0;
}

APART static double handle(double x) {
  try {
    throw;
  } catch (double &y) {
    return y * x;
  } catch (const Failure &e) {
    return e.value * x;
  } catch (...) {
    return 0;
  }
}

static double by_helper(double x) {
  double total = 0;
  for (int i = 0; i < 3; i++) try {
      if (i == 1) throw Failure(x);
      if (i == 2) throw 3;
      throw x * x;
    } catch (...) {
      total += handle(x) * (i + 1);
    }
  return total;
}

static double again(double x) {
  try {
    try {
      throw Failure(x * x);
    } catch (Failure &e) {
      e.value *= e.value;
      throw;
    }
  } catch (const Failure &e) {
    return e.value * x;
  }
}

static double pointer(double x) {
  try {
    if (x > 1) throw new double(x * x);
    throw "text";
  } catch (double *p) {
    double y = *p;
    delete p;
    return y * x;
  } catch (const char *text) {
    return text[0] * x;
  }
}

static double numbers(double x) {
  try {
    throw std::vector<double>(4, x);
  } catch (const std::vector<double> &v) {
    double total = 0;
    for (double e : v) total += e * e;
    return total;
  }
}

#define PRINT(f) std::printf("%.17g %.17g\n", __irad_autodiff((void *)f, x), __irad_fwddiff((void *)f, x, 1.0))

int main(int, char **argv) {
  double x = std::atof(argv[1]);
  PRINT(kept);
  PRINT(made);
  PRINT(nested);
  PRINT(by_helper);
  PRINT(again);
  PRINT(pointer);
  std::printf("%.17g\n", __irad_autodiff((void *)numbers, x));
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 100; i++) {
    __irad_autodiff((void *)again, x);
    __irad_autodiff((void *)pointer, x);
    __irad_autodiff((void *)numbers, x);
    __irad_autodiff((void *)kept, x);
    __irad_fwddiff((void *)again, x, 1.0);
    __irad_fwddiff((void *)pointer, x, 1.0);
  }
  std::printf("%ld\n", (long)(mallinfo2().uordblks - before));
}
