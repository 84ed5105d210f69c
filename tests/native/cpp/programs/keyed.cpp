// Containers with strings as keys, sets ordered by active values, priority queues, multimaps.
#include "derivative.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct Item {
  double cost;
  int id;
  bool operator<(const Item &o) const { return cost < o.cost; }
};

static double shortest(double x) {
  // Dijkstra on a ring with chords.
  std::vector<std::vector<std::pair<int, double>>> edges(6);
  for (int i = 0; i < 6; i++) {
    edges[i].push_back({(i + 1) % 6, x * (i + 1)});
    edges[i].push_back({(i + 2) % 6, 2.2 * x + i});
  }
  std::vector<double> distance(6, 1e9);
  std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> queue;
  queue.push({distance[0] = 0, 0});
  while (!queue.empty()) {
    auto [d, at] = queue.top();
    queue.pop();
    if (d > distance[at]) continue;
    for (auto [to, length] : edges[at])
      if (d + length < distance[to]) queue.push({distance[to] = d + length, to});
  }
  double s = 0;
  for (double d : distance) s += d * d;
  return s;
}

static double f(double x) {
  std::map<std::string, double> prices{{"apples", x}, {"pears", 2 * x}, {"a fruit with a rather long name", x * x}};
  std::unordered_map<std::string, double> table;
  table["one"] = x;
  table["two"] = x * x;
  prices["pears"] *= x;
  std::set<Item> items{{x * 3, 1}, {x, 2}, {x * x * 4, 3}};
  std::multimap<int, double> many{{1, x}, {1, 2 * x}, {2, x * x}};
  double s = prices.at("pears") + prices["a fruit with a rather long name"] + prices["nothing"];
  for (const auto &i : items) s = s * 0.5 + i.cost * i.id;
  for (auto [b, e] = many.equal_range(1); b != e; ++b) s += b->second;
  s += table["one"] * table.at("two");
  return s + shortest(x);
}

PRINT_DERIVATIVES(f)
