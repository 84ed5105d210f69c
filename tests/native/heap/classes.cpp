/* What classes allocate in recursions: new and delete, containers, owning pointers, exceptions. */
#include "check.h"
#include <vector>
#include <memory>
N double c1(double *x, int n) { if (!n) return x[0]; double *t = new double[n]; for (int i = 0; i < n; i++) t[i] = x[0] * i + x[1]; double y[2] = {t[n - 1] * .1, x[1]}; double r = c1(y, n - 1) * t[n / 2]; delete[] t; return r; }
N double c2(double *x, int n) { if (!n) return x[0]; std::vector<double> t; for (int i = 0; i < n; i++) t.push_back(x[0] * i + x[1]); double y[2] = {t[n - 1] * .1, x[1]}; return c2(y, n - 1) * t[n / 2]; }
struct T { double v; std::unique_ptr<T> l, r; T(double v) : v(v) {} };
N std::unique_ptr<T> mt(double x, int d) { if (!d) return nullptr; auto t = std::make_unique<T>(x * d); t->l = mt(x * .5, d - 1); t->r = mt(x + 1, d - 1); return t; }
N double st(const T *t) { return t ? t->v * t->v + st(t->l.get()) + st(t->r.get()) : 0; }
N double c3(double *x, int n) { auto t = mt(x[0] * x[1], n); return st(t.get()); }
N double c4(double *x, int n) { if (n < 1) return x[1]; auto t = std::make_shared<double>(x[0] * x[1]); double y[2] = {*t, x[1]}; return c4(y, n - 1) * *t; }
N double thr(double *x, int n) { std::vector<double> t(n + 1, x[0]); t[n] *= x[1]; if (!n) throw t[0] * 2; return thr(x, n - 1) + t[n]; }
N double c8(double *x, int n) { try { return thr(x, n); } catch (double d) { return x[1] * x[1] * x[0]; } }

int main() {
  R(c1, 4);
  R(c2, 4);
  R(c3, 3);
  R(c4, 3);
}
