// Vectors of structures with numbers, integers and other vectors in them: they grow, are sorted, are nested.
#include "derivative.h"

#include <algorithm>
#include <utility>
#include <vector>

struct Item {
  double cost;
  int id;
};

struct Particle {
  int kind;
  double x;
  std::vector<double> history;
};

static double f(double x) {
  std::vector<Item> items;
  for (int i = 0; i < 10; i++) items.push_back({x * i, i});
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) { return a.cost > b.cost; });
  double s = 0;
  for (const auto &e : items) s = s * 0.5 + e.cost * e.id;
  std::vector<Particle> particles;
  for (int i = 0; i < 5; i++) particles.push_back({i, x * i, {x, x * x}});
  for (const auto &p : particles) s += p.x * p.kind + p.history[1];
  std::vector<std::vector<std::pair<int, double>>> edges(3);
  for (int i = 0; i < 6; i++) edges[i % 3].push_back({i, x * i});
  for (const auto &row : edges)
    for (auto [i, w] : row) s += i * w * w;
  return s;
}

PRINT_DERIVATIVES(f)
