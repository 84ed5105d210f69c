// Containers that begin empty and are used again in every call.
#include "derivative.h"

#include <algorithm>
#include <deque>
#include <list>
#include <vector>

static std::vector<double> row;
static std::vector<std::vector<double>> rows;

static double f(double x) {
  static std::vector<double> sorted;
  static std::deque<double> last;
  row.clear();
  for (int i = 1; i < 6; i++) row.push_back(x * i);
  if (rows.size() < 2) rows.resize(2);
  rows[0].assign(row.begin(), row.end());
  rows[1] = row;
  sorted.resize(row.size());
  std::copy(row.rbegin(), row.rend(), sorted.begin());
  std::sort(sorted.begin(), sorted.end());
  double s = 0;
  for (std::size_t i = 0; i < row.size(); i++) s += sorted[i] * rows[0][i] * rows[1][4 - i];
  last.push_back(s * x);
  while (last.size() > 1) last.pop_front();
  return last.front();
}

PRINT_DERIVATIVES(f)
