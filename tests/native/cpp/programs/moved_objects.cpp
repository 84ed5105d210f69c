// A function that is not inlined copies objects whose insides it never looks at.
#include "derivative.h"

#include <cstring>
#include <utility>
#include <vector>

class Buffer {
  int n;
  double *data;

public:
  explicit Buffer(int n) : n(n), data(new double[n]()) {}
  Buffer(const Buffer &o) : Buffer(o.n) { std::memcpy(data, o.data, n * sizeof(double)); }
  Buffer(Buffer &&o) noexcept : n(std::exchange(o.n, 0)), data(std::exchange(o.data, nullptr)) {}
  Buffer &operator=(Buffer o) noexcept {
    std::swap(n, o.n);
    std::swap(data, o.data);
    return *this;
  }
  ~Buffer() { delete[] data; }
  double &operator[](int i) { return data[i]; }
};

static double f(double x) {
  Buffer a(2), b(2);
  a[0] = x;
  a[1] = x * x;
  b[0] = 3 * x;
  b[1] = 1;
  std::vector<Buffer> m{a, b};
  std::vector<Buffer> copy = m;
  std::swap(copy[0], copy[1]);
  return copy[0][0] * copy[1][1] + copy[0][1];
}

PRINT_DERIVATIVES(f)
