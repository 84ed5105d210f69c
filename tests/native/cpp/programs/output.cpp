// Streams and strings inside of the active function: numbers go out, no derivative does.
#include "derivative.h"

#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Named {
  std::string name;
  double value;
};

static double f(double x) {
  std::vector<Named> all;
  for (int i = 0; i < 3; i++) all.push_back({"a rather long name, number " + std::to_string(i), x * (i + 1)});
  double s = 0;
  std::ostringstream text;
  for (const auto &n : all) {
    text << n.name << " = " << std::setprecision(4) << n.value << std::endl;
    s += n.value * n.value * static_cast<double>(n.name.size());
  }
  std::cerr << text.str() << s << '\n';
  std::string key = "k";
  key += all[1].name;
  if (key.find("number 1") != std::string::npos) s *= x;
  return s;
}

PRINT_DERIVATIVES(f)
