// A matrix class with five special members, expression templates by CRTP, LU decomposition with pivoting.
#include "derivative.h"

#include <cmath>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

template <class E> struct Expression {
  const E &self() const { return static_cast<const E &>(*this); }
};

class Vector : public Expression<Vector> {
  int n;
  double *data;

public:
  explicit Vector(int n) : n(n), data(new double[n]()) {}
  Vector(std::initializer_list<double> v) : Vector(static_cast<int>(v.size())) {
    int i = 0;
    for (double e : v) data[i++] = e;
  }
  Vector(const Vector &o) : Vector(o.n) { std::memcpy(data, o.data, n * sizeof(double)); }
  Vector(Vector &&o) noexcept : n(std::exchange(o.n, 0)), data(std::exchange(o.data, nullptr)) {}
  Vector &operator=(Vector o) noexcept {
    std::swap(n, o.n);
    std::swap(data, o.data);
    return *this;
  }
  template <class E> Vector(const Expression<E> &e) : Vector(e.self().size()) {
    for (int i = 0; i < n; i++) data[i] = e.self()[i];
  }
  ~Vector() { delete[] data; }
  int size() const { return n; }
  double &operator[](int i) { return data[i]; }
  double operator[](int i) const { return data[i]; }
};

template <class A, class B> struct Sum : Expression<Sum<A, B>> {
  const A &a;
  const B &b;
  Sum(const A &a, const B &b) : a(a), b(b) {}
  int size() const { return a.size(); }
  double operator[](int i) const { return a[i] + b[i]; }
};
template <class A> struct Scaled : Expression<Scaled<A>> {
  const A &a;
  double s;
  Scaled(const A &a, double s) : a(a), s(s) {}
  int size() const { return a.size(); }
  double operator[](int i) const { return a[i] * s; }
};
template <class A, class B> Sum<A, B> operator+(const Expression<A> &a, const Expression<B> &b) { return {a.self(), b.self()}; }
template <class A> Scaled<A> operator*(const Expression<A> &a, double s) { return {a.self(), s}; }

static Vector solve(std::vector<Vector> m, Vector b) {
  int n = b.size();
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (std::abs(m[i][k]) > std::abs(m[pivot][k])) pivot = i;
    std::swap(m[k], m[pivot]);
    std::swap(b[k], b[pivot]);
    for (int i = k + 1; i < n; i++) {
      double q = m[i][k] / m[k][k];
      for (int j = k; j < n; j++) m[i][j] -= q * m[k][j];
      b[i] -= q * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) b[k] -= m[k][j] * b[j];
    b[k] /= m[k][k];
  }
  return b;
}

static double f(double x) {
  std::vector<Vector> m{{x, 2, 1}, {4, x * x, 2}, {1, 3, 5 * x}};
  Vector b{1, x, 2};
  Vector y = solve(m, b + b * x);
  y = y + b;
  return y[0] * y[1] + y[2];
}

PRINT_DERIVATIVES(f)
