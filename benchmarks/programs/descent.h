/* Gradient descent with a step that doubles after ten successes and is halved at each failure; written out where it is used,
   since derivatives pass through it.  `value` and `slope` are expressions in the names `x` and `g`. */
#define DESCENT(n, x, value, slope)                                              \
  do {                                                                           \
    double g_[n], next_[n], *g = g_, eta = 1e-5, best = (value);                 \
    int successes = 0;                                                           \
    slope;                                                                       \
    for (;;) {                                                                   \
      double length = 0, moved = 0, old[n];                                      \
      for (int i = 0; i < (n); i++) length += g[i] * g[i];                       \
      if (sqrt(length) <= 1e-5) break;                                           \
      if (successes == 10) {                                                     \
        eta *= 2;                                                                \
        successes = 0;                                                           \
        continue;                                                                \
      }                                                                          \
      for (int i = 0; i < (n); i++) {                                            \
        old[i] = x[i];                                                           \
        next_[i] = x[i] - eta * g[i];                                            \
        moved += (x[i] - next_[i]) * (x[i] - next_[i]);                          \
      }                                                                          \
      if (sqrt(moved) <= 1e-5) break;                                            \
      for (int i = 0; i < (n); i++) x[i] = next_[i];                             \
      double now = (value);                                                      \
      if (now < best) {                                                          \
        best = now;                                                              \
        slope;                                                                   \
        successes++;                                                             \
      } else {                                                                   \
        for (int i = 0; i < (n); i++) x[i] = old[i];                             \
        eta /= 2;                                                                \
        successes = 0;                                                           \
      }                                                                          \
    }                                                                            \
  } while (0)
