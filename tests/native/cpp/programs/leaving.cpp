// An exception leaves the function that is differentiated: its caller gets it, shadows stay as they are, and so does the tape.
#include <irad/irad.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

template <class Return, class... Arguments> Return __irad_autodiff_throwing(Arguments...);

static int alive = 0;

struct Counted {
  Counted() { alive++; }
  ~Counted() { alive--; }
};

static double f(const double *x, int n) {
  Counted c;
  std::vector<double> squares;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0) throw std::invalid_argument("element " + std::to_string(i));
    squares.push_back(x[i] * x[i] * x[i]);
  }
  double s = 0;
  for (double v : squares) s += v * v;
  return s;
}

// The most memory that the program has used, in KB.
static long memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      long kilobytes;
      status >> kilobytes;
      return kilobytes;
    }
  return 0;
}

int main() {
  std::vector<double> x(1000, 1.0), dx(1000, 0.0);
  int caught = 0;
  x[999] = -1;
  for (int k = 0; k < 20000; k++) {
    try {
      __irad_autodiff_throwing<void>((void *)f, irad_dup, x.data(), dx.data(), irad_const, 1000);
    } catch (const std::invalid_argument &e) {
      caught += e.what() == std::string("element 999");
    }
  }
  double left = 0;
  for (double d : dx) left += d;
  x[999] = 2;
  __irad_autodiff_throwing<void>((void *)f, irad_dup, x.data(), dx.data(), irad_const, 1000);
  std::printf("%d %g %d %g %g %d\n", caught, left, alive, dx[0], dx[999], memory() < 50 * 1024);
}
