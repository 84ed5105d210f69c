// Inheritance, virtual functions, operators, templates, statics, copies and moves.
#include "derivative.h"

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

template <class T, int N> struct Vec {
  T e[N];
  Vec operator+(const Vec &o) const {
    Vec r;
    for (int i = 0; i < N; i++) r.e[i] = e[i] + o.e[i];
    return r;
  }
  Vec operator*(T s) const {
    Vec r = *this;
    for (auto &x : r.e) x *= s;
    return r;
  }
  T dot(const Vec &o) const {
    T s = 0;
    for (int i = 0; i < N; i++) s += e[i] * o.e[i];
    return s;
  }
};

class Material {
public:
  virtual ~Material() {}
  virtual double stress(double strain) const = 0;
  double energy(double strain) const { return 0.5 * stress(strain) * strain; }
};

class Linear : public Material {
protected:
  double modulus;

public:
  explicit Linear(double m) : modulus(m) {}
  double stress(double strain) const override { return modulus * strain; }
};

class Hardening : public Linear {
  int exponent;

public:
  Hardening(double m, int n) : Linear(m), exponent(n) {}
  double stress(double strain) const override { return Linear::stress(strain) + std::pow(strain, exponent); }
};

struct Empty {};
struct Tagged : Empty {
  char tag = 'a';
  double value;
  short last = 3;
};

static double f(double x) {
  Vec<double, 3> a{{x, 2 * x, 1}}, b{{1, x, x * x}};
  double r = (a + b * x).dot(a);
  std::vector<std::shared_ptr<Material>> all;
  all.push_back(std::make_shared<Linear>(3 * x));
  all.push_back(std::make_shared<Hardening>(x * x, 3));
  auto more = all;
  for (auto &m : more) r += m->energy(0.5 + x);
  Tagged t;
  t.value = r;
  Tagged u = t;
  std::swap(t, u);
  return t.value * u.last;
}

PRINT_DERIVATIVES(f)
