/* What destructors give back that are called through tables, and memory of classes that stays on one way and goes on another. */
#include "check.h"
#include <memory>
#include <vector>

struct Shape { virtual double area(double) const = 0; virtual ~Shape() {} };
struct Square : Shape { double s; Square(double s) : s(s) {} double area(double x) const override { return s * s * x; } };
struct Strips : Shape {
  double *w; int n;
  Strips(double x, int n) : w(new double[n]), n(n) { for (int i = 0; i < n; i++) w[i] = x * (i + 1); }
  ~Strips() override { delete[] w; }
  double area(double x) const override { double a = 0; for (int i = 0; i < n; i++) a += w[i] * x; return a; }
};
N Shape *shape(double x, int k) { if (k % 2) return new Strips(x, k + 1); return new Square(x); }
double d1(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) { Shape *p = shape(x[0], i); s += p->area(x[1]); delete p; } return s; }
double d2(double *x, int n) { std::vector<std::unique_ptr<Shape>> all; for (int i = 0; i < n; i++) all.emplace_back(shape(x[i % 2], i)); double s = 0; for (auto &p : all) s += p->area(x[1]); return s; }
N double deep(double *x, int n) { std::unique_ptr<Shape> p(shape(x[0] * x[1], n)); double y[2] = {p->area(x[1]), x[1]}; return n ? deep(y, n - 1) * .5 + y[0] : y[0]; }
double d3(double *x, int n) { return deep(x, n); }
struct Pair : Shape {
  std::unique_ptr<Shape> a, b;
  Pair(double *x, int n) : a(shape(x[0], n)) { if (n > 0) b = std::make_unique<Pair>(x, n - 1); else b.reset(shape(x[1], 1)); }
  double area(double x) const override { return a->area(x) * b->area(x); }
};
double d4(double *x, int n) { Pair p(x, n); return p.area(x[1]); }
double d5(double *x, int n) { double s = 0; for (int i = 0; i < n; i++) { std::shared_ptr<Shape> p(shape(x[0], i)), q = p; s += q->area(x[1]); } return s; }

int main() {
  R(d1, 4);
  R(d2, 5);
  R(d3, 3);
  R(d4, 2);
  R(d5, 4);
}
