// std::map, set, list, deque, unordered_map, stack, queue with active values in them.
#include "derivative.h"

#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <unordered_map>

static double ordered(double x) {
  std::map<int, double> m;
  for (int i = 0; i < 12; i++) m[(i * 7) % 12] = x * i + 1;
  m.erase(3);
  m.erase(m.begin());
  m[5] *= x;
  double s = 0;
  for (const auto &[k, v] : m) s = s * 0.9 + k * v * v;
  return s + m.lower_bound(8)->second;
}

static double linked(double x) {
  std::list<double> l;
  for (int i = 0; i < 6; i++) i % 2 ? l.push_back(x * i + 0.1) : l.push_front(x + i);
  l.erase(std::next(l.begin()));
  std::list<double> other{0.9 * x, x * x};
  l.splice(l.begin(), other);
  l.reverse();
  l.sort();
  double s = 0, w = 1;
  for (double e : l) s += (w *= 0.8) * e * e;
  return s;
}

static double ends(double x) {
  std::deque<double> d;
  for (int i = 0; i < 100; i++) {
    d.push_back(x * i);
    if (i % 3 == 0) d.push_front(x + i);
    if (i % 5 == 0) d.pop_front();
  }
  double s = 0;
  for (double e : d) s = s * 0.99 + e * e;
  return s;
}

static double hashed(double x) {
  std::unordered_map<int, double> m;
  for (int i = 0; i < 50; i++) m[i * i % 37] += x * i;
  m.erase(4);
  double s = 0;
  for (const auto &e : m) s += e.second * e.second * (e.first + 1);
  return s;
}

static double f(double x) { return ordered(x) + linked(x) + ends(x) * 1e-3 + hashed(x) * 1e-4; }

PRINT_DERIVATIVES(f)
